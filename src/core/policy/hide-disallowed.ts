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

// Who is kept to some things is not told of the others, neither by refusals and their hints nor beside a result.

/**
 * The error of a name that leads nowhere, told as if it led to something that is not allowed: which names there are, and
 * which are like it, is not for those who are kept from them. Other errors stay as they are.
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

/** An error about such a param, whose hint may tell what else there is, with what is allowed in its place. */
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

/** What is told beside a result, without the names of what is not allowed; `ids` are by name. */
export function hideDisallowedNames<Told extends Dict>(
  places: Places,
  policies: readonly AllowListPolicy[],
  told: Told,
): Told {
  const { names, ids } = told;
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
    ? told
    : { ...told, ...keep("names", names, ([id]) => id), ...keep("ids", ids, ([, id]) => id) };
}

/** `params.channels[2]` as the param and the place in its list. */
function paramOf({ path = "" }: ConnectorError): { name: string; index: number } {
  const [, name = "", index = "0"] = /^params\.(\w+)(?:\[(\d+)\])?$/.exec(path) ?? [];
  return { name, index: Number(index) };
}
