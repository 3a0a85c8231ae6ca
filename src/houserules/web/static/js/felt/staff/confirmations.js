/** Questions before something that others would feel at once; the answer that changes nothing has the focus. */

import { titledDialog } from "../../kit/dialog.js";
import { fill, h } from "../../kit/dom.js";
import { absentPlayer } from "./dealer_actions.js";
import { withClause } from "./rows.js";

/**
 * @typedef {import("../types.js").Info} Info
 * @typedef {import("../types.js").Open} Open
 * @typedef {import("../types.js").Shown} Shown
 * @typedef {(asked: {title: string, says: string[], no: string, yes: string, act: () => void}) => void} Ask
 */

/**
 * Return what asks a question and acts if the answer is yes.
 * @returns {Ask}
 */
export function questionDialog() {
  const { dialog, title, body } = titledDialog("question-title");
  return (asked) => {
    const confirm = () => {
      dialog.close();
      asked.act();
    };
    const close = () => dialog.close();
    title.textContent = asked.title;
    fill(
      body,
      asked.says.map((text) => h("p", {}, text)),
      h(
        "div",
        { class: "acts" },
        h("button", { type: "button", class: "button", autofocus: true, onclick: close }, asked.no),
        h("button", { type: "button", class: "button", onclick: confirm }, asked.yes),
      ),
    );
    dialog.showModal();
  };
}

/**
 * Ask before a player is reported away: their money plays on without them.
 * @param {Info} info
 * @param {import("../commands.js").TableCommands} commands
 * @param {Ask} ask
 */
export function confirmAbsence(info, commands, ask) {
  const rule = info.staff?.troubles.find((each) => each.id === "player-absent");
  const clause = rule?.says[0]?.clause ?? "";
  const does = rule?.table_does.at(-1) ?? "";
  return (/** @type {Open} */ open, /** @type {Shown} */ { table }) => {
    const { do: name, ...fields } = open;
    const { position } = table;
    const who = absentPlayer(open, table);
    const then = Reflect.get(open, "bettor")
      ? `The answer for box ${open.box} will be no.`
      : `Box ${open.box} will be played without ${who}. ${does}`;
    ask({
      title: `Is ${who} away?`,
      says: [withClause(then, clause), "You can take this back until the next card."],
      no: "Keep waiting",
      yes: `${who} is away`,
      act: () => {
        // not if the player has decided meanwhile
        if (commands.now().table.position === position) void commands.give(name, fields);
      },
    });
  };
}

/**
 * Ask before a dealer takes a live table who deals at another one: nobody deals at two.
 * @param {{look: () => Promise<import("./types.js").Looked>, leave: (table: string) => Promise<unknown>, seat: () => void,
 *   failed: (no: unknown) => void}} acts
 * @param {Ask} ask
 */
export function confirmPlace({ look, leave, seat, failed }, ask) {
  return async () => {
    const elsewhere = (await look()).info.staff?.deals_at;
    if (!elsewhere) return seat();
    ask({
      title: `Leave ${elsewhere.title}?`,
      says: [
        `You are dealing at ${elsewhere.title} (${elsewhere.table}). A dealer deals at one live table at a time.`,
        elsewhere.round ? "A round is under way there: another dealer has to finish it." : "",
      ].filter(Boolean),
      no: `Stay at ${elsewhere.title}`,
      yes: "Leave it and deal here",
      act: () => void leave(elsewhere.table).then(seat, failed),
    });
  };
}
