import { hiddenText } from "../contract/policy.ts";
import type { Meta } from "../contract/result.ts";
import { ConnectorError } from "../ground/errors.ts";
import type { Dict } from "../ground/json.ts";
import { type ActionShape, type IdLimit, allowListHint, notAllowed, allowListParams } from "./allow-list.ts";

// Errors, hints and results must not contain names and ids that are not on a policy's allow-list.

/**
 * Replaces an error about an unknown name with `policy_denied`, if the param with the name has an allow-list. The
 * original error could suggest names that are not allowed.
 */
export function denyUnresolvedName(
  limits: readonly IdLimit[],
  action: ActionShape,
  { given, error }: { given: Dict; error: unknown },
): unknown {
  if (!ConnectorError.is(error) || error.code !== "invalid_params") return error;
  const { name, index } = paramOf(error);
  for (const limit of limits)
    if (allowListParams(limit.rules, action).includes(name))
      return notAllowed(action, limit, name, [given[name]].flat()[index]);
  return error;
}

/** Replaces the hint of an error if the wrong param has an allow-list. The old hint could list ids not on this list. */
export function withAllowedHint(limits: readonly IdLimit[], error: unknown): unknown {
  if (!ConnectorError.is(error) || error.hint === undefined) return error;
  const { name } = paramOf(error);
  const limited = limits.find(({ rules }) => rules.params.includes(name));
  if (!limited) return error;
  const { code, message, ...fields } = error.toJSON();
  return new ConnectorError(code, message, { ...fields, hint: allowListHint(limited.ids) });
}

export type Hide = <Value>(value: Value) => Value;

/** Creates the function that hides what is not allowed, or returns undefined if there is nothing to hide. */
export function createHide(limits: readonly IdLimit[], params: Dict): Hide | undefined {
  const kinds = limits.flatMap(({ rules: { hide }, allows }) =>
    hide ? [(value: unknown) => hide(value, allows, params)] : [],
  );
  if (kinds.length === 0) return undefined;
  return <Value>(value: Value) => kinds.reduce<unknown>((part, hide) => hide(part), value) as Value;
}

export function hideInError(hide: Hide | undefined, error: unknown): unknown {
  if (!hide || !ConnectorError.is(error)) return error;
  const shown = error.toJSON();
  const kept = hide(shown);
  return JSON.stringify(kept) === JSON.stringify(shown) ? error : ConnectorError.fromJSON(kept);
}

/** Removes an undo call that contains hidden values, because such a call could not restore the old values. */
export function withoutHiddenUndo({ undo, ...meta }: Meta): Meta {
  return undo === undefined || JSON.stringify(undo).includes(hiddenText) ? meta : { ...meta, undo };
}

/** Reads a path such as `params.channels[2]`. */
function paramOf({ path = "" }: ConnectorError): { name: string; index: number } {
  const [, name = "", index = "0"] = /^params\.(\w+)(?:\[(\d+)\])?$/.exec(path) ?? [];
  return { name, index: Number(index) };
}
