import type { RunResult } from "../../core/action.ts";
import { aborting } from "../../core/order.ts";
import { isDict, stringAt, type Dict } from "../../core/json.ts";
import type { Directory } from "./resolve-names.ts";
import { isoTime, type Names } from "./text-spelling.ts";
import { authorOf } from "./rows.ts";

/**
 * Adds to messages who wrote them and when, and to what is known beside them the names of everybody in them
 * by id (`meta.names`), their ids by name where no two have the same (`meta.ids`), and how their links are made (`meta.permalink`). The rest of a message stays as Slack sent it.
 */
export async function enrichMessages(
  { data, meta }: RunResult,
  params: Dict,
  { directory, workspace }: { directory: Directory; workspace: () => Promise<string | undefined> },
  signal: AbortSignal | undefined,
): Promise<RunResult> {
  const messages = (Array.isArray(data) ? data : [data]).filter(isDict);
  if (messages.length === 0) return { data, meta };
  const ids = [...new Set(messages.flatMap(idsIn))];
  const [names, address] = await Promise.all([
    directory.namesOf(ids, signal),
    aborting(workspace(), signal).catch(() => undefined),
  ]);
  const signed = (message: unknown) => (isDict(message) ? sign(message, names) : message);
  const link = linkTo(address, params);
  return {
    data: Array.isArray(data) ? data.map(signed) : signed(data),
    meta: {
      ...meta,
      ...(Object.keys(names).length > 0 ? { names, ids: idsOf(names) } : {}),
      ...(link === undefined ? {} : { permalink: link }),
    },
  };
}

function sign(message: Dict, names: Names): Dict {
  const author = authorOf(message, names);
  const time = isoTime(message.ts);
  return {
    ...message,
    ...(author === undefined ? {} : { author }),
    ...(time === undefined ? {} : { time }),
  };
}

function idsOf(names: Names): Names {
  const entries = Object.entries(names).map(([id, name]) => [name, id] as const);
  const count = new Map<string, number>();
  for (const [name] of entries) count.set(name, (count.get(name) ?? 0) + 1);
  return Object.fromEntries(entries.filter(([name]) => count.get(name) === 1));
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
