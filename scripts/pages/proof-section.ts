/**
 * Returns the section that says what proved each action of a connector.
 * @param meanings the meaning of each proof, by its name
 */
export function proofSection<Proof extends string>(
  actions: Readonly<Record<string, object>>,
  meanings: Readonly<Record<Proof, string>>,
  proofOf: (name: string) => NoInfer<Proof>,
): string {
  const names = Object.entries(actions).flatMap(([entity, all]) =>
    Object.keys(all).map((action) => `${entity}.${action}`),
  );
  const used = new Set<string>(names.map(proofOf));
  return [
    "## What proved each action",
    "",
    "| Proof | Meaning |",
    "|---|---|",
    ...Object.entries<string>(meanings).flatMap(([proof, says]) =>
      used.has(proof) ? [`| ${proof} | ${says} |`] : [],
    ),
    "| live | A check with a real account has run the action. No action has this proof |",
    "",
    "| Action | Proof |",
    "|---|---|",
    ...names.toSorted().map((name) => `| \`${name}\` | ${proofOf(name)} |`),
  ].join("\n");
}
