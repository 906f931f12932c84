import type { CompiledAction } from "../contract/compiled-action.ts";
import { strongest, type Effect } from "../contract/effect.ts";
import { deepFreeze } from "../ground/deep-freeze.ts";
import { cut, type Dict } from "../ground/json.ts";
import { effectOf } from "../policy/policy.ts";
import { invalidParams } from "./invalid-params.ts";
import { normalizeParams, readParams, type Meanings } from "./normalize.ts";

/** The params that core adds to every action, and removes before the platform sees them. */
export interface Controls {
  limit: number | undefined;
  cursor: string | undefined;
  fields: readonly string[] | undefined;
  dry_run: boolean | undefined;
}

/**
 * A call whose action is found and whose params are copied, normalized and validated. Approval, order, policy, transport
 * and output read this object, and never the raw input again.
 */
export interface PlannedCall {
  readonly compiled: CompiledAction;
  /** The params as the action's schema returns them, without the controls. */
  readonly params: Dict;
  /** The params as the caller should have written them, with the controls. Frozen. */
  readonly input: Dict;
  readonly controls: Readonly<Controls>;
  /** The effect according to the params. A guard, which reads the current record, may change it later. */
  readonly effect: Effect;
  /** The changes that were made to the input: `meta.normalized`. */
  readonly notes: readonly string[];
}

/** The result of planning: a call that may run, or the reason why it may not. */
export type Plan = {
  compiled: CompiledAction;
  /** Names of the params as they came, for events. */
  given: readonly string[];
} & ({ call: PlannedCall; error?: undefined } | { call?: undefined; error: unknown });

/** Plans a call of one action. Never throws: a refusal is in `error`. */
export function planCall(
  connector: Meanings,
  compiled: CompiledAction,
  raw: unknown,
  notesBefore: readonly string[] = [],
): Plan {
  const notes = [...notesBefore];
  let given: readonly string[] = [];
  try {
    const params = readParams(raw, notes);
    given = Object.keys(params)
      .slice(0, 50)
      .map((name) => cut(name, 60));
    return { compiled, given, call: validated(connector, compiled, params, notes) };
  } catch (error) {
    return { compiled, given, error };
  }
}

/** The planned call itself, for a caller that wants the refusal thrown. */
export function callOf({ call, error }: Plan): PlannedCall {
  if (call === undefined) throw error;
  return call;
}

/** @throws ConnectorError `invalid_params` */
function validated(connector: Meanings, compiled: CompiledAction, given: Dict, notes: string[]): PlannedCall {
  const { effect } = compiled.definition;
  const input = normalizeParams(given, compiled.json, connector, notes, strongest(effect) === "read");
  const checked = compiled.validate(input);
  if ("issues" in checked) throw invalidParams(compiled, checked.issues, given);
  const { params, controls } = splitControls(checked.value, compiled.controls);
  return { compiled, params, input: deepFreeze(input), controls, effect: effectOf(effect, params), notes };
}

function splitControls(value: Dict, names: readonly string[]): { params: Dict; controls: Controls } {
  const params: Dict = {};
  const taken: Dict = {};
  for (const [name, one] of Object.entries(value)) (names.includes(name) ? taken : params)[name] = one;
  // The schemas of schema/controls.ts have just validated them.
  const none = { limit: undefined, cursor: undefined, fields: undefined, dry_run: undefined };
  return { params, controls: { ...none, ...taken } };
}

/** The same call for the whole record: its `fields` are applied to the result later, by `chooseFields`. */
export function withoutFields(call: PlannedCall): PlannedCall {
  const { fields: _fields, ...input } = call.input;
  return { ...call, input, controls: { ...call.controls, fields: undefined } };
}
