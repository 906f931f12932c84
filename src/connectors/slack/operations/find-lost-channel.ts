import type { RunContext } from "../../../core/contract/run-context.ts";
import { type Dict, at, isDict, stringAt } from "../../../core/ground/json.ts";
import { type Find, isOlder, listAt, sameText } from "./send-or-find.ts";

/** If the change was made, the channel has the values in `wanted`. A key of `wanted` is the path of a field. */
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
 * The names of channels are unique. A channel of the token's user with this name, newer than the start of the write,
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
