import { liveOn } from "../live/page.ts";
import { checklist } from "../live/platforms.ts";
import type { Result } from "../live/results.ts";

/** What the proofs of a connector mean, and which proof each action has. */
export interface Proofs {
  /** The meaning of each proof, by its name. */
  meanings: Readonly<Record<string, string>>;
  /** @param action such as `messages.create` */
  of(action: string): string;
}

/** Returns a function that says what proves an action, with the day of its last check with a real account. */
export const proofText =
  (connector: string, { of }: Proofs, results: readonly Result[]) =>
  (action: string): string => {
    const day = liveOn(`${connector}/${action}`, checklist, results);
    return day === undefined ? of(action) : `${of(action)}, live on ${day}`;
  };

/** Returns the table that explains the column Proof. */
export const proofLegend = ({ meanings }: Proofs, texts: readonly string[]): string[] => [
  "| Proof | Meaning |",
  "|---|---|",
  ...Object.entries(meanings).flatMap(([proof, says]) =>
    texts.some((text) => text.split(", ")[0] === proof) ? [`| ${proof} | ${says} |`] : [],
  ),
  texts.some((text) => text.includes("live on"))
    ? "| live | On this day, [a check](live.md) has sent the request of the action with a real account |"
    : "| live | A check with a real account has sent the request of the action. No action has this proof yet |",
];
