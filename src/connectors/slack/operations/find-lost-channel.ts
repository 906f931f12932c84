import type { RunContext } from "../../../core/contract/run-context.ts";
import { type Dict, at, isDict, stringAt } from "../../../core/ground/json.ts";
import { type Find, isOlder, listAt, sameText } from "./send-or-find.ts";

/** Looks for a change of a channel. The fields at the paths in `wanted` have the new values if the change was made. */
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
 * Looks for a channel that the token's user has created. Names are unique, so a channel with the name that is younger
 * than the write is the channel of the write.
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
