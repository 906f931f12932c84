import type { EnrichedCall } from "../../../core/contract/client.ts";
import type { RunResult } from "../../../core/contract/run-context.ts";
import { rejectOnAbort } from "../../../core/ground/abort.ts";
import { type Dict, isDict } from "../../../core/ground/json.ts";
import { type Author, authorOf, authorText } from "../rows/author.ts";
import { type Names, isoTime } from "../text/markup-to-text.ts";
import { addPeople } from "./add-people.ts";
import { clearIds, nonEmpty, withWarning } from "./clear-ids.ts";
import { type IdsInMessage, idsInMessage, shownIds } from "./ids-in-message.ts";
import type { NameCache } from "./ids-to-names.ts";

/**
 * Adds `author` and `time` to each message of a result. Some items, such as pinned items, contain a message in the field
 * `message`. Adds to `meta`:
 * - `names`: the name for each id in the messages
 * - `ids`: the id for each name that occurs in several messages
 * - `unclear`: the ids whose names do not show who is meant, because other people have a name that looks the same
 * - `permalink`: the pattern of the links to the messages
 * - `warnings`: how many names were left out, and why
 */
export async function addNames(
  { data, meta }: RunResult,
  call: EnrichedCall,
  { nameCache, workspaceUrl }: { nameCache: NameCache; workspaceUrl: () => Promise<string | undefined> },
): Promise<RunResult> {
  const { params, signal, fields } = call;
  const messages = (Array.isArray(data) ? data : [data]).filter(isDict).map(messageOf).filter(isMessage);
  if (messages.length === 0) return addPeople({ data, meta }, call, nameCache);
  nameCache.learnAuthors(messages);
  const idsOfMessages = messages.map(idsInMessage);
  const [{ names, warning }, url] = await Promise.all([
    nameCache.namesOf(
      [...idsOfMessages.flatMap((ids) => shownIds(ids, undefined)), ...channelsOf(data)],
      idsOfMessages.flatMap((ids) => shownIds(ids, fields)),
      call,
    ),
    typeof params.channel === "string"
      ? rejectOnAbort(workspaceUrl(), signal).catch(() => undefined)
      : undefined,
  ]);
  const withAuthors = (item: unknown) => {
    if (!isDict(item)) return item;
    if (isDict(item.message)) return { ...item, message: withAuthor(item.message, names) };
    return isMessage(item) ? withAuthor(item, names) : item;
  };
  const people = messages.map((message, index) => peopleIn(message, idsOfMessages[index]!, names));
  return {
    data: Array.isArray(data) ? data.map(withAuthors) : withAuthors(data),
    meta: {
      ...withWarning(meta, warning),
      ...nonEmpty({ names, ...clearIds(people, nameCache) }),
      ...nonEmpty({ permalink: linkPattern(url, params) ?? "" }),
    },
  };
}

/** Returns the ids of the channels of messages. Their names are added only if they are known already. */
const channelsOf = (data: unknown): string[] =>
  [data]
    .flat()
    .flatMap((item) =>
      isDict(item) && typeof item.channel === "string" && /^[CG]/.test(item.channel) ? [item.channel] : [],
    );

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

const peopleIn = (message: Dict, ids: IdsInMessage, names: Names): readonly Author[] => [
  authorOf(message, names),
  ...shownIds(ids, undefined).map((id) => ({ id, name: names[id] })),
];

/** Returns a pattern such as `https://acme.slack.com/archives/C012AB3CD/p{ts, no dot}`. */
function linkPattern(url: string | undefined, { channel }: Dict): string | undefined {
  if (url === undefined || !URL.canParse(url) || typeof channel !== "string") return undefined;
  return `${new URL(`/archives/${channel}/p`, url).href}{ts, no dot}`;
}
