import type { Clock } from "../../core/clock.ts";
import { ConnectorError } from "../../core/errors.ts";
import type { Resolve } from "../../core/connector.ts";
import type { GuardRead } from "../../core/guard.ts";
import { isDict, stringAt, type Dict } from "../../core/json.ts";
import { nearest } from "../../core/names.ts";
import { createRoll, type Page } from "./roll.ts";
import { links, relativeTime } from "./spellings.ts";

// What people call channels, people, messages and times, as the ids that Slack takes. Nothing is fetched for an id.

interface Person {
  id: string;
  /** Every name that the person goes by, the handle first. */
  names: string[];
  label: string;
}

export function createResolver(clock: Clock): Resolve {
  const channels = createRoll<Named>(clock);
  const people = createRoll<Person>(clock);

  async function channelId(name: string, { path, read }: Context): Promise<string> {
    const wanted = name.slice(1).toLowerCase();
    const isWanted = (one: Named) => one.name.toLowerCase() === wanted;
    const { items, whole } = await channels(
      ({ items: some }) => some.some(isWanted),
      pageOf(read, "channels", { types: ["public_channel", "private_channel"] }, ["id", "name"], namedOf),
    );
    const found = items.find(isWanted);
    if (found) return found.id;
    const near = nearest(
      wanted,
      items.map((one) => one.name.toLowerCase()),
    );
    const meant = items.find((one) => one.name.toLowerCase() === near);
    throw unknown(
      `there is no channel ${name} ${whole ? "within the token's reach" : `among the first ${items.length}`}${meant ? `; did you mean #${meant.name} (${meant.id})?` : ""}`,
      path,
      "Channels that are private are seen only by their members. channels.list shows what there is.",
    );
  }

  async function userId(name: string, context: Context): Promise<string> {
    if (!name.startsWith("@")) return idByEmail(name, context);
    const { path, read } = context;
    const wanted = name.slice(1).trim().toLowerCase();
    const handled = ({ names }: Person) => names[0] === wanted;
    const called = ({ names }: Person) => names.includes(wanted);
    // One has the handle, but several may have the name: only who has seen all of them knows.
    const { items, whole } = await people(
      (looked) => looked.items.some(handled) || (looked.whole && looked.items.some(called)),
      pageOf(read, "users", {}, ["id", "name", "real_name", "profile", "deleted"], personOf),
    );
    const handle = items.filter(handled);
    const found = handle.length > 0 ? handle : items.filter(called);
    if (found.length === 1 && (whole || handle.length > 0)) return found[0]!.id;
    const others = whole ? "" : `, or somebody else: there are more people than the first ${items.length}`;
    if (found.length > 0)
      throw unknown(
        `${name} may be ${found
          .slice(0, 10)
          .map(({ label }) => label)
          .join(" or ")}${others}`,
        path,
        "Pass the id of the one who is meant.",
      );
    const near = nearest(wanted, [...new Set(items.flatMap(({ names }) => names))]);
    const meant = items.find(({ names }) => near !== undefined && names.includes(near));
    throw unknown(
      `there is nobody called ${name}${whole ? "" : ` among the first ${items.length}`}${meant ? `; did you mean ${meant.label}?` : ""}`,
      path,
      "users.list shows who there is.",
    );
  }

  async function idByEmail(email: string, { path, read }: Context): Promise<string> {
    try {
      const id = stringAt((await read("users", "lookup_by_email", { email })).data, "id");
      if (id !== undefined) return id;
    } catch (error) {
      if (!ConnectorError.is(error) || error.platform?.code !== "users_not_found") throw error;
    }
    throw unknown(`nobody has the e-mail address ${email}`, path, "users.list shows who there is.");
  }

  /** The param of this name as Slack takes it; what is right already stays. */
  async function one(name: string, value: unknown, context: Context): Promise<unknown> {
    if (typeof value !== "string") return value;
    const { path, threads } = context;
    switch (name) {
      case "channel": {
        const link = links.read(value);
        if (link) return link.channel;
        if (value.startsWith("#")) return channelId(value, context);
        return /^@|^[^@\s]+@/.test(value) ? userId(value, context) : value;
      }
      case "user":
        return /@/.test(value) ? userId(value, context) : value;
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
        return name === "thread_ts" || threads ? (link.thread ?? link.ts) : link.ts;
      }
      case "oldest":
      case "latest":
      case "ts_from":
      case "ts_to":
      case "before":
      case "after":
        if (/^[\d.]+$/.test(value)) return value;
        return (
          relativeTime(value, clock.now()) ??
          Promise.reject(
            unknown("there is no such time", path, "Pass an ISO time, such as 2026-03-11T09:00Z, or 2d."),
          )
        );
    }
    return value;
  }

  return async (params, { operation, read }) => {
    const resolved: Dict = {};
    // The channel first: a link must be of it.
    const names = Object.keys(params).toSorted((a, b) => Number(b === "channel") - Number(a === "channel"));
    for (const name of names) {
      const channel = typeof resolved.channel === "string" ? resolved.channel : undefined;
      const threads = operation === "conversations.replies";
      const context = { read, threads, channel, path: `params.${name}` };
      const value = params[name];
      const single = Object.hasOwn(lists, name) ? lists[name as keyof typeof lists] : undefined;
      resolved[name] =
        Array.isArray(value) && single !== undefined
          ? await Promise.all(
              value.map((item, index) => one(single, item, { ...context, path: `params.${name}[${index}]` })),
            )
          : await one(name, value, context);
    }
    return Object.fromEntries(Object.keys(params).map((name) => [name, resolved[name]]));
  };
}

/** Params that hold several of what another names one of. */
const lists = { users: "user", channels: "channel", additional_channels: "channel" } as const;

interface Context {
  read: GuardRead;
  path: string;
  /** Is the action about threads? A link of a reply means its thread then. */
  threads: boolean;
  channel: string | undefined;
}

/** Reads a page of a list, with no more of each item than is needed. */
const pageOf =
  <T>(read: GuardRead, entity: string, params: Dict, fields: string[], make: (item: Dict) => T[]) =>
  async (cursor: string | undefined): Promise<Page<T>> => {
    const { data, meta } = await read(entity, "list", {
      ...params,
      fields,
      limit: 999,
      ...(cursor === undefined ? {} : { cursor }),
    });
    const items = Array.isArray(data) ? data.filter(isDict) : [];
    return { items: items.flatMap(make), next: meta.next_cursor };
  };

interface Named {
  id: string;
  name: string;
}
const namedOf = ({ id, name }: Dict): Named[] =>
  typeof id === "string" && typeof name === "string" ? [{ id, name }] : [];

function personOf(user: Dict): Person[] {
  const id = String(user.id);
  const names = ["name", "profile.display_name", "real_name", "profile.real_name"].map((path) =>
    (stringAt(user, path) ?? "").toLowerCase(),
  );
  const name = stringAt(user, "real_name") ?? stringAt(user, "profile.real_name") ?? "";
  const gone = user.deleted === true ? ", deactivated" : "";
  return [{ id, names, label: `@${String(user.name)} (${name === "" ? "" : `${name}, `}${id}${gone})` }];
}

const unknown = (what: string, path: string, hint: string) =>
  new ConnectorError("invalid_params", `${path.replace(/^params\./, "")}: ${what}.`, { path, hint });
