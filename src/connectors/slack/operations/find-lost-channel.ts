import type { RunContext } from "../../../core/contract/run-context.ts";
import { type Dict, at, isDict, stringAt } from "../../../core/ground/json.ts";
import { type Find, isOlder, listAt, sameText } from "./send-or-find.ts";

/** Finds out whether a write changed a channel. `wanted`: the new values, by the path of the field. */
export const findChange =
  (channel: string, wanted: Readonly<Record<string, string>>, changedAt: (channel: Dict) => unknown): Find =>
  async (read, since) => {
    const record = at(await read("conversations.info", { channel, include_num_members: true }), "channel");
    if (!isDict(record)) return undefined;
    if (Object.entries(wanted).every(([path, value]) => sameText(at(record, path), value))) return { record };
    return { unchanged: isOlder(changedAt(record), since) };
  };

const maxPages = 5;

/**
 * Finds the channel that a write created. The names of channels are unique, so a new channel with this name and creator
 * comes from the write.
 */
export const findCreated =
  ({ name, is_private }: { name: string; is_private?: boolean | undefined }, { once }: RunContext): Find =>
  async (read, since) => {
    const creator = stringAt((await once("auth.test")).body, "user_id");
    const types = is_private ? "private_channel" : "public_channel";
    let cursor: string | undefined;
    for (let page = 0; page < maxPages; page++) {
      const body = await read("conversations.list", { types, exclude_archived: true, limit: 999, cursor });
      const found = listAt(body, "channels").find((channel) => channel.name === name);
      if (found)
        return found.creator === creator && !isOlder(found.created, since) ? { record: found } : undefined;
      cursor = stringAt(body, "response_metadata.next_cursor") || undefined;
      if (cursor === undefined) break;
    }
    return undefined;
  };
