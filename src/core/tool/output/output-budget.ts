import type { OutputOptions } from "../../contract/tool.ts";
import type { Dict } from "../../ground/json.ts";
import { levelsOf, shortenTo } from "./shorten.ts";

export interface Budget {
  /** `part`: the available fraction of the budget. */
  fits(text: string, part?: number): boolean;
}

export const budgetOf = ({
  outputBudget = 12_000,
  countTokens = (text) => text.length,
}: OutputOptions): Budget => ({
  fits: (text, part = 1) => countTokens(text) <= outputBudget * part,
});

/**
 * Returns the largest number from 1 to `most` for which `fits` returns true, or 0. Tries small numbers first, because
 * counting the tokens of a long text is slow.
 */
export function largestThatFits(most: number, fits: (count: number) => boolean): number {
  let low = 0;
  let high = most;
  for (let step = 1; low + step <= high; step *= 2) {
    if (fits(low + step)) low += step;
    else high = low + step - 1;
  }
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (fits(middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Returns the first form that fits into the budget. If none fits, shortens the last form. */
export function firstFitting(forms: readonly (() => Dict)[], options: OutputOptions): Dict {
  const { fits } = budgetOf(options);
  let body: Dict = {};
  for (const make of forms) {
    body = make();
    if (fits(JSON.stringify(body))) return body;
  }
  const part = (level: number) => {
    const { value, missing } = shortenTo(body, level, new Map());
    return { ...(value as Dict), ...(missing.length > 0 ? { cut: `${missing.length} more` } : {}) };
  };
  const shows = (level: number) => fits(JSON.stringify(part(level)));
  return shows(0) ? part(largestThatFits(levelsOf(body), shows)) : { cut: "all" };
}
