import type { ConnectorClass } from "../../src/index.ts";
import type { ActionDescription } from "../../src/core/contract/compiled-action.ts";
import type { Result } from "../../src/core/contract/result.ts";
import { isDict } from "../../src/core/ground/json.ts";

/** A connector that the playground can run, because it has a sandbox. */
export interface Playable {
  Connector: Pick<ConnectorClass, "describe" | "compiled">;
  /** Opens the connector on a new sandbox, as the option `--sandbox` of the command does. */
  open(): Opened;
  samples: readonly Sample[];
  /** Params that the examples of all actions get, if the action has them. */
  always?: Readonly<Record<string, unknown>>;
}

/** A connector on a sandbox, which keeps what the calls change. */
export interface Opened {
  execute(entity: string, action: string, params?: unknown): Promise<Result>;
}

/**
 * What the sandbox has in place of the ids in the examples of the reference: values by the names of params and of their fields,
 * for the actions whose full names match. A later sample comes before an earlier one.
 */
export type Sample = readonly [actions: RegExp, values: Readonly<Record<string, unknown>>];

/** Returns the example of an action, with ids of the sandbox. `name`: the full name, such as `channels.list`. */
export function exampleFor(
  { samples, always = {} }: Pick<Playable, "samples" | "always">,
  name: string,
  { example, params }: Pick<ActionDescription, "example" | "params">,
): unknown {
  const values: Record<string, unknown> = Object.assign(
    {},
    ...samples.flatMap(([actions, all]) => (actions.test(name) ? [all] : [])),
  );
  const added = Object.entries(always).filter(([param]) => Object.hasOwn(params.properties ?? {}, param));
  return { ...Object.fromEntries(added), ...(withValues(example, values) as object) };
}

function withValues(example: unknown, values: Readonly<Record<string, unknown>>): unknown {
  if (Array.isArray(example)) return example.map((item) => withValues(item, values));
  if (!isDict(example)) return example;
  return Object.fromEntries(
    Object.entries(example).map(([name, value]) => [
      name,
      Object.hasOwn(values, name) ? values[name] : withValues(value, values),
    ]),
  );
}
