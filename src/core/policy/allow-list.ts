import type { JsonSchema } from "../contract/json-schema.ts";
import type { AllowList, AllowListKind, AllowListKinds } from "../contract/policy.ts";
import { ConnectorError } from "../ground/errors.ts";
import { type Dict, cut, isDict, readArray, show } from "../ground/json.ts";

export interface AllowListPolicy {
  only?: AllowList | undefined;
}

export type ActionShape = Readonly<{ entity: string; action: string; json: JsonSchema }>;

/**
 * Returns the ids that every policy allows, by kind, such as `channel`. A kind is absent if no policy has a list of
 * its ids.
 */
export function allowedIds(policies: readonly AllowListPolicy[]): AllowList {
  const given = policies.flatMap(({ only }) => (only ? [only] : []));
  const kinds = new Set(given.flatMap((only) => Object.keys(only)));
  return Object.fromEntries(
    [...kinds].map((kind) => {
      const [first = [], ...others] = given.flatMap((only) => (only[kind] ? [only[kind]] : []));
      return [kind, first.filter((id) => others.every((other) => other.includes(id)))];
    }),
  );
}

/** Returns whether the action has a param for each kind of id on the allow-list, or reaches nothing of this kind. */
export const canEnforceAllowList = (
  allowListKinds: AllowListKinds,
  policies: readonly AllowListPolicy[],
  action: ActionShape,
): boolean => Object.keys(allowedIds(policies)).every((kind) => canLimit(allowListKinds[kind]!, action));

/**
 * Refuses an action whose params cannot show which ids it reaches.
 * @throws ConnectorError `policy_denied`
 */
export function enforceLimits(
  allowListKinds: AllowListKinds,
  policies: readonly AllowListPolicy[],
  action: ActionShape,
) {
  for (const [kind, allowed] of Object.entries(allowedIds(policies)))
    if (!canLimit(allowListKinds[kind]!, action))
      throw unlimited(action, kind, allowed, allowListKinds[kind]!.params[0]!);
}

/**
 * Checks that all ids in `params` are allowed, and returns a copy of `params`. Adds a missing id if only one id is
 * allowed and only one param can contain it. `given`: the params before names were replaced with ids, for error
 * messages. `content`: whether the params are content that `AllowListKind.embedded` must check.
 * @throws ConnectorError `policy_denied` if an id is not allowed, or is missing and cannot be added
 */
export function enforceAllowList(
  allowListKinds: AllowListKinds,
  policies: readonly AllowListPolicy[],
  action: ActionShape,
  { given, params, content }: { given: Dict; params: Dict; content: boolean },
): Dict {
  const kept = { ...params };
  for (const [kind, allowed] of Object.entries(allowedIds(policies))) {
    const rules = allowListKinds[kind]!;
    const names = allowListParams(rules, action);
    const named = names.flatMap((name) =>
      [params[name] ?? []].flat().map((value, index) => ({ name, index, value })),
    );
    const other = named.find(({ value }) => !allowed.includes(value as string));
    if (other) throw notAllowed(action, kind, allowed, other.name, [given[other.name]].flat()[other.index]);
    if (content) enforceEmbedded(rules, allowed, action, params);
    if (named.length > 0 || reachesNone(rules, action)) continue;
    const [name, ...more] = names;
    if (name === undefined || more.length > 0 || allowed.length !== 1)
      throw unlimited(action, kind, allowed, name ?? rules.params[0]!);
    kept[name] = allowed[0];
  }
  return kept;
}

/** @throws ConnectorError `policy_denied` if a value could show something that is not allowed */
function enforceEmbedded(
  rules: AllowListKind,
  allowed: readonly string[],
  action: ActionShape,
  params: Dict,
): void {
  const found = rules.embedded?.(params, (id) => allowed.includes(id));
  if (found) throw refusal(action, allowed, { name: found.path, reason: `${found.path} ${found.reason}` });
}

/**
 * Returns the function that checks the content of an action whose params are only a piece of the content. Returns
 * undefined if no policy limits what the content can show.
 */
export function piecesCheck(
  allowListKinds: AllowListKinds,
  policies: readonly AllowListPolicy[],
  action: ActionShape,
): ((content: Dict) => void) | undefined {
  const limits = Object.entries(allowedIds(policies)).filter(([kind]) =>
    hasPieces(allowListKinds[kind]!, action),
  );
  return limits.length === 0
    ? undefined
    : (content) =>
        limits.forEach(([kind, allowed]) => enforceEmbedded(allowListKinds[kind]!, allowed, action, content));
}

const hasPieces = ({ pieces = [] }: AllowListKind, action: ActionShape): boolean => isListed(pieces, action);

const unlimited = (action: ActionShape, kind: string, allowed: readonly string[], name: string) =>
  refusal(action, allowed, { name, reason: `without a ${kind} it could reach one that is not allowed` });

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
  kind: string,
  allowed: readonly string[],
  name: string,
  value: unknown,
): ConnectorError =>
  refusal(action, allowed, { name, reason: `${kind} ${show(value)} is not on the allow-list` });

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

export const describeAllowList = (policies: readonly AllowListPolicy[]): string =>
  Object.entries(allowedIds(policies))
    .map(([kind, allowed]) => `Only ${kind}: ${listIds(allowed)}.`)
    .join(" ");

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
