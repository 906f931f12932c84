import type { Result } from "../contract/result.ts";
import { ConnectorError } from "../ground/errors.ts";
import type { TransportCall } from "./transport.ts";

// An output may show only the first items of a page. No platform has a cursor for the middle of a page, so our cursor
// contains the platform's. `~12~abc` starts at item 12 of the page at cursor `abc`. `~12-13~abc` is that item alone.

export interface PagePosition {
  /** Index of the first item to return. */
  from: number;
  /** Index of the item to stop before. By default the list continues to its end. */
  to?: number | undefined;
  /** The platform's cursor of the page. The first page has none. */
  cursor: string | undefined;
}

const position = /^~(\d{1,9})(?:-(\d{1,9}))?~(.*)$/s;

export function readPosition(cursor: string | undefined): PagePosition {
  const [, from, to, inner] = position.exec(cursor ?? "") ?? [];
  if (from === undefined) return { from: 0, cursor };
  return {
    from: Number(from),
    to: to === undefined ? undefined : Number(to),
    cursor: inner === "" ? undefined : inner,
  };
}

export const writePosition = ({ from, to, cursor = "" }: PagePosition): string =>
  `~${from}${to === undefined ? "" : `-${to}`}~${cursor}`;

/** Returns the items of a page that a position selects. */
export function itemsAt({ data, meta }: Result, { from, to }: PagePosition): Result {
  const { next_cursor, ...rest } = meta;
  const items = Array.isArray(data) ? data.slice(from, to) : data;
  if (to !== undefined) {
    const end = meta.has_more === undefined ? {} : { has_more: false };
    return { data: items, meta: { ...rest, ...end } };
  }
  if (next_cursor === undefined || !position.test(next_cursor)) return { data: items, meta };
  // The platform's own cursor looks like one of ours.
  return { data: items, meta: { ...meta, next_cursor: writePosition({ from: 0, cursor: next_cursor }) } };
}

/**
 * Returns the call with the platform's own cursor, and the position in the page.
 * @throws ConnectorError `invalid_params` for a cursor of another list
 */
export function atPosition(call: TransportCall): { call: TransportCall; position: PagePosition } {
  const { compiled, controls } = call.planned;
  const position = readPosition(controls.cursor);
  const { cursor } = position;
  if (cursor !== undefined && !(compiled.definition.paginated && compiled.operation?.paging))
    throw new ConnectorError("invalid_params", "cursor: this is not a cursor of this list.", {
      path: "params.cursor",
      hint: "Pass the cursor of `next`, or start again without cursor.",
    });
  return { call: { ...call, planned: { ...call.planned, controls: { ...controls, cursor } } }, position };
}
