import type { Entry } from "./behaviour.ts";

export const checklistText = (checklist: readonly Entry[]): string =>
  checklist
    .map(({ id, assumed, decides, usedIn, sends, reads, writes }) =>
      [
        `${id} (${decides}, ${writes ? "writes" : "reads only"})`,
        `  Assumed:   ${assumed}`,
        `  Used in:   ${usedIn}`,
        `  Sends:     ${sends}`,
        `  Confirmed: ${reads}`,
      ].join("\n"),
    )
    .join("\n\n");
