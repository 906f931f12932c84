import type { EnrichedCall } from "../../../core/contract/client.ts";
import type { Dict } from "../../../core/ground/json.ts";
import { addNames } from "../names/add-names.ts";
import type { NameCache } from "../names/ids-to-names.ts";
import { readMessage } from "../posting/message-key.ts";
import { messageRow } from "../rows/message-row.ts";
import { isoTime, type Names } from "../text/markup-to-text.ts";
import { namesThrough, type SlackReader } from "./event-names.ts";
import { eventText, idsInEvent, withName } from "./event-text.ts";

export interface MessageEvent {
  message: Dict;
  change?: "changed" | "deleted" | undefined;
  before?: Dict | undefined;
}

/** Returns the row of a message. With a connector, the row contains names. */
export async function messageEventRow(
  { message, change, before }: MessageEvent,
  channel: string | undefined,
  connector: SlackReader | undefined,
): Promise<Dict> {
  const nameCache = connector && namesThrough(connector);
  const rowOf = async (one: Dict): Promise<Dict> => {
    const data = readMessage(one);
    if (!nameCache) return messageRow(data, {});
    const named = await addNames({ data, meta: {} }, eventCall(), { nameCache, workspaceUrl: noUrl });
    return messageRow(named.data as Dict, named.meta ?? {});
  };
  const [row, old] = await Promise.all([rowOf(message), before && rowOf(before)]);
  const names = channel === undefined ? {} : await namesOf([channel], nameCache);
  return withoutEmpty({
    ...(channel === undefined ? {} : { channel: withName(channel, names) }),
    change,
    ...row,
    ...(old === undefined || old.text === row.text ? {} : { before: old.text }),
  });
}

const noUrl = async () => undefined;

/** An event must be answered soon, so it waits only a short time for names. */
const eventCall = (): EnrichedCall => ({
  operation: "",
  params: {},
  fields: undefined,
  signal: undefined,
  waits: { left: 3000 },
});

const namesOf = async (ids: readonly string[], nameCache: NameCache | undefined): Promise<Names> =>
  (await nameCache?.namesOf(ids, ids, eventCall()))?.names ?? {};

/** Returns the row of an event that is not about a message. */
export async function otherRow(type: string, event: Dict, connector: SlackReader | undefined): Promise<Dict> {
  const ids = idsInEvent(event);
  const names = await namesOf(ids, connector && namesThrough(connector));
  return withoutEmpty({
    time: isoTime(event.event_ts ?? event.action_ts),
    text: eventText(type, event, names),
  });
}

const withoutEmpty = (row: Dict): Dict =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => value !== undefined));
