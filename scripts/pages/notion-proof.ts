import * as entities from "../../src/connectors/notion/entities/index.ts";

/**
 * The actions whose requests nobody has recorded with Notion yet. A test compares all others with recorded exchanges:
 * test/connectors/notion/recorded.test.ts.
 */
const documented: ReadonlySet<string> = new Set([
  "pages.edit_markdown",
  "pages.replace_markdown",
  "data_sources.restore",
  "databases.restore",
]);

/** Returns the section that says what proved each action. */
export function notionProof(): string {
  const names = Object.entries(entities).flatMap(([entity, actions]) =>
    Object.keys(actions).map((action) => `${entity}.${action}`),
  );
  return [
    "## What proved each action",
    "",
    "| Proof | Meaning |",
    "|---|---|",
    "| recorded | The action sends the same request as an exchange that was recorded with Notion in July 2026, with the version `2025-09-03`. Its result contains every text of the recorded response |",
    "| documented | The request follows Notion's documentation. Nobody has recorded it |",
    "| live | A check with a real account has run the action. No action has this proof |",
    "",
    "| Action | Proof |",
    "|---|---|",
    ...names
      .toSorted()
      .map((name) => `| \`${name}\` | ${documented.has(name) ? "documented" : "recorded"} |`),
  ].join("\n");
}
