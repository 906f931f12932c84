import { html } from "hono/html";
import type { Html } from "../page.ts";

// A platform can ask for 50 scopes. People read them in groups, by what the words of a scope say.

const groups: readonly { title: string; words: RegExp }[] = [
  { title: "Send and post", words: /\b(send|post|start|act|invite|publish|reply)\b/i },
  {
    title: "Change",
    words:
      /\b(add|change|complete|create|delete|edit|join|manage|modify|move|pin|remove|set|show|sort|update|upload|write)\b/i,
  },
  { title: "Read", words: /\b(access|get|list|read|search|see|view)\b/i },
];
const others = "Other";

/** More scopes than this are folded. */
const fewScopes = 6;

/** Shows what scopes allow. `words`: the meaning of each scope. */
export function scopeGroups(scopes: readonly string[], words: Readonly<Record<string, string>>): Html {
  const byTitle = new Map(
    [...groups.map(({ title }) => title), others].map((title) => [title, [] as string[]]),
  );
  for (const scope of scopes) {
    const text = Object.hasOwn(words, scope) ? words[scope]! : undefined;
    const found = text === undefined ? undefined : groups.find((group) => group.words.test(text));
    byTitle.get(found?.title ?? others)!.push(scope);
  }
  const open = scopes.length <= fewScopes;
  return html`${[...byTitle].map(([title, list]) => {
    if (list.length === 0) return undefined;
    const items = html`<ul>
      ${list.map((scope) => scopeItem(scope, words))}
    </ul>`;
    if (open || list.length === 1)
      return html`<h3>${title}</h3>
        ${items}`;
    return html`<details>
      <summary>
        ${title}
        <span class="detail">${list.length} permissions, such as “${textOf(list[0]!, words)}”</span>
      </summary>
      ${items}
    </details>`;
  })}`;
}

const textOf = (scope: string, words: Readonly<Record<string, string>>): string =>
  Object.hasOwn(words, scope) ? words[scope]! : scope;

const scopeItem = (scope: string, words: Readonly<Record<string, string>>): Html =>
  Object.hasOwn(words, scope)
    ? html`<li>${words[scope]} <code>${scope}</code></li>`
    : html`<li><code>${scope}</code></li>`;
