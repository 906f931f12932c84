import type { RunContext, RunResult } from "../../../core/contract/run-context.ts";

/** Operators of other search engines. Slack treats them as words. */
const operators: readonly (readonly [name: string, pattern: RegExp])[] = [
  ["OR", /(?<=\s)(OR|\|{1,2})(?=\s)/],
  ["AND", /(?<=\s)(AND|&{1,2})(?=\s)/],
  ["NOT", /(?<=^|\s)(NOT\s|!(?=\w))/],
  ["+", /(?<=^|\s)\+(?=\w)/],
  ["parentheses", /(?<=^|\s)\(.*\)(?=\s|$)/],
];

/**
 * Adds a warning if the search found nothing and the query contains operators that Slack does not have.
 * https://slack.com/help/articles/202528808-Search-in-Slack
 */
export function explainOperators(
  { data, meta }: RunResult,
  query: string,
  { cursor }: RunContext["page"],
): RunResult {
  if (!Array.isArray(data) || data.length > 0 || cursor !== undefined) return { data, meta };
  // Words in quotation marks are not operators.
  const outside = query.replaceAll(/"[^"]*"/g, '""');
  const used = operators.filter(([, pattern]) => pattern.test(outside)).map(([name]) => name);
  if (used.length === 0) return { data, meta };
  const warning = `Slack's search has no ${used.join(", ")}: it looks for messages with all words of the query. Search once for each alternative. To exclude a word, write -word.`;
  const warnings = Array.isArray(meta?.warnings) ? meta.warnings : [];
  return { data, meta: { ...meta, warnings: [...warnings, warning] } };
}
