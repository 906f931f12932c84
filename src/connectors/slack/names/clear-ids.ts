import type { Dict } from "../../../core/ground/json.ts";
import type { Author } from "../rows/author.ts";
import type { Names } from "../text/markup-to-text.ts";
import type { NameCache } from "./ids-to-names.ts";
import { lookOf } from "./look-alikes.ts";

/**
 * Decides which names can stand without their ids. A name cannot if it contains an id, or if it looks like the name of
 * somebody else in the messages or in the cache: that person could imitate an author, or a reaction. `ids`: the id for
 * each other name that occurs in several messages. `unclear`: the ids of the names that cannot stand alone.
 */
export function clearIds(
  peopleOfMessages: readonly (readonly Author[])[],
  { isShared }: Pick<NameCache, "isShared">,
): { ids: Names; unclear: string[] } {
  const byName = new Map<string, { id: string; messages: Set<number> }>();
  const owners = new Map<string, Set<string>>();
  peopleOfMessages.forEach((people, index) => {
    for (const { id, name } of people) {
      if (id === undefined || name === undefined) continue;
      const one = byName.get(name) ?? { id, messages: new Set() };
      byName.set(name, one);
      one.messages.add(index);
      const look = lookOf(name);
      // A channel has a `#` before its name.
      if (!id.startsWith("C")) owners.set(look, (owners.get(look) ?? new Set()).add(id));
    }
  });
  const unclear = new Set<string>();
  const ids: [string, string][] = [];
  for (const [name, { id, messages }] of byName) {
    const sharing = owners.get(lookOf(name)) ?? new Set();
    if (sharing.size > 1 || idPattern.test(name) || isShared(name, id))
      for (const one of new Set([id, ...sharing])) unclear.add(one);
    else if (messages.size > 1) ids.push([name, id]);
  }
  return { ids: Object.fromEntries(ids), unclear: [...unclear] };
}

/** A text in a name that looks like the id of a person or an app. */
const idPattern = /\b[UWBCS][A-Z0-9]{6,}\b/;

/** Removes empty fields. */
export const nonEmpty = (meta: Dict): Dict =>
  Object.fromEntries(Object.entries(meta).filter(([, value]) => Object.keys(value as object).length > 0));

export function withWarning(meta: Dict | undefined, warning: string | undefined): Dict | undefined {
  if (warning === undefined) return meta;
  const before = Array.isArray(meta?.warnings) ? (meta.warnings as unknown[]) : [];
  return { ...meta, warnings: [...before, warning] };
}
