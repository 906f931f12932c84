import { isPlural, plural, singular, snakeCase, withUsualVerb } from "../names.ts";
import type { Read } from "./document.ts";

export interface ActionName {
  entity: string;
  action: string;
  otherNames: string[];
}

/** Verbs that stand at the end of a path: `/orders/{id}/cancel`. */
const actionWords = new Set(
  (
    "accept activate add approve archive assign attach block cancel capture check clear clone close complete confirm copy count " +
    "deactivate decline delete detach disable disconnect dismiss download duplicate enable execute expire export finalize follow " +
    "fork generate import install invite join leave lock mark merge move mute open pause ping pin preview promote publish query " +
    "reactivate rebuild refresh refund reject release remove rename render replace reply rerun resend reset resolve restart restore " +
    "resume retry revoke rotate run save search send share sign skip snooze star start stop submit subscribe suspend sync test " +
    "transfer trash trigger unarchive unassign unblock unfollow unlock unmute unpin unpublish unsubscribe untrash update upload " +
    "validate verify void vote watch"
  ).split(" "),
);

const readingWords = new Set(["search", "query", "lookup"]);

/** Names that say nothing without the thing that they belong to. */
const generic = new Set("children properties items markdown values fields details status settings content contents metadata entries".split(" ")); // prettier-ignore

/** Parts of paths that name no thing. */
const isPrefix = (part: string) =>
  /^(v\d+([._]\d+)*(beta|alpha)?\d*|\d[\w.-]*|api|rest|apis|public)$/i.test(part);

/**
 * Returns names for all operations. An id such as `issues/create` has both names. Otherwise the path has the entity,
 * and the method or the last word of the path has the action.
 */
export function actionNames(reads: readonly Read[]): ActionName[] {
  const ids = reads.map(({ operation }) =>
    /^([\w-]+)[/.]([\w-]+)$/.exec(String(operation.operationId ?? "")),
  );
  const haveNames = ids.filter(Boolean).length > reads.length * 0.9;
  // The paths below which an item stands: `/notes` for `/notes/{id}`.
  const lists = new Set(reads.flatMap(({ path }) => /^(.*)\/\{[^/]*$/.exec(path)?.[1] ?? []));
  const methods = new Map<string, Set<string>>();
  for (const { method, path } of reads) methods.set(path, (methods.get(path) ?? new Set()).add(method));
  const parts = reads.map((read) => partsOf(read.path));
  const names = reads.map((read, index) => {
    const id = ids[index];
    if (haveNames && id) return fromId(id[1]!, id[2]!);
    return fromPath(read, parts[index]!, lists, methods.get(read.path)!);
  });
  distinguishEntities(names);
  return names.map(({ entity, action, otherNames }) => ({ entity, action, otherNames }));
}

interface Named extends ActionName {
  /** The thing that contains the entity: `issue` for the comments of issues. */
  owner: string;
}

const fromId = (group: string, verb: string): Named => ({
  entity: snakeCase(group),
  action: withUsualVerb(snakeCase(verb)),
  otherNames: [],
  owner: "",
});

/** Divides a path at slashes, and at colons before a verb: `/files/{id}:copy`. Leaves out versions. */
const partsOf = (path: string): string[] =>
  path
    .replace(/\.(json|xml)$/i, "")
    .split("/")
    .flatMap((part) => (part.includes("{") ? part.split(/(?<=\}):/) : part.split(":")))
    .filter((part) => part !== "")
    .filter((part, _, all) => part.includes("{") || !isPrefix(part) || all.length === 1);

const isParam = (part: string | undefined) => part?.includes("{") === true;

