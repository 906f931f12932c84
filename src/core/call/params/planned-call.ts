import type { CompiledAction } from "../../contract/compiled-action.ts";
import { strongest, type Effect } from "../../contract/effect.ts";
import { deepFreeze } from "../../ground/deep-freeze.ts";
import { cut, type Dict } from "../../ground/json.ts";
import { effectOf } from "../../policy/policy.ts";
import { invalidParams } from "./invalid-params.ts";
import { normalizeParams, readParams, type ParamRules } from "./correct-params.ts";

export interface Controls {
  limit: number | undefined;
  cursor: string | undefined;
  fields: readonly string[] | undefined;
  /**
   * The fields that a model has chosen, if the call is sent without `fields`. The result has all fields, but names are
   * looked up only for these fields.
   */
  shown?: readonly string[] | undefined;
  dry_run: boolean | undefined;
}

/** A call with a known action and valid, corrected params. Later steps never use the caller's input. */
export interface PlannedCall {
  readonly compiled: CompiledAction;
  /** The validated params, without the control params. */
  readonly params: Dict;
  /** The frozen, corrected params before validation, including the control params. */
  readonly input: Dict;
  readonly controls: Readonly<Controls>;
  /** The effect that follows from the params. The action's `guard` can replace this effect later. */
  readonly effect: Effect;
  /** Descriptions of the corrections, for `meta.normalized` of the result. */
  readonly notes: readonly string[];
}

export type Plan = {
  compiled: CompiledAction;
  /** The names of the params that the caller passed, for the event of `onCall`. */
  given: readonly string[];
} & ({ call: PlannedCall; error?: undefined } | { call?: undefined; error: unknown });

/** Plans a call of one action. For invalid params, the returned plan contains the error. */
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

/** @throws ConnectorError `invalid_params` */
function validated(
  connector: ParamRules,
  compiled: CompiledAction,
  given: Dict,
  notes: string[],
): PlannedCall {
  const { effect } = compiled.definition;
  const input = normalizeParams(given, compiled.json, connector, notes, strongest(effect) === "read");
  const checked = compiled.validate(input);
  if ("issues" in checked) throw invalidParams(compiled, checked.issues, input, connector);
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

export function withoutFields(call: PlannedCall): PlannedCall {
  const { fields: _fields, ...input } = call.input;
  return { ...call, input, controls: { ...call.controls, fields: undefined, shown: call.controls.fields } };
}
