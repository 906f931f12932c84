import { type Dict, isDict } from "../../core/ground/json.ts";
import type { Paging } from "../../core/contract/wire/paging.ts";
import { snakeCase } from "../names.ts";
import { entriesOf, textOf } from "./document.ts";

export interface ListParts {
  /** The field of the response that contains the items. */
  pick: string;
  /** The schema of an item. */
  item: unknown;
  /** Absent if the whole list is in one response. */
  paging?: Paging | undefined;
  guess?: string | undefined;
}

const sizeNames = ["maxResults", "pageSize"];
/** A page of more items is too long for a model. */
const mostByDefault = 100;

/**
 * Returns the parts of a list, or undefined if the response is no list. `inputs`: the params and the fields of the
 * request body, by name.
 */
export function listPartsOf(
  name: string,
  inputs: ReadonlyMap<string, Dict>,
  response: Dict | undefined,
): ListParts | undefined {
  const fields = entriesOf(response?.properties);
  const hasPages = inputs.has("pageToken") && fields.some(([field]) => field === "nextPageToken");
  if (!hasPages && !/^list/i.test(name)) return undefined;
  const lists = fields.filter(([, { type, items }]) => type === "array" && isDict(items));
  const record = lists.find(([, { items }]) => (items as Dict).$ref !== undefined);
  const chosen = lists.find(([field]) => field === "items") ?? named(name, lists) ?? record ?? lists[0];
  if (chosen === undefined || (!hasPages && lists.length > 1)) return undefined;
  const [pick, { items }] = chosen;
  const others = lists.length > 1 && pick !== "items" ? ` The response has ${lists.length} lists, and ${pick} counts as its items.` : ""; // prettier-ignore
  if (!hasPages) return { pick, item: items };
  const limit = sizeNames.find((one) => inputs.has(one));
  const size = sizeOf(limit === undefined ? {} : inputs.get(limit)!);
  const unknown = size.max === undefined ? " The document does not say how many items a page can have." : "";
  const { usual = 50, max = Math.max(usual, mostByDefault) } = size;
  return {
    pick,
    item: items,
    paging: {
      kind: "cursor",
      cursor: "pageToken",
      next: "nextPageToken",
      ...(limit === undefined ? {} : { limit }),
      default: Math.min(usual, max, mostByDefault),
      max,
    },
    guess: `${unknown}${others}`.trim() || undefined,
  };
}

const named = (name: string, lists: readonly [string, Dict][]) => {
  const words = snakeCase(name).split("_");
  return lists.find(([field]) => words.includes(snakeCase(field)));
};

/** Reads the page sizes from the fields or from the text of the param. */
function sizeOf(param: Dict): { usual?: number | undefined; max?: number | undefined } {
  const text = (textOf(param.description) ?? "").slice(0, 2000).replaceAll(",", "");
  const most = numberIn(param.maximum) ?? numberIn(/(?:maximum|larger than|at most|up to|exceed|max)\b[^.\d]{0,60}(\d+)/i.exec(text)?.[1]); // prettier-ignore
  const usual = numberIn(param.default) ?? numberIn(/defaults?\b[^.\d]{0,60}(\d+)|(\d+)(?: \w+)? by default/i.exec(text)?.slice(1).find(Boolean)); // prettier-ignore
  return { usual, max: most !== undefined && (usual === undefined || most >= usual) ? most : undefined };
}

const numberIn = (value: unknown): number | undefined => {
  const number = value === undefined || value === "" ? NaN : Number(value);
  return Number.isInteger(number) && number >= 1 && number <= 100_000 ? number : undefined;
};
