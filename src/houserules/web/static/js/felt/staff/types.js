/**
 * What an office may do at a table.
 *
 * @typedef {{name: string, label: string, optional: boolean, as: string, choices?: string[]}} Field
 * @typedef {{do: string, title: string, says: string, clause: string | null, group: string, fields: Field[]}} Order
 * @typedef {{id: string, what: string, provided: boolean, says: {clause: string, says: string}[],
 *   acts: {do: string | null, what: string, who: string[]}[], table_does: string[]}} Trouble
 * @typedef {{role: string, orders: Order[], troubles: Trouble[], deck: string[], real: boolean}} Staff
 */

export {};
