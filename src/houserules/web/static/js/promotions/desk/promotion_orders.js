/** Every order at a promotion's desk: what its button says, and what it still asks. */

import { money } from "../../kit/money.js";

/**
 * @typedef {import("../../messages.js").PromotionAct} Act
 * @typedef {import("../../messages.js").PromotionDeskAnswer} Answer
 * @typedef {import("../../desk/fields.js").Field} Field
 * @typedef {Omit<import("../../desk/orders.js").Order, "do">} Asked
 * @typedef {(act: Act, answer: Answer) => {label: string, order: Asked}} Build
 */

/**
 * @param {string} name
 * @param {string} label
 * @param {Partial<Field>} [more]
 * @returns {Field}
 */
const words = (name, label, more = {}) => ({ name, label, kind: "text", ...more });
/** @param {string} name @param {string} label @returns {Field} */
const reason = (name, label) => ({ name, label, kind: "long" });

/**
 * An order with the same words on its button, its dialog and the dialog's button.
 * @param {string} label
 * @param {string} done
 * @param {Partial<Asked>} asked
 */
const order = (label, done, asked) => ({ label, order: { title: label, button: label, done, ...asked } });

/** @param {Answer} answer @param {Act} act */
const prizeOf = ({ desk }, { prize }) => desk.prizes[prize ?? 0];
/** @param {Answer} answer @param {Act} act */
const winnerOf = (answer, act) => prizeOf(answer, act).draw?.winners.at(-1)?.player ?? "";

/** Whether the Authority has the terms as they are now. @param {Answer["desk"]} desk */
const wasSent = ({ records, version }) => Boolean(records?.submissions.some((each) => each.version === version));

/** @type {Record<string, string>} */
const WAYS = { cash: "In cash, dollars", cheque: "By crossed cheque, dollars", transfer: "By transfer, dollars" };

