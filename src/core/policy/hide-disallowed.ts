import { type Places, hiddenText } from "../contract/policy.ts";
import type { Meta } from "../contract/result.ts";
import { ConnectorError } from "../ground/errors.ts";
import type { Dict } from "../ground/json.ts";
import {
  type AllowListPolicy,
  type ActionShape,
  allowedIds,
  allowListHint,
  notAllowed,
  allowListParams,
} from "./allow-list.ts";

// Errors, hints and results must not contain names and ids that are missing from the allow-list of a policy.

/**
 * If the error is about the name of a thing whose kind has an allow-list, such as a channel, returns an error
 * `policy_denied` instead. The original error could suggest names that are not allowed. Returns every other error
 * unchanged.
 */
export function denyUnresolvedName(
  places: Places,
  policies: readonly AllowListPolicy[],
  action: ActionShape,
  { given, error }: { given: Dict; error: unknown },
): unknown {
  if (!ConnectorError.is(error) || error.code !== "invalid_params") return error;
  const { name, index } = paramOf(error);
  for (const [kind, allowed] of Object.entries(allowedIds(policies)))
    if (allowListParams(places[kind]!, action).includes(name))
      return notAllowed(action, kind, allowed, name, [given[name]].flat()[index]);
  return error;
}

/**
 * If an error is about a param whose ids are on an allow-list, replaces the hint of the error. The original hint
 * could list ids that are not allowed.
 */
export function withAllowedHint(
  places: Places,
  policies: readonly AllowListPolicy[],
  error: unknown,
): unknown {
  if (!ConnectorError.is(error) || error.hint === undefined) return error;
  const { name } = paramOf(error);
  const limited = Object.entries(allowedIds(policies)).find(([kind]) => places[kind]!.params.includes(name));
  if (!limited) return error;
  const { code, message, ...fields } = error.toJSON();
  return new ConnectorError(code, message, { ...fields, hint: allowListHint(limited[1]) });
}

/** Returns a copy of a value, in which everything that the allow-list does not allow is replaced. */
export type Hide = <Value>(value: Value) => Value;

/**
 * Returns the function that replaces everything in a result that the allow-lists do not allow. Returns undefined if
 * the kinds of things in the allow-lists have no `hide`.
 */
export function createHide(
  places: Places,
  policies: readonly AllowListPolicy[],
  params: Dict,
): Hide | undefined {
  const kinds = Object.entries(allowedIds(policies)).flatMap(([kind, allowed]) => {
    const hide = places[kind]!.hide;
    return hide ? [(value: unknown) => hide(value, (id) => allowed.includes(id), params)] : [];
  });
  if (kinds.length === 0) return undefined;
  return <Value>(value: Value) => kinds.reduce<unknown>((part, hide) => hide(part), value) as Value;
}

/** Applies `hide` to an error. Returns the same error if nothing is hidden. */
export function hideInError(hide: Hide | undefined, error: unknown): unknown {
  if (!hide || !ConnectorError.is(error)) return error;
  const shown = error.toJSON();
  const kept = hide(shown);
  return JSON.stringify(kept) === JSON.stringify(shown) ? error : ConnectorError.fromJSON(kept);
}

/**
 * Removes `undo` from `meta` if a part of the undo call is hidden. Such a call could not restore the old values.
 */
export function withoutHiddenUndo({ undo, ...meta }: Meta): Meta {
  return undo === undefined || JSON.stringify(undo).includes(hiddenText) ? meta : { ...meta, undo };
}

/** Splits the path of an error, such as `params.channels[2]`, into the name of the param and the index. */
function paramOf({ path = "" }: ConnectorError): { name: string; index: number } {
  const [, name = "", index = "0"] = /^params\.(\w+)(?:\[(\d+)\])?$/.exec(path) ?? [];
  return { name, index: Number(index) };
}
