export type Proof = "emulated" | "imitated" | "documented";

const meanings: Readonly<Record<Proof | "live", string>> = {
  emulated: "The request keeps to Google's API description. The package `emulate`, which others wrote, has answered it, and a test has compared the mailbox or the calendar before and after",
  imitated: "The request keeps to Google's API description. An imitation of this project, which follows Google's documentation, has answered it",
  documented: "The request keeps to Google's API description",
  live: "A check with a real account has run the action. No action has this proof",
}; // prettier-ignore

/** Returns the section that says what proved each action of a connector to Google. */
export function proofSection(
  actions: Readonly<Record<string, object>>,
  proofOf: (name: string) => Proof,
): string {
  const names = Object.entries(actions).flatMap(([entity, all]) =>
    Object.keys(all).map((action) => `${entity}.${action}`),
  );
  const used = new Set<string>([...names.map(proofOf), "live"]);
  return [
    "## What proved each action",
    "",
    "| Proof | Meaning |",
    "|---|---|",
    ...Object.entries(meanings).flatMap(([proof, says]) => (used.has(proof) ? [`| ${proof} | ${says} |`] : [])), // prettier-ignore
    "",
    "| Action | Proof |",
    "|---|---|",
    ...names.toSorted().map((name) => `| \`${name}\` | ${proofOf(name)} |`),
  ].join("\n");
}
