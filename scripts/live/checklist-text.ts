import type { Entry } from "./behaviour.ts";

export const checklistText = (checklist: readonly Entry[]): string =>
  checklist
    .map(({ id, assumed, usedIn, sends, reads, writes, asks = false }) =>
      [
        `${id} (${writes ? "writes" : "reads only"}${asks ? ", asks a person" : ""})`,
        `  Assumed:   ${assumed}`,
        `  Used in:   ${usedIn}`,
        `  Sends:     ${sends}`,
        `  Confirmed: ${reads}`,
      ].join("\n"),
    )
    .join("\n\n");
