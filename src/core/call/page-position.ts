import type { Result } from "../contract/result.ts";
import { foreignCursor } from "../wire/paging.ts";
import type { TransportCall } from "./transport.ts";

// If a page is too long for a model, a tool shows only the first items of the page. Platforms have no cursor for the
// middle of a page. Therefore, this package makes a cursor that contains the platform's cursor and an index. `~12~abc`
// starts at the item with index 12 of the page whose cursor is `abc`. `~12-13~abc` returns only the item with index 12.

export interface PagePosition {
  /** The index of the first item to return. */
  from: number;
  /** The index after the last item to return. Default: the end of the page. */
  to?: number | undefined;
  /** The platform's cursor of the page. Undefined for the first page. */
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

export function itemsAt({ data, meta }: Result, { from, to }: PagePosition): Result {
  const { next_cursor, ...rest } = meta;
  const items = Array.isArray(data) ? data.slice(from, to) : data;
  if (to !== undefined) {
    const end = meta.has_more === undefined ? {} : { has_more: false };
    return { data: items, meta: { ...rest, ...end } };
  }
  if (next_cursor === undefined || !position.test(next_cursor)) return { data: items, meta };
  // The platform's cursor looks like a position. Wrapped in a position, the cursor reaches the platform unchanged.
  return { data: items, meta: { ...meta, next_cursor: writePosition({ from: 0, cursor: next_cursor }) } };
}

/**
 * Splits the cursor of a call into the position and the platform's cursor.
 * @throws ConnectorError `invalid_params` if the cursor contains a platform's cursor, but the action has no pages
 */
export function atPosition(call: TransportCall): { call: TransportCall; position: PagePosition } {
  const { compiled, controls } = call.planned;
  const position = readPosition(controls.cursor);
  const { cursor } = position;
  if (cursor !== undefined && !(compiled.definition.paginated && compiled.operation?.paging))
    throw foreignCursor();
  return { call: { ...call, planned: { ...call.planned, controls: { ...controls, cursor } } }, position };
}
