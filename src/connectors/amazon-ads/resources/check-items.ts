import type { Issue } from "../../../core/ground/errors.ts";
import { type Dict, dicts, isDict } from "../../../core/ground/json.ts";
import { checkPeriod } from "../dates/check-period.ts";

/** `path`: the path of the item, such as `productAds[0]`. */
export type CheckItem = (item: Dict, path: string) => Issue[];

/** Returns a function that checks the dates of each item and of the item's budget, and calls `checkItem`. */
export const checkItems =
  (itemsParam: string, checkItem: CheckItem = () => []) =>
  (params: Dict): Issue[] => {
    const items = dicts(params[itemsParam]);
    return items.flatMap((item, index) => {
      const path = `${itemsParam}[${index}]`;
      const budget = isDict(item.budget) ? checkPeriod(item.budget, `${path}.budget`) : [];
      return [...checkPeriod(item, path), ...budget, ...checkItem(item, path)];
    });
  };

/** An ad names its product either by SKU or by ASIN. */
export const checkProduct: CheckItem = ({ sku, asin }, path) =>
  (sku === undefined) === (asin === undefined)
    ? [{ path, message: "needs either sku (sellers) or asin (vendors), not both" }]
    : [];

/** The maximum number of words in a negative phrase. Other keywords can have ten words. */
const maxPhraseWords = 4;

export const checkNegativeKeyword: CheckItem = ({ keywordText, matchType }, path) => {
  const words = String(keywordText).split(/ +/).length;
  return /phrase/i.test(String(matchType)) && words > maxPhraseWords
    ? [
        {
          path: `${path}.keywordText`,
          message: `a negative phrase has at most ${maxPhraseWords} words, this one has ${words}`,
        },
      ]
    : [];
};
