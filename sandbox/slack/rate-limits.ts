import type { Clock } from "../../src/core/ground/clock.ts";

/** A token bucket: `burst` calls at once, refilled at `perMinute`. */
interface Limit {
  perMinute: number;
  burst: number;
}

// https://docs.slack.dev/apis/web-api/rate-limits says "N or more per minute" for each tier.
const TIER_2: Limit = { perMinute: 20, burst: 20 };
const TIER_3: Limit = { perMinute: 50, burst: 50 };
const TIER_4: Limit = { perMinute: 100, burst: 100 };
/** Documented as "hundreds of requests per minute". */
const SPECIAL: Limit = { perMinute: 600, burst: 600 };

/** Slack documents a separate limit that depends on the size of the workspace. This is a guess for a small one. */
const SEARCH: Limit = { perMinute: 10, burst: 10 };

/** chat.postMessage allows one message per second and channel, with "short bursts". The burst is a guess. */
const PER_CHANNEL: Limit = { perMinute: 60, burst: 10 };
/** chat.postMessage allows "several hundred messages per minute" in a workspace. */
const PER_WORKSPACE: Limit = { perMinute: 300, burst: 300 };

export const limits: Readonly<Record<string, Limit>> = {
  "api.test": TIER_4,
  "assistant.search.context": SEARCH,
  "assistant.search.info": TIER_2,
  "auth.teams.list": TIER_2,
  "auth.test": SPECIAL,
  "blocks.validate": TIER_4,
  "bookmarks.add": TIER_2,
  "bookmarks.edit": TIER_2,
  "bookmarks.list": TIER_3,
  "bookmarks.remove": TIER_2,
  "bots.info": TIER_3,
  "canvases.create": TIER_2,
  "canvases.delete": TIER_3,
  "canvases.edit": TIER_3,
  "canvases.sections.lookup": TIER_3,
  "chat.delete": TIER_3,
  "chat.deleteScheduledMessage": TIER_3,
  "chat.getPermalink": SPECIAL,
  "chat.meMessage": TIER_3,
  "chat.postEphemeral": TIER_4,
  "chat.postMessage": PER_WORKSPACE,
  "chat.scheduleMessage": TIER_3,
  "chat.scheduledMessages.list": TIER_3,
  "chat.update": TIER_3,
  "conversations.archive": TIER_2,
  "conversations.close": TIER_2,
  "conversations.create": TIER_2,
  "conversations.history": TIER_3,
  "conversations.info": TIER_3,
  "conversations.invite": TIER_3,
  "conversations.join": TIER_3,
  "conversations.kick": TIER_3,
  "conversations.leave": TIER_3,
  "conversations.list": TIER_2,
  "conversations.mark": TIER_3,
  "conversations.members": TIER_4,
  "conversations.open": TIER_3,
  "conversations.rename": TIER_2,
  "conversations.replies": TIER_3,
  "conversations.setPurpose": TIER_2,
  "conversations.setTopic": TIER_2,
  "conversations.unarchive": TIER_2,
  "dnd.info": TIER_3,
  "dnd.setSnooze": TIER_2,
  "emoji.list": TIER_2,
  "files.completeUploadExternal": TIER_4,
  "files.delete": TIER_3,
  "files.getUploadURLExternal": TIER_4,
  "files.info": TIER_4,
  "files.list": TIER_3,
  "files.revokePublicURL": TIER_3,
  "files.sharedPublicURL": TIER_3,
  "oauth.v2.access": SPECIAL,
  "oauth.v2.exchange": TIER_3,
  "pins.add": TIER_2,
  "pins.list": TIER_2,
  "pins.remove": TIER_2,
  "reactions.add": TIER_3,
  "reactions.get": TIER_3,
  "reactions.list": TIER_2,
  "reactions.remove": TIER_2,
  "reminders.add": TIER_2,
  "reminders.complete": TIER_2,
  "reminders.delete": TIER_2,
  "reminders.info": TIER_2,
  "reminders.list": TIER_2,
  "search.all": TIER_2,
  "search.files": TIER_2,
  "search.messages": TIER_2,
  "stars.list": TIER_3,
  "team.info": TIER_3,
  "team.profile.get": TIER_3,
  "usergroups.create": TIER_2,
  "usergroups.disable": TIER_2,
  "usergroups.enable": TIER_2,
  "usergroups.list": TIER_2,
  "usergroups.update": TIER_2,
  "usergroups.users.list": TIER_2,
  "usergroups.users.update": TIER_2,
  "users.conversations": TIER_3,
  "users.getPresence": TIER_3,
  "users.info": TIER_4,
  "users.list": TIER_2,
  "views.publish": TIER_4,
  "users.lookupByEmail": TIER_3,
  "users.profile.get": TIER_4,
  "users.profile.set": TIER_3,
  "users.setPresence": TIER_2,
};

export interface RateLimits {
  /** Counts one call. Returns 0, or the seconds to wait if the call exceeds a limit. */
  take(method: string, token: string, channel: string | undefined): number;
}

/** The limits since 2025 for apps that are sold without Slack's review: one page of messages per minute. */
export const RESTRICTED: Readonly<Record<string, Limit>> = {
  "conversations.history": { perMinute: 1, burst: 1 },
  "conversations.replies": { perMinute: 1, burst: 1 },
};
export const RESTRICTED_PAGE = 15;

export function createRateLimits(clock: Clock, own: Readonly<Record<string, Limit>> = {}): RateLimits {
  const buckets = new Map<string, { left: number; at: number }>();

  const bucket = (key: string, limit: Limit): { left: number; at: number } => {
    const now = clock.now();
    const found = buckets.get(key) ?? { left: limit.burst, at: now };
    found.left = Math.min(limit.burst, found.left + ((now - found.at) / 60_000) * limit.perMinute);
    found.at = now;
    buckets.set(key, found);
    return found;
  };

  return {
    take: (method, token, channel) => {
      const applied: [string, Limit][] = [[`${token} ${method}`, own[method] ?? limits[method] ?? TIER_3]];
      if (method === "chat.postMessage" && channel)
        applied.push([`${token} ${method} ${channel}`, PER_CHANNEL]);
      const taken = applied.map(([key, limit]) => ({ limit, bucket: bucket(key, limit) }));
      const waits = taken.map((each) =>
        each.bucket.left >= 1 ? 0 : Math.ceil(((1 - each.bucket.left) / each.limit.perMinute) * 60),
      );
      const wait = Math.max(...waits);
      if (wait === 0) for (const each of taken) each.bucket.left -= 1;
      return wait;
    },
  };
}
