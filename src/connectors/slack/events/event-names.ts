import { systemClock } from "../../../core/ground/clock.ts";
import type { Dict } from "../../../core/ground/json.ts";
import { createNameCache, type NameCache } from "../names/ids-to-names.ts";

/** The actions of a `SlackConnector` that read the names for an event. */
export interface SlackReader {
  readonly bots: { get(params: { bot: string }): Promise<{ data: object }> };
  readonly users: { get(params: { user: string }): Promise<{ data: object }> };
  readonly channels: { get(params: { channel: string }): Promise<{ data: object }> };
  readonly usergroups: { list(params: { include_disabled: boolean }): Promise<{ data: readonly object[] }> };
}

const caches = new WeakMap<object, NameCache>();

export function namesThrough(connector: SlackReader): NameCache {
  const known = caches.get(connector);
  if (known) return known;
  const reads: Readonly<Record<string, (args: Dict) => Promise<Dict>>> = {
    "bots.info": async ({ bot }) => ({ bot: (await connector.bots.get({ bot: String(bot) })).data }),
    "users.info": async ({ user }) => ({ user: (await connector.users.get({ user: String(user) })).data }),
    "conversations.info": async ({ channel }) => ({
      channel: (await connector.channels.get({ channel: String(channel) })).data,
    }),
    "usergroups.list": async () => ({
      usergroups: (await connector.usergroups.list({ include_disabled: true })).data,
    }),
  };
  const cache = createNameCache(async (operation, args) => reads[operation]?.(args), systemClock);
  caches.set(connector, cache);
  return cache;
}
