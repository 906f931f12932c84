import type { CallOptions } from "../contract/call-options.ts";
import type { ActionIndex } from "../contract/compiled-action.ts";
import { allPages } from "./all-pages.ts";
import type { Execute } from "./transport.ts";

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
