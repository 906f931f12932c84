import type { CallFacts, StoredPermission } from "../contract/approval/permission.ts";

// A call is of the kind that a person has allowed only if everything that a person could care about is the same as in the decided call,
// or less. What the dry run does not know is never covered.

/** Numbers of people can change, and the place stays the same. The ids of places have letters too. */
const withoutCounts = (places: readonly string[]): string =>
  JSON.stringify(places.map((place) => place.replaceAll(/(?<![\w-])\d+(?![\w-])/g, "…")));

const isSubset = <T>(some: readonly T[], all: readonly T[]): boolean =>
  some.every((one) => all.includes(one));

/** Returns whether a call is of the kind that a person has allowed. */
export function isSameKind({ facts: decided, up_to }: StoredPermission, call: CallFacts): boolean {
  const isKnown = !whyNoPermission(call);
  return (
    isKnown &&
    call.who === decided.who &&
    call.currency === decided.currency &&
    isSubset(call.effects, decided.effects) &&
    isSubset(call.external, decided.external) &&
    withoutCounts(call.places) === withoutCounts(decided.places) &&
    call.notified! <= decided.notified! &&
    (!call.effects.includes("spend") || call.raise! <= (up_to ?? -Infinity)) &&
    Object.entries(call.fields).every(
      ([field, count]) => Object.hasOwn(decided.fields, field) && count <= decided.fields[field]!,
    ) &&
    isSubset(call.notes, decided.notes)
  );
}

/** Returns why no permission can cover a call, as the end of a sentence, or undefined. */
export function whyNoPermission(facts: CallFacts | undefined): string | undefined {
  if (!facts) return "an earlier version has asked about it";
  const { effects, items, notified, raise, other_raises } = facts;
  if (effects.includes("destructive")) return "it cannot be undone";
  if (effects.includes("read")) return "it reads";
  if (items > 1) return "it changes several records";
  if (notified === null) return "it is unknown how many people it notifies";
  if (raise === null || (effects.includes("spend") && facts.currency === ""))
    return "it is unknown how much it can spend";
  if (other_raises.length > 0) return `it raises ${other_raises.join(", ")}`;
  return undefined;
}
