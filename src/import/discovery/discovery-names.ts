import { plural, singular, snakeCase } from "../names.ts";
import type { Method } from "./document.ts";

export interface MethodName {
  entity: string;
  action: string;
}

/** Verbs of documents, and the verbs of this package. */
const verbs = new Map([
  ["insert", "create"],
  ["patch", "update"],
]);

/** A method of the main resource with a noun, such as `getProfile`, becomes `profile.get`. */
const verbAndNoun = /^(get|list|update|create|delete)_(\w+)$/;

/**
 * Returns a function that names methods. The entity is the resource that contains the method. Resources that contain
 * everything, such as `users` in Gmail, are no part of a name.
 */
export function createNames(methods: readonly Method[], api: string): (method: Method) => MethodName {
  const root = commonStart(methods.map(({ resources }) => resources));
  const chains = new Map(methods.map(({ resources }) => [resources.join("."), resources.slice(root)]));
  const patched = new Set(
    methods.filter(({ name }) => name === "patch").map(({ resources }) => resources.join(".")),
  );
  const sameEnd = countEnds([...chains.values()]);

  return ({ resources, name }) => {
    const chain = chains.get(resources.join("."))!;
    const verb = snakeCase(name);
    // PUT replaces a whole record, and PATCH changes some fields of it, which is what callers mean by `update`.
    const action =
      verb === "update" && patched.has(resources.join(".")) ? "replace" : (verbs.get(verb) ?? verb);
    if (chain.length > 0) return { entity: entityOf(chain, sameEnd), action };
    const [, own, noun] = verbAndNoun.exec(action) ?? [];
    if (own !== undefined && noun !== undefined) return { entity: noun, action: own };
    return { entity: snakeCase(resources.at(-1) ?? plural(api)), action };
  };
}

/** Returns how many names all lists have in common at their start. */
function commonStart(lists: readonly (readonly string[])[]): number {
  const [first = []] = lists;
  let length = 0;
  // A document with one resource keeps the name of this resource.
  const isShared = (at: number) => lists.every((list) => list[at] === first[at]);
  while (length < first.length && isShared(length) && lists.some((list) => list.length > length + 1))
    length++;
  return length;
}

/** Counts the resources by the last names of their chains, so that an entity gets as few names as possible. */
function countEnds(chains: readonly (readonly string[])[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const chain of chains)
    for (let length = 1; length <= chain.length; length++) {
      const end = chain.slice(-length).join(".");
      counts.set(end, (counts.get(end) ?? 0) + 1);
    }
  return counts;
}

function entityOf(chain: readonly string[], counts: ReadonlyMap<string, number>): string {
  let length = 1;
  while (length < chain.length && (counts.get(chain.slice(-length).join(".")) ?? 0) > 1) length++;
  const parts = chain.slice(-length).map(snakeCase);
  return [...parts.slice(0, -1).map(singular), parts.at(-1)].join("_");
}
