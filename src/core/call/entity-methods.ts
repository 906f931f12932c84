import type { CallOptions } from "../contract/call-options.ts";
import type { ActionIndex } from "../contract/compiled-action.ts";
import { ConnectorError } from "../ground/errors.ts";
import type { Dict } from "../ground/json.ts";
import { readParams } from "./normalize.ts";
import { meansCursor } from "./param-names.ts";
import type { Execute } from "./transport.ts";

/** `slack.channels`: a function per action, and `.all` on the lists. */
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
  // From the second page on the cursor is ours, by whatever name the first one came.
  const rest = Object.fromEntries(Object.entries(first).filter(([name]) => !meansCursor(name)));
  const seen = new Set<string>();
  let cursor: string | undefined;
  do {
    const { data, meta } = await fetchPage(cursor === undefined ? first : { ...rest, cursor });
    if (Array.isArray(data)) yield* data;
    cursor = meta.next_cursor;
    if (cursor !== undefined && seen.has(cursor))
      throw new ConnectorError("upstream_invalid_response", "The platform gave the same page cursor twice.", {
        hint: "Not every item was read. Start again.",
        retryable: false,
      });
    if (cursor !== undefined) seen.add(cursor);
  } while (cursor !== undefined);
}
