import type { CallOptions } from "../contract/call-options.ts";
import type { ActionIndex } from "../contract/compiled-action.ts";
import type { Execute } from "./transport.ts";
import { type ReportProgress, safeReport } from "../ground/call-progress.ts";
import { ConnectorError } from "../ground/errors.ts";
import type { Dict } from "../ground/json.ts";
import { readParams } from "./params/correct-params.ts";
import { meansCursor } from "./params/param-names.ts";

/**
 * Creates the object for an entity, such as `shop.orders`, with one method per action. Each list method has a
 * method `all`, which reads all pages: `shop.orders.list.all()`.
 */
export function methodsOf(lookup: ActionIndex, execute: Execute, entity: string): object {
  const methods: Record<string, unknown> = {};
  for (const [name, action, { paginated }] of lookup.all) {
    if (name !== entity) continue;
    const method = (params?: unknown, options?: CallOptions) => execute(entity, action, params, options);
    methods[action] = paginated
      ? Object.assign(method, {
          all: (params?: unknown, options?: CallOptions) =>
            allPages((page) => execute(entity, action, page, options), params, options?.onProgress),
        })
      : method;
  }
  return Object.freeze(methods);
}

/**
 * Yields every item of a list. Each page is fetched when the caller asks for the first item of the page.
 * @throws ConnectorError `upstream_invalid_response` if the platform returns the same cursor twice, because the loop
 * would never end
 */
export async function* allPages(
  fetchPage: (params: Dict) => ReturnType<Execute>,
  given: unknown,
  onProgress?: ReportProgress,
): AsyncGenerator<unknown> {
  const first = readParams(given, []);
  // The caller's cursor selects the first page only. The caller can pass the cursor under another name, such as
  // `pageToken`.
  const rest = Object.fromEntries(Object.entries(first).filter(([name]) => !meansCursor(name)));
  const seen = new Set<string>();
  const report = safeReport(onProgress);
  let done = 0;
  let cursor: string | undefined;
  do {
    const { data, meta } = await fetchPage(cursor === undefined ? first : { ...rest, cursor }).catch(
      (error: unknown) => {
        throw cursor === undefined ? error : withCursor(error, cursor, done);
      },
    );
    if (Array.isArray(data)) {
      done += data.length;
      report?.({ kind: "items", message: `${done} items were read.`, done });
      yield* data;
    }
    cursor = meta.next_cursor;
    if (cursor !== undefined && seen.has(cursor))
      throw new ConnectorError("upstream_invalid_response", "The platform gave the same page cursor twice.", {
        hint: "Some items were not read. Start again.",
        retryable: false,
      });
    if (cursor !== undefined) seen.add(cursor);
  } while (cursor !== undefined);
}

/** Adds the cursor of the page that could not be read, so that the caller can read the rest later. */
function withCursor(error: unknown, next_cursor: string, done: number): unknown {
  if (!ConnectorError.is(error)) return error;
  const { code, message, hint, ...fields } = error.toJSON();
  const rest = `${done} items were read. To read the rest, pass cursor: "${next_cursor}".`;
  return new ConnectorError(code, message, {
    ...fields,
    hint: hint === undefined ? rest : `${hint} ${rest}`,
    next_cursor,
  });
}
