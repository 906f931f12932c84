import { plural, snakeCase } from "../names.ts";

/** What a root field returns, as far as names need it. */
export interface RootShape {
  field: string;
  kind: "query" | "mutation";
  /** The type of the record, or of an item of the list. Undefined for a value such as a number. */
  record: string | undefined;
  isList: boolean;
  /** Whether an argument is required, such as the id of the record. */
  needsArguments: boolean;
}

export interface RootName {
  entity: string;
  action: string;
}

const verbs = new Set(
  "create add update edit set change delete remove destroy archive unarchive restore search find list get fetch send resend upload import export sync connect disconnect enable disable close reopen open merge move copy duplicate clone publish unpublish approve reject cancel start stop pause resume subscribe unsubscribe follow unfollow join leave invite accept decline refresh rotate verify request convert transfer lock unlock pin unpin mark mute unmute assign unassign link unlink login logout submit revert resolve unresolve dismiss remind share unshare upsert batch bulk clear minimize unminimize".split(
    " ",
  ),
);

const whoAmI = new Set(["viewer", "me", "current_user", "whoami"]);

/** Returns a function that names root fields: `issueCreate` and `createIssue` both become `issues.create`. */
export function createRootNames(all: readonly RootShape[]): (root: RootShape) => RootName {
  const entities = entitiesOf(all);

  return (root) => {
    const words = snakeCase(root.field).split("_");
    if (root.kind === "mutation") return mutationName(words, entities);
    const type = root.record === undefined ? undefined : snakeCase(root.record).split("_");
    const entity = type && entities.get(type.join("_"));
    if (whoAmI.has(words.join("_"))) return { entity: entity ?? "account", action: "me" };
    const verb = root.isList ? "list" : "get";
    const rest = type && without(words, type);
    if (rest && entity !== undefined) return { entity, action: queryAction(rest, verb) };
    const found = start(words, entities) ?? end(words, entities);
    if (found) return { entity: found.entity, action: queryAction(found.rest, verb) };
    const [first = ""] = words;
    if (words.length > 1 && verbs.has(first))
      return { entity: words.slice(1).join("_"), action: queryAction([first], verb) };
    if (words.at(-1) === "search") return { entity: "search", action: words.slice(0, -1).join("_") || "run" };
    return { entity: words.join("_"), action: verb };
  };
}

/**
 * Finds the entities: the types that a query returns under their own name. The key is the type's name in the singular.
 * An entity is in the plural, except if there is only one record, such as the organization of the account.
 */
function entitiesOf(all: readonly RootShape[]): ReadonlyMap<string, string> {
  const entities = new Map<string, string>();
  const add = (type: string, entity: string) => entities.set(type, entity).set(pluralOf(type), entity);
  for (const { field, kind, record, isList, needsArguments } of all) {
    const type = kind === "query" && record !== undefined ? snakeCase(record) : undefined;
    if (type === undefined || without(snakeCase(field).split("_"), type.split("_"))?.length !== 0) continue;
    if (isList || needsArguments) add(type, pluralOf(type));
    else if (!entities.has(type)) entities.set(type, type);
  }
  // Some records can only be written.
  for (const { field, kind } of all) {
    const words = snakeCase(field).split("_");
    const type = words.slice(0, -1);
    const writes = kind === "mutation" && ["create", "update", "delete"].includes(words.at(-1)!);
    if (!writes || type.length === 0 || type.some((word) => verbs.has(word)) || start(words, entities))
      continue;
    add(type.join("_"), pluralOf(type.join("_")));
  }
  return entities;
}

const pluralOf = (name: string): string => name.replace(/[^_]+$/, (last) => plural(last));

/** Removes the words of a type from the words of a field. Returns undefined if the field does not contain them. */
function without(words: readonly string[], type: readonly string[]): string[] | undefined {
  for (let at = 0; at + type.length <= words.length; at++) {
    const part = words.slice(at, at + type.length);
    const matches = part.every((word, index) => word === type[index] || (index === type.length - 1 && word === plural(type[index]!))); // prettier-ignore
    if (matches) return [...words.slice(0, at), ...words.slice(at + type.length)];
  }
  return undefined;
}

function queryAction(rest: readonly string[], verb: "list" | "get"): string {
  if (rest.length === 0) return verb;
  const others = rest.filter((word) => word !== "search" && word !== "find" && word !== "list" && word !== "get" && word !== "all"); // prettier-ignore
  const own = rest.includes("search") || rest.includes("find") ? "search" : verb;
  if (verbs.has(others[0] ?? "")) return others.join("_");
  return [own, ...others].join("_");
}

/** Finds the longest entity at the start of the words. Something must follow it. */
function start(words: readonly string[], entities: ReadonlyMap<string, string>) {
  for (let length = words.length - 1; length > 0; length--) {
    const entity = entityOf(words.slice(0, length), entities);
    if (entity !== undefined) return { entity, rest: words.slice(length) };
  }
  return undefined;
}

function end(words: readonly string[], entities: ReadonlyMap<string, string>) {
  for (let at = 1; at < words.length; at++) {
    const entity = entityOf(words.slice(at), entities);
    if (entity !== undefined) return { entity, rest: words.slice(0, at) };
  }
  return undefined;
}

const entityOf = (words: readonly string[], entities: ReadonlyMap<string, string>): string | undefined =>
  entities.get(words.join("_"));

function mutationName(words: readonly string[], entities: ReadonlyMap<string, string>): RootName {
  const action = (list: readonly string[]) => list.join("_");
  const first = start(words, entities);
  if (first) return { entity: first.entity, action: action(first.rest) };
  const [verb = ""] = words;
  const rest = words.slice(1);
  if (verbs.has(verb) && rest.length > 0) {
    const whole = entityOf(rest, entities);
    if (whole !== undefined) return { entity: whole, action: verb };
    const inner = start(rest, entities);
    if (inner) return { entity: inner.entity, action: action([verb, ...inner.rest]) };
    const last = end(words, entities);
    return last
      ? { entity: last.entity, action: action(last.rest) }
      : { entity: pluralOf(action(rest)), action: verb };
  }
  const at = words.findIndex((word, index) => index > 0 && verbs.has(word));
  if (at > 0) return { entity: pluralOf(action(words.slice(0, at))), action: action(words.slice(at)) };
  return words.length > 1
    ? { entity: action(words.slice(0, -1)), action: words.at(-1)! }
    : { entity: "account", action: verb };
}
