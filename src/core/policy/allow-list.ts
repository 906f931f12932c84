import type { JsonSchema } from "../contract/json-schema.ts";
import type { Only, Place, Places } from "../contract/policy.ts";
import { ConnectorError } from "../ground/errors.ts";
import { type Dict, cut, isDict, readArray, show } from "../ground/json.ts";

/** As much of a policy as this is about. */
export interface AllowListPolicy {
  only?: Only | undefined;
}

/** As much of an action. */
export type ActionShape = Readonly<{ entity: string; action: string; json: JsonSchema }>;

/** What all of some policies leave, by kind. */
export function allowedIds(policies: readonly AllowListPolicy[]): Only {
  const given = policies.flatMap(({ only }) => (only ? [only] : []));
  const kinds = new Set(given.flatMap((only) => Object.keys(only)));
  return Object.fromEntries(
    [...kinds].map((kind) => {
      const [first = [], ...others] = given.flatMap((only) => (only[kind] ? [only[kind]] : []));
      return [kind, first.filter((id) => others.every((other) => other.includes(id)))];
    }),
  );
}

/** Can a call of the action be allowed at all: does it name such things, or need none? */
export const canEnforceAllowList = (
  places: Places,
  policies: readonly AllowListPolicy[],
  action: ActionShape,
): boolean =>
  Object.keys(allowedIds(policies)).every(
    (kind) => reachesNone(places[kind]!, action) || allowListParams(places[kind]!, action).length > 0,
  );

/**
 * The resolved params, where everything that they name is allowed; where they name nothing and one thing is all there
 * may be, with that. Throws `policy_denied` for all others, in the words that were `given`: not with their ids.
 */
export function enforceAllowList(
  places: Places,
  policies: readonly AllowListPolicy[],
  action: ActionShape,
  { given, params }: { given: Dict; params: Dict },
): Dict {
  const kept = { ...params };
  for (const [kind, allowed] of Object.entries(allowedIds(policies))) {
    const place = places[kind]!;
    const names = allowListParams(place, action);
    const named = names.flatMap((name) =>
      [params[name] ?? []].flat().map((value, index) => ({ name, index, value })),
    );
    const other = named.find(({ value }) => !allowed.includes(value as string));
    if (other) throw notAllowed(action, kind, allowed, other.name, [given[other.name]].flat()[other.index]);
    if (named.length > 0 || reachesNone(place, action)) continue;
    const [name, ...more] = names;
    if (name === undefined || more.length > 0 || allowed.length !== 1)
      throw refusal(action, allowed, {
        name: name ?? place.params[0]!,
        what: `it names no ${kind}, and might be about one that is not allowed`,
      });
    kept[name] = allowed[0];
  }
  return kept;
}

export const notAllowed = (
  action: ActionShape,
  kind: string,
  allowed: readonly string[],
  name: string,
  value: unknown,
): ConnectorError =>
  refusal(action, allowed, {
    name,
    what: `${kind} ${show(value)} is not among those that it may be about`,
  });

const refusal = (
  { entity, action }: ActionShape,
  allowed: readonly string[],
  { name, what }: { name: string; what: string },
): ConnectorError =>
  new ConnectorError("policy_denied", `${entity}.${action} is not allowed here: ${what}.`, {
    path: `params.${name}`,
    hint: allowListHint(allowed),
  });

export const allowListHint = (allowed: readonly string[]) =>
  `Allowed: ${listIds(allowed)}. Whoever set up this connector decides that.`;

/** Of the params that can name something, those that the action has. */
export const allowListParams = ({ params }: Place, { json }: ActionShape): readonly string[] =>
  params.filter((name) => Object.hasOwn(json.properties ?? {}, name));

const reachesNone = ({ without }: Place, { entity, action }: ActionShape): boolean =>
  without.includes(entity) || without.includes(`${entity}.${action}`);

const listIds = (ids: readonly string[]): string =>
  ids.length === 0
    ? "none"
    : `${ids.slice(0, 20).join(", ")}${ids.length > 20 ? ` and ${ids.length - 20} more` : ""}`;

/** For a tool's description: what its calls may be about. */
export const describeAllowList = (policies: readonly AllowListPolicy[]): string =>
  Object.entries(allowedIds(policies))
    .map(([kind, allowed]) => `Only ${kind}: ${listIds(allowed)}.`)
    .join(" ");

/** A copy. @throws ConnectorError `config_error` for kinds that the connector has not, and for what is no id. */
export function readAllowList(only: unknown, places: Places, where: string): Only {
  const kinds = Object.keys(places);
  const bad = (path: string, message: string, hint: string) =>
    new ConnectorError("config_error", message, { path: `${where}.only${path}`, hint });
  const known = kinds.length > 0 ? `It can have ${kinds.join(", ")}.` : "This connector has nothing to name.";
  if (!isDict(only)) throw bad("", `${where}.only must be an object, got ${show(only)}.`, known);
  const given = Object.entries(only).filter(([, ids]) => ids !== undefined);
  return Object.freeze(
    Object.fromEntries(
      given.map(([kind, value]) => {
        const path = `.${cut(kind, 60)}`;
        if (!Object.hasOwn(places, kind)) throw bad(path, `${where}.only: there is no ${show(kind)}.`, known);
        const { pattern, says } = places[kind]!.accepts;
        const ids = readArray(value);
        if (!ids) throw bad(path, `${where}.only${path} must be an array, got ${show(value)}.`, `Write ${says}.`); // prettier-ignore
        const wrong = ids.find((id) => typeof id !== "string" || !pattern.test(id));
        if (wrong !== undefined)
          throw bad(path, `${where}.only${path}: ${show(wrong)} is not ${says}.`, `Write ${says}.`);
        return [kind, Object.freeze(ids as string[])];
      }),
    ),
  );
}