function fromPath(
  read: Read,
  parts: readonly string[],
  lists: ReadonlySet<string>,
  methods: ReadonlySet<string>,
): Named {
  // prettier-ignore
  const { method, path } = read;
  const fixed = parts.filter((part) => !isParam(part));
  const last = parts.at(-1) ?? "root";
  const word = snakeCase(fixed.at(-1) ?? "root");
  const rpc = /^(\w+)\.(\w[\w.]*)$/.exec(last);
  if (rpc) return { ...fromId(rpc[1]!, rpc[2]!), otherNames: [], owner: "" };
  const ownerAt = (index: number) => singular(snakeCase(fixed.at(index) ?? ""));
  const made = (entity: string, action: string, owner: string): Named => ({
    entity,
    action,
    owner,
    otherNames: otherNames(action, owner, fixed, read),
  });
  if (isParam(last)) {
    const isPut = method === "PUT" && methods.has("PATCH");
    const verb = { GET: "get", HEAD: "check", DELETE: "delete", PUT: isPut ? "replace" : "update" }[method] ?? "update"; // prettier-ignore
    return made(plural(word), method === "POST" && methods.has("PUT") ? "create" : verb, ownerAt(-2));
  }
  const hasItems = lists.has(path);
  const verbFirst = word.split("_")[0]!;
  const isAfterItem = isParam(parts.at(-2));
  const isWrite = ["POST", "PUT", "PATCH"].includes(method) && !methods.has("GET");
  const isVerb =
    fixed.length > 1 &&
    !hasItems &&
    !isPlural(word) &&
    (actionWords.has(word) || (actionWords.has(verbFirst) && word.includes("_")) || (isAfterItem && isWrite));
  if (isVerb) {
    const entity = snakeCase(fixed.at(-2)!);
    const action = method === "DELETE" ? `un${word}` : method === "GET" && word !== "search" && methods.size > 1 ? `get_${word}` : word; // prettier-ignore
    return made(plural(entity), action, ownerAt(-3));
  }
  if (method === "POST" && readingWords.has(word)) return made(word, "query", "");
  const isList = hasItems || isPlural(word);
  const verb = {
    GET: isList ? "list" : "get",
    HEAD: "check",
    POST: "create",
    DELETE: isList ? "delete_all" : "delete",
    PUT: isList ? "replace_all" : "update",
    PATCH: isList ? "update_all" : "update",
  }[method]!;
  return made(isList ? plural(word) : word, verb, ownerAt(-2));
}

/** Longer names for an action whose name is taken: with the owner, and then with all words of the path. */
function otherNames(
  action: string,
  owner: string,
  fixed: readonly string[],
  { method, operation }: Read,
): string[] {
  const id = snakeCase(String(operation.operationId ?? ""));
  const all = fixed.slice(0, -1).map((part) => singular(snakeCase(part))).join("_"); // prettier-ignore
  return [
    ...(owner === "" ? [] : [`${action}_for_${owner}`]),
    ...(all === "" ? [] : [`${action}_for_${all}`]),
    ...(id !== "" && id.length <= 40 ? [withUsualVerb(id)] : []),
    `${action}_by_${method.toLowerCase()}`,
  ];
}

/** Adds the owner to the entity where things of several owners have one name: `issue_comments`, `pull_comments`. */
function distinguishEntities(names: Named[]): void {
  const owners = new Map<string, Map<string, number>>();
  for (const { entity, owner } of names) {
    const counts = owners.get(entity) ?? owners.set(entity, new Map()).get(entity)!;
    counts.set(owner, (counts.get(owner) ?? 0) + 1);
  }
  const first = new Map<string, Named>();
  for (const name of names) {
    const full = `${name.entity}.${name.action}`;
    const earlier = first.get(full) ?? first.set(full, name).get(full);
    const counts = owners.get(name.entity)!;
    if (generic.has(name.entity) && name.owner !== "") {
      name.entity = `${name.owner}_${name.entity}`;
      continue;
    }
    if (counts.size < 2 || name.owner === "" || name.entity.startsWith(`${name.owner}_`)) continue;
    // Actions for the same thing under several owners stay together, unless both owners can create one.
    if (earlier !== name) name.entity = `${name.owner}_${name.entity}`;
  }
}
