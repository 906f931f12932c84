import type { JsonSchema } from "../contract/json-schema.ts";
import type { AllowList, AllowListKind, AllowListKinds } from "../contract/policy.ts";
import { ConnectorError } from "../ground/errors.ts";
import { type Dict, cut, isDict, readArray, show } from "../ground/json.ts";

export interface AllowListPolicy {
  only?: AllowList | undefined;
}

export type ActionShape = Readonly<{ entity: string; action: string; json: JsonSchema }>;

/** The ids of one kind that every policy allows, such as channels. */
export interface IdLimit {
  kind: string;
  rules: AllowListKind;
  ids: readonly string[];
  allows: (id: unknown) => boolean;
}

/**
 * Joins the allow-lists of all policies, once per connector or tool. There is no limit for a kind that no policy
 * lists.
 */
export function idLimits(
  allowListKinds: AllowListKinds,
  policies: readonly AllowListPolicy[],
): readonly IdLimit[] {
  const given = policies.flatMap(({ only }) => (only ? [only] : []));
  const kinds = new Set(given.flatMap((only) => Object.keys(only)));
  return [...kinds].map((kind) => {
    const [first = [], ...others] = given.flatMap((only) => (only[kind] ? [only[kind]] : []));
    const ids = first.filter((id) => others.every((other) => other.includes(id)));
    const known = new Set<unknown>(ids);
    return { kind, rules: allowListKinds[kind]!, ids, allows: (id) => known.has(id) };
  });
}

/** Returns whether the action has a param for each kind of id on the allow-list, or reaches nothing of this kind. */
export const canEnforceAllowList = (limits: readonly IdLimit[], action: ActionShape): boolean =>
  limits.every(({ rules }) => canLimit(rules, action));

/**
 * Refuses an action whose params cannot show which ids it reaches.
 * @throws ConnectorError `policy_denied`
 */
export function enforceLimits(limits: readonly IdLimit[], action: ActionShape) {
  for (const limit of limits)
    if (!canLimit(limit.rules, action)) throw unlimited(action, limit, limit.rules.params[0]!);
}

/**
 * Checks that all ids in `params` are allowed, and returns a copy of `params`. Adds a missing id if only one id is
 * allowed and only one param can contain it. `given`: the params before names were replaced with ids, for error
 * messages. `content`: whether the params are content that `AllowListKind.embedded` must check.
 * @throws ConnectorError `policy_denied` if an id is not allowed, or is missing and cannot be added
 */
export function enforceAllowList(
  limits: readonly IdLimit[],
  action: ActionShape,
  { given, params, content }: { given: Dict; params: Dict; content: boolean },
): Dict {
  const kept = { ...params };
  for (const limit of limits) {
    const { rules, ids, allows } = limit;
    const names = allowListParams(rules, action);
    const named = names.flatMap((name) =>
      [params[name] ?? []].flat().map((value, index) => ({ name, index, value })),
    );
    const other = named.find(({ value }) => !allows(value));
    if (other) throw notAllowed(action, limit, other.name, [given[other.name]].flat()[other.index]);
    if (content) enforceEmbedded(limit, action, params);
    if (named.length > 0 || reachesNone(rules, action)) continue;
    const [name, ...more] = names;
    if (name === undefined || more.length > 0 || ids.length !== 1)
      throw unlimited(action, limit, name ?? rules.params[0]!);
    kept[name] = ids[0];
  }
  return kept;
}

/** @throws ConnectorError `policy_denied` if a value could show something that is not allowed */
function enforceEmbedded({ rules, ids, allows }: IdLimit, action: ActionShape, params: Dict): void {
  const found = rules.embedded?.(params, allows);
  if (found) throw refusal(action, ids, { name: found.path, reason: `${found.path} ${found.reason}` });
}

/**
 * Returns the function that checks the content of an action whose params are only a piece of the content. Returns
 * undefined if no policy limits what the content can show.
 */
