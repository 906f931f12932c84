import { readPosition, writePosition } from "../../call/page-position.ts";
import type { CompiledAction } from "../../contract/compiled-action.ts";
import type { Meta } from "../../contract/result.ts";
import { isPart, writeField } from "../../ground/field-part.ts";
import type { Dict } from "../../ground/json.ts";
import type { Budget } from "./output-budget.ts";
import type { Shortened } from "./shorten.ts";

/** The calls of the same action that get the missing parts of a result. Undefined means that there is no such call. */
export interface NextCalls {
  /** Returns the call for the items after the first `count` items of this page. */
  items(count: number): Dict | undefined;
  /** Returns the call for the page at the platform's `cursor`. */
  page(cursor: string): Dict | undefined;
  /**
   * Returns the call for the cut parts of a record. `index`: the position of the record in a list. With `meta.reread`,
   * this is a call of another action.
   */
  parts(shown: Shortened, index?: number): Dict | undefined;
  /** Returns the call for fields of the items at some positions of the list. */
  whole(positions: readonly number[], fields: readonly string[]): Dict | undefined;
  /** Explains how to get the missing parts. */
  hint(missing: Missing): { hint?: string };
}

interface Missing {
  items: boolean;
  /** Whether something inside a record is cut. */
  cut: boolean;
  /** Whether texts are shown only around the words of a search. */
  partly?: boolean;
  /** The call for the other items, if the output contains such a call. */
  next?: Dict | undefined;
  /** The call for the cut parts, if the output contains such a call. */
  rest?: Dict | undefined;
}

export function nextCalls(
  { controls, definition, fields: declared }: CompiledAction,
  params: Dict,
  { reread }: Meta,
  { fits }: Budget,
): NextCalls {
  const page = readPosition(typeof params.cursor === "string" ? params.cursor : undefined);
  const partial = new Set<Dict>();
  /** Returns the changed params. Returns only the changes if the params are too long. */
  const changed = (changes: Dict, room: number): Dict | undefined => {
    const call = { ...params, ...changes };
    if (fits(JSON.stringify(call), room)) return call;
    partial.add(changes);
    return fits(JSON.stringify(changes), room) ? changes : undefined;
  };
  /**
   * Returns whether `fields` can name a field without a position. A field that only the `view` has needs a position,
   * such as `text@0`.
   */
  const named = (field: string) => !definition.view || declared.includes(field) || isPart(field);
  const cursor = controls.includes("cursor");
  /** Returns the call for fields of the items from a position up to another one. */
  const ofItems = (first: number, end: number, fields: readonly string[]) => {
    const [from, to] = [page.from + first, page.from + end];
    return cursor
      ? changed({ cursor: writePosition({ from, to, cursor: page.cursor }), fields }, 1 / 2)
      : undefined;
  };
  return {
    items: (count) =>
      cursor ? changed({ cursor: writePosition({ ...page, from: page.from + count }) }, 1 / 2) : undefined,
    page: (next) => changed({ cursor: next }, 1 / 2),
    parts({ cuts, missing }, index) {
      const fields = [
        ...cuts.map(({ path, shown }) => (path === "" ? "" : writeField({ path, from: shown }))),
        ...missing.map((field) => (named(field) ? field : `${field}@0`)),
      ];
      if (fields.length === 0 || fields.includes("") || !controls.includes("fields")) return undefined;
      if (reread) return { ...reread, params: { ...reread.params, fields } };
      return index === undefined ? changed({ fields }, 1 / 2) : ofItems(index, index + 1, fields);
    },
    whole: (positions, fields) =>
      positions.length > 0
        ? ofItems(
            positions[0]!,
            positions.at(-1)! + 1,
            fields.map((field) => (named(field) ? field : `${field}@0`)),
          )
        : undefined,
    hint({ items, cut, partly, next, rest }) {
      const sentences = [
        items && next && "Call next for the other items.",
        items && !next && "The other items do not fit: ask for fewer fields, or for less.",
        partly &&
          rest &&
          !cut &&
          "Long texts show the places around the query's words. Call rest for whole texts.",
        partly &&
          (!rest || cut) &&
          "Long texts show the places around the query's words. For whole texts, ask for the field.",
        cut && rest && "Call rest for cut parts.",
        cut && !rest && "Cut parts do not fit: ask for fewer fields, or for less.",
        next && partial.has(next) && "Add the other params to next.",
        rest && partial.has(rest) && "Add the other params to rest.",
      ].filter((one) => typeof one === "string");
      return sentences.length > 0 ? { hint: sentences.join(" ") } : {};
    },
  };
}