/** @type {Record<string, Build>} */
export const ORDERS = {
  "send-terms": (_, { desk }) =>
    order(wasSent(desk) ? "Send the terms again" : "Send the terms", "Recorded: the terms were sent.", {
      title: "Send the terms to the Authority",
      button: "Record that they were sent",
      says: `Send version ${desk.version} as a PDF or as JSON. The time and the hash are recorded.`,
      fields: [words("how", "How they were sent", { hint: "As by email, with the PDF." })],
    }),
  "publish-terms": () =>
    order("Make the terms available", "Recorded: the terms can be read there.", {
      button: "Record",
      fields: [words("where", "Where they can be read", { hint: "As at the cage, on the website, in brochures." })],
    }),
  "add-marketing": () =>
    order("Add marketing material", "Recorded with its reference to the terms.", {
      button: "Record",
      fields: [words("title", "The material"), words("reference", "How it refers to the terms")],
    }),
  "nominate-scrutineer": (_, { desk }) =>
    order(desk.scrutineer ? "Nominate another scrutineer" : "Nominate a scrutineer", "The scrutineer is nominated.", {
      button: "Nominate",
      fields: [words("scrutineer", "Scrutineer", { hint: "The name under which they sign in, if they enter their own numbers." })],
    }),
  "start-promotion": () =>
    order("Start", "The promotion has started.", {
      title: "Start the promotion",
      says: "Entries open, and the house commits to the secret of each draw.",
    }),
  "amend-terms": (_, { desk }) =>
    order("Put the amendment into force", "The amended terms are in force.", {
      title: "Put the approved amendment into force",
      button: "Amend the terms",
      says: desk.resends
        ? "The amended terms are then sent to the Authority again within 24 hours."
        : "The amended terms are in force at once.",
    }),
  "approve-conversion": (act, answer) =>
    order("Record an approved conversion", "The conversion is recorded.", {
      button: "Record",
      says: `The prize may then be paid as ${money(prizeOf(answer, act).alternative ?? 0)}.`,
      with: { amount: prizeOf(answer, act).alternative },
      fields: [words("reference", "Reference of the approval")],
    }),
  "add-entries": () =>
    order("Add entries", "The entries are added.", {
      title: "Add entries by hand",
      fields: [
        words("player", "Player"),
        { name: "entries", label: "Entries", kind: "count", value: 1 },
        reason("reason", "Reason"),
      ],
    }),
  "void-entry": () =>
    order("Void", "The entry is void.", {
      title: "Declare an entry void",
      button: "Declare void",
      danger: true,
      fields: [reason("reason", "Why it does not count")],
    }),
  "close-promotion-entries": () =>
    order("Close entries", "Entries are closed.", {
      says: "The list of entries is fixed, and its hash is published.",
    }),
  "give-draw-entropy": (_, { desk }) =>
    order(
      desk.outside === "scrutineer" ? "Enter your numbers" : "Enter the result",
      "Recorded: it decides with the secret of the house.",
      {
        title: desk.outside === "scrutineer" ? "Your numbers" : `Result of ${desk.outside_event}`,
        button: "Enter",
        says: "It stays as it is entered.",
        fields: [words("value", desk.outside === "scrutineer" ? "Your numbers" : "Result")],
      },
    ),
  "draw-prize": (act, answer) =>
    order("Draw", "The prize is drawn.", {
      title: `Draw prize ${(act.prize ?? 0) + 1}`,
      says: `The secret of the house is revealed, and the winner follows from it.${
        answer.desk.scrutineer ? ` ${answer.desk.scrutineer} oversees the draw.` : ""
      }`,
    }),
  "tell-winner": (act, answer) =>
    order("Winner told", "The notice is recorded.", {
      title: `Tell ${winnerOf(answer, act)} of winning`,
      button: "Record the notice",
      fields: [
        {
          name: "way",
          label: "How",
          kind: "choice",
          choices: [
            { value: "face-to-face", label: "Face to face" },
            { value: "mail", label: "By mail" },
            { value: "telephone", label: "By telephone" },
            { value: "email", label: "By email" },
          ],
        },
        words("note", "Note", { hint: "As left a message, spoke in person. May stay blank." }),
      ],
    }),
  "pass-over-winner": (act, answer) =>
    order("Pass over", "The prize goes on: draw it again.", {
      title: `Pass over ${winnerOf(answer, act)}`,
      danger: true,
      fields: [reason("reason", "Why the winner cannot have the prize")],
    }),
  "hand-over-prize": (act, answer) =>
    order("Hand over", "The prize is handed over.", {
      title: `Hand prize ${(act.prize ?? 0) + 1} to ${winnerOf(answer, act)}`,
      fields: [words("reference", "Receipt")],
    }),
  "pay-promotion-prize": (act, answer) => payment(prizeOf(answer, act), winnerOf(answer, act)),
  "claim-prize": (_, { desk }) =>
    order("Enter a claim", "The claim is recorded.", {
      fields: [
        words("player", "Player"),
        {
          name: "prize",
          label: "Prize",
          kind: "choice",
          choices: desk.prizes.map((each) => ({ value: String(each.number), label: `Prize ${each.number + 1}: ${each.description}` })),
        },
        words("name", "Name"),
        reason("address", "Address"),
      ],
      read: (values) => ({ ...values, prize: Number(values.prize) }),
    }),
  "refuse-claim": (_, { desk }) =>
    order("Refuse", "The claim is refused: tell the claimant why.", {
      title: "Refuse the claim",
      danger: true,
      says: `Name, address and reason are kept for good.${desk.phase === "cancelled" ? " Claims stay open after a cancellation." : ""}`,
      fields: [reason("reason", "Reason")],
    }),
  "tell-refusal": () =>
    order("Claimant told", "Recorded: the claimant knows the reason.", {
      title: "The claimant was told the reason",
      button: "Record",
      says: "Whoever is not satisfied is also told of the right to complain to an inspector.",
      fields: [words("how", "How the claimant was told")],
    }),
  "raise-promotion-dispute": () =>
    order("Enter a dispute", "The dispute is recorded.", {
      fields: [words("player", "Player"), reason("about", "About")],
    }),
  "decide-promotion-dispute": () =>
    order("Decide", "The dispute is decided.", {
      title: "Decide the dispute",
      says: "The decision is final. Anyone who is not satisfied may complain to an inspector.",
      fields: [
        reason("says", "Decision"),
        { name: "complaint_right_told", label: "The person was told of the right to complain to an inspector", kind: "check" },
      ],
    }),
  "doubt-integrity": () =>
    order("Integrity is in doubt", "Recorded: tell the inspector.", {
      title: "The promotion or a draw was compromised",
      button: "Record the finding",
      danger: true,
      fields: [reason("says", "What is compromised")],
    }),
  "tell-inspector": () =>
    order("Inspector told", "Recorded: the inspector knows.", {
      title: "The inspector was told",
      button: "Record",
      fields: [words("how", "How the inspector was told")],
    }),
  "postpone-promotion": () =>
    order("Postpone", "The promotion is postponed.", {
      title: "Postpone the promotion",
      danger: true,
      says: "There are no draws until it is resumed.",
      fields: [reason("reason", "Reason")],
    }),
  "resume-promotion": () =>
    order("Resume", "The promotion goes on.", {
      title: "Resume the promotion",
      fields: [reason("validated", "How its integrity was validated")],
    }),
  "cancel-promotion": () =>
    order("Cancel the promotion", "The promotion is cancelled.", {
      danger: true,
      says: "There are no further draws. What is owed to people stays owed. This cannot be undone.",
      fields: [reason("reason", "Reason")],
    }),
  "finish-promotion": () =>
    order("Finish", "The promotion is finished.", {
      title: "Finish the promotion",
      says: "Everything that was owed is done.",
    }),
};

/**
 * Pay prize money in the ways that are allowed.
 * @param {import("../../messages.js").DeskPrize} prize
 * @param {string} winner
 */
function payment(prize, winner) {
  const isCash = prize.kind === "cash";
  const due = (isCash ? prize.value : prize.alternative) ?? 0;
  return order(isCash ? `Pay ${money(due)}` : `Pay ${money(due)} instead`, "The prize is paid.", {
    title: `Pay ${money(due)} to ${winner}`,
    button: "Record the payment",
    fields: [
      ...prize.ways.map((way, n) => /** @type {Field} */ ({ name: way, label: WAYS[way], kind: "amount", value: n ? 0 : due })),
      ...(prize.winner_chooses ? [/** @type {Field} */ ({ name: "chosen", label: "The winner chose so", kind: "check" })] : []),
      words("reference", "Receipt"),
    ],
    read: (values) => ({ cash: 0, cheque: 0, transfer: 0, chosen: false, ...values }),
  });
}
