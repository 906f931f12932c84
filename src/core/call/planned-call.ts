import type { CompiledAction } from "../contract/compiled-action.ts";
import { type Effect, strongest } from "../contract/effect.ts";
import type { Dict } from "../ground/json.ts";
import { effectOf } from "../policy/policy.ts";
import { invalidParams } from "./invalid-params.ts";
import { type Meanings, normalizeParams } from "./normalize.ts";

/** A call as it will be made: normalised, validated, its effect decided. Throws `invalid_params`. */
export function plan(connector: Meanings, compiled: CompiledAction, given: Dict, notes: string[]): Plan {
  const normalized = normalizeParams(
    given,
    compiled.json,
    connector,
    notes,
    strongest(compiled.definition.effect) === "read",
  );
  const checked = compiled.validate(normalized);
  if ("issues" in checked) throw invalidParams(compiled, checked.issues, given);
  const controls = splitControls(checked.value, compiled);
  return { ...controls, normalized, effect: effectOf(compiled.definition.effect, controls.params) };
}

interface Plan extends Controls {
  effect: Effect;
  /** The params as the caller should have written them. */
  normalized: Dict;
}

interface Controls {
  limit: number | undefined;
  cursor: string | undefined;
  fields: readonly string[] | undefined;
  dry_run: boolean | undefined;
  params: Dict;
}

function splitControls(value: Dict, { controls }: CompiledAction): Controls {
  const params: Dict = {};
  const taken: Dict = {};
  for (const [name, one] of Object.entries(value)) (controls.includes(name) ? taken : params)[name] = one;
  // Validated against the schemas of controls.ts just now.
  return { limit: undefined, cursor: undefined, fields: undefined, dry_run: undefined, ...taken, params };
}
