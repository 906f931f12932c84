import type { CompiledAction } from "../contract/compiled-action.ts";
import { strongest, type Effect } from "../contract/effect.ts";
import { deepFreeze } from "../ground/deep-freeze.ts";
import { cut, type Dict } from "../ground/json.ts";
import { effectOf } from "../policy/policy.ts";
import { invalidParams } from "./invalid-params.ts";
import { normalizeParams, readParams, type ParamRules } from "./correct-params.ts";

/** The values of the control params. These params have the same names and meanings for every platform. */
export interface Controls {
  limit: number | undefined;
  cursor: string | undefined;
  fields: readonly string[] | undefined;
  dry_run: boolean | undefined;
}

/**
 * A call whose action is found and whose params are corrected and validated. All later steps use this object, and never
 * the caller's input.
 */
export interface PlannedCall {
  readonly compiled: CompiledAction;
  /** The validated params, without the control params. */
  readonly params: Dict;
  /** The corrected params before validation, including the control params. This object is frozen. */
  readonly input: Dict;
  readonly controls: Readonly<Controls>;
  /** The effect that follows from the params. The action's `guard` can replace this effect later. */
  readonly effect: Effect;
  /**
   * Descriptions of the corrections that were made to the params. The result contains these descriptions as
   * `meta.normalized`.
   */
  readonly notes: readonly string[];
}

/** The result of planning: a call or an error. */
export type Plan = {
  compiled: CompiledAction;
  /** The names of the params that the caller passed. The event for `onCall` contains these names. */
  given: readonly string[];
} & ({ call: PlannedCall; error?: undefined } | { call?: undefined; error: unknown });

/** Plans a call of one action. If the params are invalid, returns the error in the field `error` and does not throw. */
export function planCall(
  connector: ParamRules,
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

export function callOrThrow({ call, error }: Plan): PlannedCall {
  if (call === undefined) throw error;
  return call;
}

/**
 * Corrects and validates the params of a call.
 * @throws ConnectorError `invalid_params`
 */
function validated(
  connector: ParamRules,
  compiled: CompiledAction,
  given: Dict,
  notes: string[],
): PlannedCall {
  const { effect } = compiled.definition;
  const input = normalizeParams(given, compiled.json, connector, notes, strongest(effect) === "read");
  const checked = compiled.validate(input);
  if ("issues" in checked) throw invalidParams(compiled, checked.issues, given, connector.eventTokens);
  const { params, controls } = splitControls(checked.value, compiled.controls);
  return { compiled, params, input: deepFreeze(input), controls, effect: effectOf(effect, params), notes };
}

function splitControls(value: Dict, names: readonly string[]): { params: Dict; controls: Controls } {
  const params: Dict = {};
  const taken: Dict = {};
  for (const [name, one] of Object.entries(value)) (names.includes(name) ? taken : params)[name] = one;
  // The values are already validated against the schemas in `schema/control-params.ts`.
  const none = { limit: undefined, cursor: undefined, fields: undefined, dry_run: undefined };
  return { params, controls: { ...none, ...taken } };
}

/** Returns a copy of the call without the control param `fields`. The result of this copy contains whole records. */
export function withoutFields(call: PlannedCall): PlannedCall {
  const { fields: _fields, ...input } = call.input;
  return { ...call, input, controls: { ...call.controls, fields: undefined } };
}
