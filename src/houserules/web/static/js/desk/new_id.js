/** The id of something new: suggested from its name until somebody types another one. */

/**
 * @param {string} name
 * @param {readonly string[]} taken
 */
export function idFrom(name, taken) {
  const bare = name.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-").replaceAll(/^-+|-+$/g, "").slice(0, 24);
  let id = bare;
  for (let n = 2; taken.includes(id); n++) id = `${bare}-${n}`;
  return id;
}

/**
 * Return what suggests an id for a name; nothing if there is no field for one.
 * @param {HTMLInputElement | null} field
 * @param {readonly string[]} [taken]
 * @returns {(name: string) => void}
 */
export function suggestsId(field, taken = []) {
  let isOwn = false;
  field?.addEventListener("input", () => (isOwn = field.value !== ""));
  return (name) => {
    if (field && !isOwn) field.value = idFrom(name, taken);
  };
}
