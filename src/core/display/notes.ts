import type { Meta } from "../contract/result.ts";
import type { Note } from "./shown.ts";

/** Explains the `meta` of a result to a person: warnings, what happened to a write, and which calls can follow. */
export function notesOf(meta: Meta): Note[] {
  const { dry_run, already, recovered, repeated, currency, normalized, warnings, next_cursor, undo, reread } =
    meta;
  const notes: (Note | false)[] = [
    dry_run === true && { text: "This is a dry run: nothing was changed." },
    already !== undefined && {
      text: "Nothing was changed, because the state was already there:",
      code: already,
    },
    recovered !== undefined && {
      text: "The write succeeded, although the first response was the error",
      code: recovered,
    },
    repeated !== undefined && { text: "The write was sent again after the error", code: repeated },
    typeof currency === "string" && { text: `Amounts of money are in ${currency}.` },
    ...(normalized ?? []).map((text) => ({ text: `Corrected: ${text}` })),
    ...(warnings ?? []).map((text) => ({ text: `Warning: ${text}` })),
    next_cursor !== undefined && {
      text: "There are more. For the next page, repeat the call with the param",
      code: `cursor: ${JSON.stringify(next_cursor)}`,
    },
    undo !== undefined && {
      text: `To undo this with ${undo.entity}.${undo.action}:`,
      code: "await connector.undo(result)",
    },
    reread !== undefined && {
      text: "To read this again:",
      code: `await connector.execute(${[reread.entity, reread.action, reread.params].map((one) => JSON.stringify(one)).join(", ")})`,
    },
  ];
  return notes.filter((note) => note !== false);
}
