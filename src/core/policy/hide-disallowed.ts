import type { Places } from "../contract/policy.ts";
import { ConnectorError } from "../ground/errors.ts";
import { type Dict, isDict } from "../ground/json.ts";
import {
  type AllowListPolicy,
  type ActionShape,
  allowedIds,
  allowListHint,
  notAllowed,
  allowListParams,
} from "./allow-list.ts";

// If a policy has an allow-list, errors, hints and results must not contain the name or id of a thing that is not on
// the list.

/**
 * If the error is about the name of a thing that an allow-list limits, returns an error `policy_denied` instead. The
 * original error could suggest names that are not allowed. Returns every other error unchanged.
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
 * Replaces the hint of an error about a param whose ids are limited. The original hint could list ids that are not
 * allowed.
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

/** Removes entries from `meta.names` (names by id) and `meta.ids` (ids by name) if their ids are not allowed. */
export function hideDisallowedNames<Meta extends Dict>(
  places: Places,
  policies: readonly AllowListPolicy[],
  meta: Meta,
): Meta {
  const { names, ids } = meta;
  const limited = Object.entries(allowedIds(policies));
  const may = (id: unknown) =>
    !limited.some(
      ([kind, allowed]) => places[kind]!.named?.test(String(id)) && !allowed.includes(String(id)),
    );
  const keep = (field: string, all: unknown, idOf: (entry: [string, unknown]) => unknown) =>
    isDict(all)
      ? { [field]: Object.fromEntries(Object.entries(all).filter((entry) => may(idOf(entry)))) }
      : {};
  return limited.length === 0
    ? meta
    : { ...meta, ...keep("names", names, ([id]) => id), ...keep("ids", ids, ([, id]) => id) };
}

/** Splits the path of an error, such as `params.channels[2]`, into the name of the param and the index. */
function paramOf({ path = "" }: ConnectorError): { name: string; index: number } {
  const [, name = "", index = "0"] = /^params\.(\w+)(?:\[(\d+)\])?$/.exec(path) ?? [];
  return { name, index: Number(index) };
}
