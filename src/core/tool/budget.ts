import type { OutputOptions } from "../contract/tool.ts";
import type { Dict } from "../ground/json.ts";
import { levelsOf, shortenTo } from "./shorten.ts";

/** The room that a text for a model has. */
export interface Budget {
  /** May the text take this part of the budget? */
  fits(text: string, part?: number): boolean;
}

export const budgetOf = ({
  outputBudget = 12_000,
  countTokens = (text) => text.length,
}: OutputOptions): Budget => ({
  fits: (text, part = 1) => countTokens(text) <= outputBudget * part,
});

/** The largest number up to `most` whose text fits, or 0. The search starts small, since counting a long text is slow. */
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

/** The first form that fits. If none does, the last is shortened. */
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
