import type { Resolve } from "../../../core/contract/definition.ts";
import type { Clock } from "../../../core/ground/clock.ts";
import { type Dict, isDict } from "../../../core/ground/json.ts";
import { type Lookup, createLookups, unknown } from "./lookups.ts";
import { comingPattern, links, relativeTime } from "./patterns.ts";

// What people call channels, people, messages and times, as the ids that Slack takes. Nothing is fetched for an id.

export function createResolver(clock: Clock): Resolve {
  const { channelId, userId, usergroupId, dmId } = createLookups(clock);

  /** A channel, or the person whom a direct message is with. */
  async function conversation(value: string, context: Context): Promise<string> {
    const link = links.read(value);
    if (link) return link.channel;
    if (value.startsWith("#")) return channelId(value, context);
    if (!isPerson(value)) return value;
    const user = await personId(value, context);
    return opening.has(context.operation) ? user : dmId(user, value, context);
  }

  const personId = async (value: string, context: Context) => {
    const id = links.user(value);
    return id.includes("@") ? userId(id, context) : id;
  };

  /** The param of this name as Slack takes it; what is right already stays. */
  async function one(name: string, value: unknown, context: Context): Promise<unknown> {
    if (typeof value !== "string") return value;
    const { path, operation } = context;
    switch (name) {
      case "channel":
      case "context_channel_id":
        return conversation(value, context);
      case "user":
        return personId(value, context);
      case "file":
      case "canvas_id":
        return links.file(value);
      case "usergroup":
        return value.startsWith("@") ? usergroupId(value, context) : value;
      case "ts":
      case "thread_ts": {
        const link = links.read(value);
        if (!link) return value;
        if (context.channel !== undefined && context.channel !== link.channel)
          throw unknown(
            `the link is of another channel (${link.channel})`,
            path,
            "Pass the channel of the link.",
          );
        // Where threads are meant, a link of a reply means its thread.
        const thread = name === "thread_ts" || operation === "conversations.replies";
        return thread ? (link.thread ?? link.ts) : link.ts;
      }
      case "oldest":
      case "latest":
      case "ts_from":
      case "ts_to":
      case "before":
      case "after":
        if (/^[\d.]+$/.test(value)) return value;
        return relativeTime(value, clock.now()) ?? Promise.reject(noTime(path));
      case "post_at":
        return coming(value, path);
      case "time":
        // Of a reminder: Slack reads words itself.
        return comingPattern.test(value) ? String(coming(value, path)) : value;
    }
    return value;
  }

  /** Whole seconds, as Slack takes times to come; not earlier than was asked for. */
  function coming(value: string, path: string): number {
    const seconds = /^\d+$/.test(value) ? value : relativeTime(value, clock.now(), "future");
    if (seconds === undefined) throw noTime(path);
    return Math.ceil(Number(seconds));
  }

  function profile(value: Dict, path: string): Dict {
    const { status_expiration: end } = value;
    return typeof end === "string"
      ? { ...value, status_expiration: coming(end, `${path}.status_expiration`) }
      : value;
  }

  return async (params, { operation, read }) => {
    const resolved: Dict = {};
    // The channel first: a link must be of it.
    const names = Object.keys(params).toSorted((a, b) => Number(b === "channel") - Number(a === "channel"));
    for (const name of names) {
      const channel = typeof resolved.channel === "string" ? resolved.channel : undefined;
      const context = { read, operation, channel, path: `params.${name}` };
      const value = params[name];
      const single = Object.hasOwn(lists, name) ? lists[name as keyof typeof lists] : undefined;
      if (Array.isArray(value) && single !== undefined)
        resolved[name] = await Promise.all(
          value.map((item, index) => one(single, item, { ...context, path: `params.${name}[${index}]` })),
        );
      else if (name === "profile" && isDict(value)) resolved[name] = profile(value, context.path);
      else resolved[name] = await one(name, value, context);
    }
    return Object.fromEntries(Object.keys(params).map((name) => [name, resolved[name]]));
  };
}

/** Params that hold several of what another names one of. */
const lists = { users: "user", channels: "channel", additional_channels: "channel" } as const;

/** What Slack takes a user's id for as well, and opens the direct message itself. */
const opening: ReadonlySet<string> = new Set(["chat.postMessage", "chat.scheduleMessage"]);

/** The id of a user, `@name`, an e-mail address or the link of a profile. */
const isPerson = (value: string) => !/^[CGD][A-Z0-9]+$/.test(value);

interface Context extends Lookup {
  operation: string;
  channel: string | undefined;
}

const noTime = (path: string) =>
  unknown("there is no such time", path, "Pass an ISO time, such as 2026-03-11T09:00Z, or 2d.");