export function piecesCheck(
  limits: readonly IdLimit[],
  action: ActionShape,
): ((content: Dict) => void) | undefined {
  const pieces = limits.filter(({ rules }) => hasPieces(rules, action));
  return pieces.length === 0
    ? undefined
    : (content) => pieces.forEach((limit) => enforceEmbedded(limit, action, content));
}

const hasPieces = ({ pieces = [] }: AllowListKind, action: ActionShape): boolean => isListed(pieces, action);

const unlimited = (action: ActionShape, { kind, ids }: IdLimit, name: string) =>
  refusal(action, ids, { name, reason: `without a ${kind} it could reach one that is not allowed` });

/**
 * Refuses a piece of content in hosted mode. The service joins the pieces, and does not know this allow-list.
 * @throws ConnectorError `policy_denied`
 */
export function refusePieces({ entity, action }: ActionShape): never {
  throw new ConnectorError(
    "policy_denied",
    `${entity}.${action} is not allowed here: in hosted mode, the allow-list of this process cannot check a text that arrives in pieces.`,
    {
      path: "action",
      hint: "Send the whole text in one message, or set the allow-list as a policy of the service (PUT /v1/policies).",
    },
  );
}

export const notAllowed = (
  action: ActionShape,
  { kind, ids }: IdLimit,
  name: string,
  value: unknown,
): ConnectorError =>
  refusal(action, ids, { name, reason: `${kind} ${show(value)} is not on the allow-list` });

const refusal = (
  { entity, action }: ActionShape,
  allowed: readonly string[],
  { name, reason }: { name: string; reason: string },
): ConnectorError =>
  new ConnectorError("policy_denied", `${entity}.${action} is not allowed here: ${reason}.`, {
    path: `params.${name}`,
    hint: allowListHint(allowed),
  });

export const allowListHint = (allowed: readonly string[]) =>
  `Allowed: ${listIds(allowed)}. The connector's policy decides that.`;

/**
 * Returns the action's params that contain an id of this kind, or [] if the action can also reach things by another
 * id (`beyond`).
 */
export const allowListParams = (
  { params, beyond = [] }: AllowListKind,
  action: ActionShape,
): readonly string[] =>
  isListed(beyond, action) ? [] : params.filter((name) => Object.hasOwn(action.json.properties ?? {}, name));

const canLimit = (rules: AllowListKind, action: ActionShape): boolean =>
  reachesNone(rules, action) || allowListParams(rules, action).length > 0;

const reachesNone = ({ without }: AllowListKind, action: ActionShape): boolean => isListed(without, action);

const isListed = (names: readonly string[], { entity, action }: ActionShape): boolean =>
  names.includes(entity) || names.includes(`${entity}.${action}`);

const listIds = (ids: readonly string[]): string =>
  ids.length === 0
    ? "none"
    : `${ids.slice(0, 20).join(", ")}${ids.length > 20 ? ` and ${ids.length - 20} more` : ""}`;

export const describeAllowList = (limits: readonly IdLimit[]): string =>
  limits.map(({ kind, ids }) => `Only ${kind}: ${listIds(ids)}.`).join(" ");

/** @throws ConnectorError `config_error` for an unknown kind or an invalid id */
export function readAllowList(only: unknown, allowListKinds: AllowListKinds, where: string): AllowList {
  const kinds = Object.keys(allowListKinds);
  const bad = (path: string, message: string, hint: string) =>
    new ConnectorError("config_error", message, { path: `${where}.only${path}`, hint });
  const known =
    kinds.length > 0 ? `Kinds: ${kinds.join(", ")}.` : "This connector has no kinds for an allow-list.";
  if (!isDict(only)) throw bad("", `${where}.only must be an object, got ${show(only)}.`, known);
  const given = Object.entries(only).filter(([, ids]) => ids !== undefined);
  return Object.freeze(
    Object.fromEntries(
      given.map(([kind, value]) => {
        const path = `.${cut(kind, 60)}`;
        if (!Object.hasOwn(allowListKinds, kind))
          throw bad(path, `${where}.only: there is no kind ${show(kind)}.`, known);
        const { pattern, says } = allowListKinds[kind]!.accepts;
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
