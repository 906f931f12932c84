import type { NameResolver } from "../../../core/contract/definition.ts";
import type { Clock } from "../../../core/ground/clock.ts";
import { type Dict, isDict } from "../../../core/ground/json.ts";
import { type NameParam, createNameFinder, nameError } from "./find-by-name.ts";
import { fileOfLink, readLink, userOfLink } from "./links.ts";
import { futureTimePattern, parseTime } from "./times.ts";

interface Param extends NameParam {
  operation: string;
  /** The channel id of the same call. */
  channel: string | undefined;
}

/** Creates a function that converts names, links and times in params to the ids and seconds that Slack accepts. */
export function createResolver(clock: Clock): NameResolver {
  const { channelId, userId, usergroupId, dmId, learn } = createNameFinder(clock);

  /** Finds a conversation. Returns a user id only if the method accepts user ids. */
  async function conversation(value: string, param: Param): Promise<string> {
    const link = readLink(value);
    if (link) return link.channel;
    if (value.startsWith("#")) return channelId(value, param);
    if (!isPerson(value)) return value;
    const user = await personId(value, param);
    return takesUserIds.has(param.operation) ? user : dmId(user, value, param);
  }

  const personId = async (value: string, param: Param) => {
    const id = userOfLink(value);
    return id.includes("@") ? userId(id, param) : id;
  };

  async function resolved(name: string, value: unknown, param: Param): Promise<unknown> {
    if (typeof value !== "string") return value;
    const { path, operation } = param;
    switch (name) {
      case "channel":
      case "context_channel_id":
        return conversation(value, param);
      case "user":
        return personId(value, param);
      case "file":
      case "canvas_id":
        return fileOfLink(value);
      case "name":
        return operation.startsWith("reactions.") ? reactionName(value, path) : value;
      case "usergroup":
        return value.startsWith("@") ? usergroupId(value, param) : value;
      case "ts":
      case "thread_ts": {
        const link = readLink(value);
        if (!link) return value;
        if (param.channel !== undefined && param.channel !== link.channel)
          throw nameError(
            `the link belongs to another channel (${link.channel})`,
            path,
            "Pass the channel that the link belongs to.",
          );
        // If the param needs a thread, a link to a reply stands for the reply's thread.
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
        return parseTime(value, clock.now()) ?? Promise.reject(noSuchTime(path));
      case "post_at":
        return futureTime(value, path);
      case "time":
        // The time of a reminder can be words, such as `in 15 minutes`. Slack reads such words itself.
        return futureTimePattern.test(value) ? String(futureTime(value, path)) : value;
    }
    return value;
  }

  /** Converts a time to whole seconds since 1970. Rounds up, so that the result is never earlier than the time. */
  function futureTime(value: string, path: string): number {
    const seconds = /^\d+$/.test(value) ? value : parseTime(value, clock.now(), "future");
    if (seconds === undefined) throw noSuchTime(path);
    return Math.ceil(Number(seconds));
  }

  function resolvedProfile(value: Dict, path: string): Dict {
    const { status_expiration: end } = value;
    return typeof end === "string"
      ? { ...value, status_expiration: futureTime(end, `${path}.status_expiration`) }
      : value;
  }

  const resolve: NameResolver = async (params, { operation, read }) => {
    const result: Dict = {};
    // The link to a message must belong to the channel of the call, so the channel is converted first.
    const given = Object.keys(params);
    const names = given.toSorted((a, b) => Number(b === "channel") - Number(a === "channel"));
    for (const name of names) {
      const channel = typeof result.channel === "string" ? result.channel : undefined;
      const value = params[name];
      if (typeof value !== "string" && typeof value !== "object") {
        result[name] = value;
        continue;
      }
      const param = { read, operation, channel, path: `params.${name}` };
      const single = Object.hasOwn(listParams, name)
        ? listParams[name as keyof typeof listParams]
        : undefined;
      if (Array.isArray(value) && single !== undefined)
        result[name] = await Promise.all(
          value.map((item, index) => resolved(single, item, { ...param, path: `params.${name}[${index}]` })),
        );
      else if (name === "profile" && isDict(value)) result[name] = resolvedProfile(value, param.path);
      else result[name] = await resolved(name, value, param);
    }
    return Object.fromEntries(given.map((name) => [name, result[name]]));
  };
  return Object.assign(resolve, { learn });
}

/** For each param with a list, the param that accepts one item of the list. */
const listParams = { users: "user", channels: "channel", additional_channels: "channel" } as const;

/** These methods accept a user id as the channel, and open the direct message with the user. */
const takesUserIds: ReadonlySet<string> = new Set(["chat.postMessage", "chat.scheduleMessage"]);

/** Returns whether a value is a user id, an `@name`, an e-mail address or a profile link. */
const isPerson = (value: string) => !/^[CGD][A-Z0-9]+$/.test(value);

async function reactionName(value: string, path: string): Promise<string> {
  if (/^[\w'+:-]+$/.test(value)) return value;
  const { emojiName } = await import("./emoji-names.ts");
  const name = emojiName(value);
  if (name !== undefined) return name;
  throw nameError(
    `Slack has no name for ${value}`,
    path,
    "Pass the name of an emoji, such as thumbsup. emoji.list shows the workspace's own emoji.",
  );
}

const noSuchTime = (path: string) =>
  nameError("this is not a time", path, "Pass an ISO time, such as 2026-03-11T09:00Z, or 2d.");
