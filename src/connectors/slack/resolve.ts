import type { Clock } from "../../core/clock.ts";
import { ConnectorError } from "../../core/errors.ts";
import { at, isDict, stringAt, type Dict } from "../../core/json.ts";
import { nearest } from "../../core/names.ts";
import { links, relativeTime } from "./spellings.ts";

// What people call channels, people, messages and times, as the ids that Slack takes. Nothing is fetched for an id.

/** Sends a read; throws what Slack refuses. */
export type Ask = (operation: string, args: Dict, signal: AbortSignal | undefined) => Promise<unknown>;

const keptMs = 10 * 60_000;
const maxPages = 10;

interface Person {
  id: string;
  /** Every name that the person goes by. */
  names: string[];
  label: string;
}

export function createResolver(ask: Ask, clock: Clock) {
  let channels: { byName: Map<string, string>; until: number } | undefined;
  let people: { all: Person[]; until: number } | undefined;

  /** The items of every page, as far as pages go. */
  async function* pagesOf(operation: string, args: Dict, path: string, signal: AbortSignal | undefined) {
    let cursor: string | undefined;
    for (let page = 0; page < maxPages; page++) {
      const body = await ask(operation, { ...args, limit: 999, ...(cursor ? { cursor } : {}) }, signal);
      const items = at(body, path);
      yield (Array.isArray(items) ? items : []).filter(isDict);
      cursor = stringAt(body, "response_metadata.next_cursor");
      if (cursor === undefined) return;
    }
  }

  async function channelId(name: string, path: string, signal: AbortSignal | undefined): Promise<string> {
    const wanted = name.slice(1).toLowerCase();
    const known = channels && channels.until > clock.now() ? channels.byName.get(wanted) : undefined;
    if (known !== undefined) return known;
    const byName = new Map<string, string>();
    const types = "public_channel,private_channel";
    for await (const page of pagesOf("conversations.list", { types }, "channels", signal)) {
      for (const one of page)
        if (typeof one.name === "string" && typeof one.id === "string")
          byName.set(one.name.toLowerCase(), one.id);
      if (byName.has(wanted)) break;
    }
    channels = { byName, until: clock.now() + keptMs };
    const found = byName.get(wanted);
    if (found !== undefined) return found;
    const near = nearest(wanted, [...byName.keys()]);
    throw unknown(
      `there is no channel ${name} within the token's reach${near === undefined ? "" : `; did you mean #${near} (${byName.get(near)})?`}`,
      path,
      "Channels that are private are seen only by their members. channels.list shows what there is.",
    );
  }

  async function userId(name: string, path: string, signal: AbortSignal | undefined): Promise<string> {
    if (!name.startsWith("@")) return idByEmail(name, path, signal);
    if (!people || people.until <= clock.now()) {
      const all: Person[] = [];
      for await (const page of pagesOf("users.list", {}, "members", signal)) all.push(...page.map(personOf));
      people = { all, until: clock.now() + keptMs };
    }
    const { all } = people;
    const wanted = name.slice(1).trim().toLowerCase();
    // Whoever has the name as a handle is meant before those who are called so.
    const handle = all.filter(({ names }) => names[0] === wanted);
    const found = handle.length > 0 ? handle : all.filter(({ names }) => names.includes(wanted));
    if (found.length === 1) return found[0]!.id;
    if (found.length > 1)
      throw unknown(
        `${name} may be ${found
          .slice(0, 10)
          .map(({ label }) => label)
          .join(" or ")}`,
        path,
        "Pass the id of the one who is meant.",
      );
    const near = nearest(wanted, [...new Set(all.flatMap(({ names }) => names))]);
    const meant = all.find(({ names }) => near !== undefined && names.includes(near));
    throw unknown(
      `there is nobody called ${name}${meant ? `; did you mean ${meant.label}?` : ""}`,
      path,
      "users.list shows who there is.",
    );
  }

  async function idByEmail(email: string, path: string, signal: AbortSignal | undefined): Promise<string> {
    try {
      const id = stringAt(await ask("users.lookupByEmail", { email }, signal), "user.id");
      if (id !== undefined) return id;
    } catch (error) {
      if (!ConnectorError.is(error) || error.platform?.code !== "users_not_found") throw error;
    }
    throw unknown(`nobody has the e-mail address ${email}`, path, "users.list shows who there is.");
  }

  /** The param of this name as Slack takes it; what is right already stays. */
  async function one(name: string, value: unknown, context: Context): Promise<unknown> {
    if (typeof value !== "string") return value;
    const { signal, path, threads } = context;
    switch (name) {
      case "channel": {
        const link = links.read(value);
        if (link) return link.channel;
        if (value.startsWith("#")) return channelId(value, path, signal);
        return /^@|^[^@\s]+@/.test(value) ? userId(value, path, signal) : value;
      }
      case "user":
        return /@/.test(value) ? userId(value, path, signal) : value;
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

  return async (
    params: Dict,
    { threads, signal }: { threads: boolean; signal: AbortSignal | undefined },
  ): Promise<Dict> => {
    const resolved: Dict = {};
    // The channel first: a link must be of it.
    const names = Object.keys(params).toSorted((a, b) => Number(b === "channel") - Number(a === "channel"));
    for (const name of names) {
      const channel = typeof resolved.channel === "string" ? resolved.channel : undefined;
      const context = { signal, threads, channel, path: `params.${name}` };
      const value = params[name];
      const single = name === "users" ? "user" : name === "channels" ? "channel" : name;
      resolved[name] =
        Array.isArray(value) && single !== name
          ? await Promise.all(
              value.map((item, index) => one(single, item, { ...context, path: `params.${name}[${index}]` })),
            )
          : await one(name, value, context);
    }
    return Object.fromEntries(Object.keys(params).map((name) => [name, resolved[name]]));
  };
}

interface Context {
  signal: AbortSignal | undefined;
  path: string;
  /** Is the action about threads? A link of a reply means its thread then. */
  threads: boolean;
  channel: string | undefined;
}

function personOf(user: Dict): Person {
  const id = String(user.id);
  const names = ["name", "profile.display_name", "real_name", "profile.real_name"].map((path) =>
    (stringAt(user, path) ?? "").toLowerCase(),
  );
  const name = stringAt(user, "real_name") ?? stringAt(user, "profile.real_name") ?? "";
  const gone = user.deleted === true ? ", deactivated" : "";
  return { id, names, label: `@${String(user.name)} (${name === "" ? "" : `${name}, `}${id}${gone})` };
}

const unknown = (what: string, path: string, hint: string) =>
  new ConnectorError("invalid_params", `${path.replace(/^params\./, "")}: ${what}.`, { path, hint });
