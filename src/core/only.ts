import type { JsonSchema } from "./action.ts";
import { ConnectorError } from "./errors.ts";
import { cut, isDict, readArray, show, type Dict } from "./json.ts";

// A policy can keep calls to some of the things that a connector's credentials reach, such as two channels of a
// workspace. What might reach past them, or cannot be told, is refused.

/** A kind of thing that a policy can keep calls to. */
export interface Place {
  /** Params that name one, or a list of them: as ids, once names are resolved. */
  params: readonly string[];
  /** What an id looks like, and the words for it: names could be given to something else tomorrow. */
  accepts: { pattern: RegExp; says: string };
  /** `entity` or `entity.action`: what reaches nothing of the kind while it names none. All else must name one. */
  without: readonly string[];
}
export type Places = Readonly<Record<string, Place>>;

/** By the connector's kinds of things (`channel`): the ids that calls may be about. */
export type Only = Readonly<Record<string, readonly string[]>>;

/** As much of a policy as this is about. */
interface Limits {
  only?: Only | undefined;
}
/** As much of an action. */
type Speaking = Readonly<{ entity: string; action: string; json: JsonSchema }>;

/** What all of some policies leave, by kind. */
function allowedBy(policies: readonly Limits[]): Only {
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
export const canKeep = (places: Places, policies: readonly Limits[], action: Speaking): boolean =>
  Object.keys(allowedBy(policies)).every(
    (kind) => reachesNone(places[kind]!, action) || paramsOf(places[kind]!, action).length > 0,
  );

/**
 * The resolved params, where everything that they name is allowed; where they name nothing and one thing is all there
 * may be, with that. Throws `policy_denied` for all others.
 */
export function keepTo(places: Places, policies: readonly Limits[], action: Speaking, params: Dict): Dict {
  const kept = { ...params };
  for (const [kind, allowed] of Object.entries(allowedBy(policies))) {
    const place = places[kind]!;
    const names = paramsOf(place, action);
    const named = names.flatMap((name) => [params[name] ?? []].flat().map((value) => ({ name, value })));
    const refuse = (name: string, what: string) =>
      new ConnectorError("policy_denied", `${action.entity}.${action.action} is not allowed here: ${what}.`, {
        path: `params.${name}`,
        hint: `Allowed: ${tellAllowed(allowed)}. Whoever set up this connector decides that.`,
      });
    const other = named.find(({ value }) => !allowed.includes(value as string));
    if (other)
      throw refuse(other.name, `${kind} ${show(other.value)} is not among those that it may be about`);
    if (named.length > 0 || reachesNone(place, action)) continue;
    const [name, ...more] = names;
    if (name === undefined || more.length > 0 || allowed.length !== 1)
      throw refuse(
        name ?? place.params[0]!,
        `it names no ${kind}, and might be about one that is not allowed`,
      );
    kept[name] = allowed[0];
  }
  return kept;
}

/** Of the params that can name something, those that the action has. */
const paramsOf = ({ params }: Place, { json }: Speaking): readonly string[] =>
  params.filter((name) => Object.hasOwn(json.properties ?? {}, name));

const reachesNone = ({ without }: Place, { entity, action }: Speaking): boolean =>
  without.includes(entity) || without.includes(`${entity}.${action}`);

const tellAllowed = (ids: readonly string[]): string =>
  ids.length === 0
    ? "none"
    : `${ids.slice(0, 20).join(", ")}${ids.length > 20 ? ` and ${ids.length - 20} more` : ""}`;

/** For a tool's description: what its calls may be about. */
export const tellOnly = (policies: readonly Limits[]): string =>
  Object.entries(allowedBy(policies))
    .map(([kind, allowed]) => `Only ${kind}: ${tellAllowed(allowed)}.`)
    .join(" ");

/** A copy. @throws ConnectorError `config_error` for kinds that the connector has not, and for what is no id. */
export function checkOnly(only: unknown, places: Places, where: string): Only {
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
