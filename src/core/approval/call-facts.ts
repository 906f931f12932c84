import type { CallFacts } from "../contract/approval/permission.ts";
import type { Effect } from "../contract/effect.ts";
import type { ResolvedCall } from "../contract/tool.ts";
import { at, type Dict, isDict, readArray } from "../ground/json.ts";

interface DryRunOf {
  /** The data of the dry run. */
  data: unknown;
  currency?: unknown;
  warnings?: unknown;
}

/** Returns what rules and permissions compare of a call. What the dry run does not know is `null`. */
export function factsOf(
  { entity, action, effect, params }: ResolvedCall,
  { data, currency, warnings }: DryRunOf,
): CallFacts {
  const shown = isDict(data) ? data : {};
  const found = (readArray(shown.effects) ?? [shown.effect ?? effect]) as readonly Effect[];
  const notified = readArray(shown.notified) ?? [];
  const people = typeof shown.notified_people === "number" ? shown.notified_people : null;
  const [before, after] = ["before", "after"].map((when) => at(shown, `exposure.${when}`));
  const raise = raiseOf(before, after, "daily_spend");
  return {
    name: `${entity}.${action}`,
    effects: found,
    external: (readArray(shown.external) ?? []).map(String),
    notified: notified.length === 0 ? 0 : people,
    raise: found.includes("spend") ? raise : 0,
    currency: typeof currency === "string" ? currency : "",
    other_raises: Object.keys(isDict(after) ? after : {}).filter(
      (name) => name !== "daily_spend" && raiseOf(before, after, name) !== 0,
    ),
    ...(shown.who === undefined ? {} : { who: String(shown.who) }),
    places: [shown.where, shown.audience, ...(readArray(shown.whom) ?? [])].flatMap((place) =>
      place === undefined ? [] : [String(place)],
    ),
    fields: fieldsOf(params),
    items: Math.max(1, ...[shown.before, shown.after].map((records) => readArray(records)?.length ?? 1)),
    notes: (readArray(warnings) ?? []).map(String),
  };
}

/** Returns by how much an amount rises, 0 if it does not rise, or null if that is unknown. */
function raiseOf(before: unknown, after: unknown, name: string): number | null {
  const [from, to] = [at(before, name), at(after, name)];
  if (typeof to !== "number") return null;
  // Without the rounding, 20.3 - 20 would be more than 0.3.
  return Math.max(0, Number((to - (typeof from === "number" ? from : 0)).toFixed(6)));
}

/** Returns how many values each field has. The items of a list have the path of the list. */
function fieldsOf(params: Dict | Readonly<Record<string, unknown>>): Record<string, number> {
  const counts = new Map<string, number>();
  const visit = (value: unknown, path: string): void => {
    if (Array.isArray(value)) for (const item of value) visit(item, path);
    else if (isDict(value))
      for (const [name, inner] of Object.entries(value)) visit(inner, path === "" ? name : `${path}.${name}`);
    else counts.set(path, (counts.get(path) ?? 0) + 1);
  };
  visit(params, "");
  return Object.fromEntries(counts);
}
