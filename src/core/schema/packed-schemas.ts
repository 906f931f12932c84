import type { JsonSchema } from "../contract/json-schema.ts";
import { isDict } from "../ground/json.ts";
import { loadOnce } from "../ground/lazy.ts";
import type { SchemasOf } from "./compile-action.ts";
import { paramsFromTrustedSchema, paramsOnDemand } from "./params-schema.ts";

/** The schemas of all actions of a connector. The build creates this object. */
export interface PackedSchemas {
  /** Parts of schemas that occur several times. `{ "$": 3 }` in a schema stands for the part with the index 3. */
  readonly parts: readonly unknown[];
  readonly actions: Readonly<Record<string, Readonly<Record<string, PackedAction>>>>;
}

export interface PackedAction {
  readonly signature: string;
  readonly params: unknown;
  readonly result?: unknown;
  /** Whether the result is a list without pages. */
  readonly isArray?: true | undefined;
}

/** Loads the schemas of all actions, as JSON, when the first is needed. Unpacks a schema only when it is needed. */
export function packedSchemas(load: () => Promise<string>): SchemasOf {
  const withPacked = loadOnce(async () => JSON.parse(await load()) as PackedSchemas);
  return (_connector, entity, action) =>
    withPacked(async ({ parts, actions }) => {
      const { signature, params, result, isArray = false } = actions[entity]![action]!;
      return {
        params: paramsOnDemand(() => paramsFromTrustedSchema(unpack(params, parts) as JsonSchema)),
        result: () => (result === undefined ? undefined : (unpack(result, parts) as JsonSchema)),
        isArray,
        signature,
      };
    });
}

function unpack(value: unknown, parts: readonly unknown[]): unknown {
  if (Array.isArray(value)) return value.map((item) => unpack(item, parts));
  if (!isDict(value)) return value;
  if (typeof value.$ === "number") return unpack(parts[value.$], parts);
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, unpack(inner, parts)]));
}
