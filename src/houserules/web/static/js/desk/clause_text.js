/** Clauses as their documents print them. */

/**
 * Write a clause as its document does: the register adds a section or a term to some.
 * @param {string} clause
 */
export const printedClause = (clause) => clause.replace(/^.*\//, "").replace(/:.*$/, "");
