import type { RunResult } from "../../../core/contract/run-context.ts";
import { rejectOnAbort } from "../../../core/ground/abort.ts";
import { type Dict, isDict } from "../../../core/ground/json.ts";
import { type Author, authorOf, authorText, ownName } from "../rows/author.ts";
import { type Names, isoTime } from "../text/markup-to-text.ts";
import { addPeople } from "./add-people.ts";
import type { NameCache } from "./ids-to-names.ts";

/**
 * Adds `author` and `time` to each message of a result. Some items, such as pinned items, contain a message in the field
 * `message`. Adds to `meta`:
 * - `names`: the name for each id in the messages
 * - `ids`: the id for each name that occurs in several messages
 * - `permalink`: the pattern of the links to the messages
 */
export async function addNames(
  { data, meta }: RunResult,
  params: Dict,
  { nameCache, workspaceUrl }: { nameCache: NameCache; workspaceUrl: () => Promise<string | undefined> },
  signal: AbortSignal | undefined,
): Promise<RunResult> {
  const messages = (Array.isArray(data) ? data : [data]).filter(isDict).map(messageOf).filter(isMessage);
  if (messages.length === 0) return addPeople({ data, meta }, params, nameCache, signal);
  const idsOfMessages = messages.map(idsIn);
  const [names, url] = await Promise.all([
    nameCache.namesOf([...new Set(idsOfMessages.flat())], signal),
    typeof params.channel === "string"
      ? rejectOnAbort(workspaceUrl(), signal).catch(() => undefined)
      : undefined,
  ]);
  const withAuthors = (item: unknown) => {
    if (!isDict(item)) return item;
    if (isDict(item.message)) return { ...item, message: withAuthor(item.message, names) };
    return isMessage(item) ? withAuthor(item, names) : item;
  };
  const permalink = linkPattern(url, params);
  const ids = repeatedIds(
    messages.map((message, index) => [
      authorOf(message, names),
      ...idsOfMessages[index]!.map((id) => ({ id, name: names[id] })),
    ]),
  );
  return {
    data: Array.isArray(data) ? data.map(withAuthors) : withAuthors(data),
    meta: {
      ...meta,
      ...(Object.keys(names).length > 0 ? { names } : {}),
      ...(Object.keys(ids).length > 0 ? { ids } : {}),
      ...(permalink === undefined ? {} : { permalink }),
    },
  };
}

const messageOf = (item: Dict): Dict => (isDict(item.message) ? item.message : item);

const isMessage = ({ ts, text }: Dict): boolean => ts !== undefined || text !== undefined;

function withAuthor(message: Dict, names: Names): Dict {
  const author = authorText(message, names);
  const time = isoTime(message.ts);
  return {
    ...message,
    ...(author === undefined ? {} : { author }),
    ...(time === undefined ? {} : { time }),
  };
}

/**
 * Returns the id for each name that occurs in several messages. Leaves out two kinds of names that could
 * imitate another author: names that several ids share, and names that contain an id.
 */
function repeatedIds(idsOfMessages: readonly (readonly Author[])[]): Names {
  const byName = new Map<string, { id: string; messages: Set<number>; ambiguous: boolean }>();
  idsOfMessages.forEach((authors, index) => {
    for (const { id, name } of authors) {
      if (id === undefined || name === undefined) continue;
      const known = byName.get(name) ?? { id, messages: new Set(), ambiguous: false };
      known.ambiguous ||= known.id !== id;
      byName.set(name, known);
      known.messages.add(index);
    }
  });
  const repeated = [...byName].filter(
    ([name, { messages, ambiguous }]) =>
      messages.size > 1 && !ambiguous && !/\b[UWB][A-Z0-9]{6,}\b/.test(name),
  );
  return Object.fromEntries(repeated.map(([name, { id }]) => [name, id]));
}

/**
 * Returns the ids of the author, of all mentions in the message, and of the people who reacted. Leaves out the author
 * if an app posted the message under another name.
 */
function idsIn(message: Dict): string[] {
  const { user, text, blocks, attachments } = message;
  const author = typeof user === "string" && ownName(message) === undefined ? [user] : [];
  const all = JSON.stringify([text, blocks, attachments]);
  const mentions = all.matchAll(
    /<(?:@|#|!subteam\^)([UWCS][A-Z0-9]{2,20})|"(?:user|channel|usergroup)_id":"([UWCS][A-Z0-9]{2,20})"/g,
  );
  const reacted = (Array.isArray(message.reactions) ? message.reactions : []).flatMap((one: unknown) =>
    isDict(one) && Array.isArray(one.users) ? one.users.filter((id) => typeof id === "string") : [],
  );
  return [...author, ...[...mentions].map(([, inText, inBlock]) => (inText ?? inBlock)!), ...reacted];
}

/** Returns a pattern such as `https://acme.slack.com/archives/C012AB3CD/p{ts, no dot}`. */
function linkPattern(url: string | undefined, { channel }: Dict): string | undefined {
  if (url === undefined || !URL.canParse(url) || typeof channel !== "string") return undefined;
  return `${new URL(`/archives/${channel}/p`, url).href}{ts, no dot}`;
}
