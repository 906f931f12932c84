import type { Proofs } from "./proof.ts";

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

const meanings: Proofs["meanings"] = {
  recorded:
    "The action sends the same request as an exchange that was recorded with Notion in July 2026, with the version `2025-09-03`. Its result contains every text of the recorded response",
  documented: "The request follows Notion's documentation. Nobody has recorded it",
};

export const notionProofs: Proofs = {
  meanings,
  of: (name) => (documented.has(name) ? "documented" : "recorded"),
};
