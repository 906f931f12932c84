import type { ActionDescription, ScopeNeed } from "agent-connectors/toolkit";

/** Returns the meaning of the tables in the sections of a page. Empty if there is no table. */
export const scopeLegend = (sections: readonly string[]): string[] =>
  sections.some((section) => section.includes("| Scopes of |"))
    ? [...legend, ...(sections.some((section) => section.includes("}:read`")) ? conversations : []), ""]
    : [];

const legend = [
  "| In a table of scopes | Meaning |",
  "|---|---|",
  "| Required | Without these scopes, the action fails |",
  "| Used | Without these scopes, the action does less. For example, its result has no names, or its params accept no names |",
];

const conversations = [
  "| `{channels,groups,im,mpim}:read` | `channels:read` for public channels, `groups:read` for private channels, `im:read` for direct messages, `mpim:read` for direct messages with several people. The token needs the scope for each kind of conversation with which you use the action |",
];

export function scopeTable(actions: Readonly<Record<string, ActionDescription>>): string[] {
  const all = Object.entries(actions).flatMap(([action, { scopes }]) =>
    Object.entries(scopes?.required ?? {}).map(([kind, required]) => ({
      action,
      kind,
      needs: `${inWords(required)} | ${inWords(scopes!.used[kind])}`,
    })),
  );
  if (all.length === 0) return [];
  const byAction = group(all, ({ action, needs }) => `${action} ${needs}`).map((same) => ({
    ...same[0]!,
    kinds: same.map(({ kind }) => kind).join(", "),
  }));
  const rows = group(byAction, ({ kinds, needs }) => `${kinds} ${needs}`).map(
    (same) => `| ${same.map(({ action }) => action).join(", ")} | ${same[0]!.kinds} | ${same[0]!.needs} |`,
  );
  return ["", "| Scopes of | Token | Required | Used |", "|---|---|---|---|", ...rows];
}

const inWords = (needs: readonly ScopeNeed[] = []) =>
  needs.length === 0 ? "none" : needs.map((need) => oneOf(need)).join(", ");

/** Writes `channels:read` and `groups:read` as `{channels,groups}:read`. */
const oneOf = (need: ScopeNeed): string =>
  group(need, (scope) => (scope.includes(":") ? scope.slice(scope.indexOf(":")) : scope))
    .map((scopes) => {
      if (scopes.length === 1) return `\`${scopes[0]}\``;
      const ending = scopes[0]!.slice(scopes[0]!.indexOf(":"));
      return `\`{${scopes.map((scope) => scope.slice(0, -ending.length)).join(",")}}${ending}\``;
    })
    .join(" or ");

const group = <Item>(items: readonly Item[], by: (item: Item) => string): Item[][] =>
  Object.values(Object.groupBy(items, by) as Record<string, Item[]>);
