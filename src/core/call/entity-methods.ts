import type { CallOptions } from "../contract/call-options.ts";
import type { ActionIndex } from "../contract/compiled-action.ts";
import { ConnectorError } from "../ground/errors.ts";
import type { Dict } from "../ground/json.ts";
import { readParams } from "./normalize.ts";
import { meansCursor } from "./param-names.ts";
import type { Execute } from "./transport.ts";

/** Creates the methods of an entity, such as `slack.channels`: one per action, and `.all` for lists. */
export function methodsOf(lookup: ActionIndex, execute: Execute, entity: string): object {
  const methods: Record<string, unknown> = {};
  for (const [name, action, { paginated }] of lookup.all) {
    if (name !== entity) continue;
    const method = (params?: unknown, options?: CallOptions) => execute(entity, action, params, options);
    methods[action] = paginated
      ? Object.assign(method, {
          all: (params?: unknown, options?: CallOptions) =>
            eachItem((page) => execute(entity, action, page, options), params),
        })
      : method;
  }
  return Object.freeze(methods);
}

async function* eachItem(
  fetchPage: (params: Dict) => ReturnType<Execute>,
  given: unknown,
): AsyncGenerator<unknown> {
  const first = readParams(given, []);
  // Later pages use the platform's cursor, so drop the caller's, under any of its names.
  const rest = Object.fromEntries(Object.entries(first).filter(([name]) => !meansCursor(name)));
  const seen = new Set<string>();
  let cursor: string | undefined;
  do {
    const { data, meta } = await fetchPage(cursor === undefined ? first : { ...rest, cursor });
    if (Array.isArray(data)) yield* data;
    cursor = meta.next_cursor;
    if (cursor !== undefined && seen.has(cursor))
      throw new ConnectorError("upstream_invalid_response", "The platform gave the same page cursor twice.", {
        hint: "Some items were not read. Start again.",
        retryable: false,
      });
    if (cursor !== undefined) seen.add(cursor);
  } while (cursor !== undefined);
}
