import type { RunResult } from "../../../core/contract/run-context.ts";
import { rejectOnAbort } from "../../../core/ground/abort.ts";
import { type Dict, isDict, stringAt } from "../../../core/ground/json.ts";
import { type Signature, authorOf, signatureOf } from "../rows/rows.ts";
import { type Names, isoTime } from "../text/mrkdwn.ts";
import type { NameCache } from "./ids-to-names.ts";

/**
 * Adds to messages who wrote them and when, and to what is known beside them the names of everybody in them
 * by id (`meta.names`), the ids by name of those met more than once (`meta.ids`), and how their links are made
 * (`meta.permalink`). The rest of a message stays as Slack sent it; one may stand in what was pinned, found or saved.
 */
export async function enrichMessages(
  { data, meta }: RunResult,
  params: Dict,
  { nameCache, workspace }: { nameCache: NameCache; workspace: () => Promise<string | undefined> },
  signal: AbortSignal | undefined,
): Promise<RunResult> {
  const messages = (Array.isArray(data) ? data : [data]).filter(isDict).map(messageIn);
  if (messages.length === 0) return { data, meta };
  const met = messages.map(idsIn);
  const [names, address] = await Promise.all([
    nameCache.namesOf([...new Set(met.flat())], signal),
    typeof params.channel === "string"
      ? rejectOnAbort(workspace(), signal).catch(() => undefined)
      : undefined,
  ]);
  const signed = (one: unknown) => {
    if (!isDict(one)) return one;
    return isDict(one.message) ? { ...one, message: sign(one.message, names) } : sign(one, names);
  };
  const link = linkTo(address, params);
  const ids = idsOf(
    messages.map((message, index) => [
      signatureOf(message, names),
      ...met[index]!.map((id) => ({ id, name: names[id] })),
    ]),
  );
  return {
    data: Array.isArray(data) ? data.map(signed) : signed(data),
    meta: {
      ...meta,
      ...(Object.keys(names).length > 0 ? { names } : {}),
      ...(Object.keys(ids).length > 0 ? { ids } : {}),
      ...(link === undefined ? {} : { permalink: link }),
    },
  };
}

const messageIn = (one: Dict): Dict => (isDict(one.message) ? one.message : one);

function sign(message: Dict, names: Names): Dict {
  const author = authorOf(message, names);
  const time = isoTime(message.ts);
  return {
    ...message,
    ...(author === undefined ? {} : { author }),
    ...(time === undefined ? {} : { time }),
  };
}

/**
 * Of those in each message: whoever is in several, whose name nobody else has. A name that looks like one with an id
 * beside it is told with its own.
 */
function idsOf(met: readonly (readonly Signature[])[]): Names {
  const byName = new Map<string, { id: string; messages: Set<number>; shared: boolean }>();
  met.forEach((signatures, index) => {
    for (const { id, name } of signatures) {
      if (id === undefined || name === undefined) continue;
      const known = byName.get(name) ?? { id, messages: new Set(), shared: false };
      known.shared ||= known.id !== id;
      byName.set(name, known);
      known.messages.add(index);
    }
  });
  const told = [...byName].filter(
    ([name, { messages, shared }]) => messages.size > 1 && !shared && !/\b[UWB][A-Z0-9]{6,}\b/.test(name),
  );
  return Object.fromEntries(told.map(([name, { id }]) => [name, id]));
}

/** Everybody and everything that a reader of the message meets. */
function idsIn(message: Dict): string[] {
  const { user, bot_id, text, blocks, attachments } = message;
  const named = stringAt(message, "username") ?? stringAt(message, "bot_profile.name");
  const author =
    typeof user === "string" && (named === undefined || typeof bot_id !== "string") ? [user] : [];
  const all = JSON.stringify([text, blocks, attachments]);
  const mentions = all.matchAll(
    /<(?:@|#|!subteam\^)([UWCS][A-Z0-9]{2,20})|"(?:user|channel|usergroup)_id":"([UWCS][A-Z0-9]{2,20})"/g,
  );
  return [...author, ...[...mentions].map(([, inText, inBlock]) => (inText ?? inBlock)!)];
}

/** How to make the link of each message of one channel: https://docs.slack.dev/reference/methods/chat.getPermalink */
function linkTo(address: string | undefined, { channel }: Dict): string | undefined {
  if (address === undefined || !URL.canParse(address) || typeof channel !== "string") return undefined;
  return `${new URL(`/archives/${channel}/p`, address).href}{ts, no dot}`;
}
