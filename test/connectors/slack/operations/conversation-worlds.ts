import { slackSandbox, type SlackSandbox } from "agent-connectors/sandbox";
import { SlackConnector } from "agent-connectors/slack";
import type { World, WriteCase } from "../../../chaos/write-cases/write-case.ts";

// Workspaces whose channel #general is a conversation of one kind, and the calls of the actions in them.

type Dict = Record<string, unknown>;
export type Token = "bot" | "user";
export const tokens: readonly Token[] = ["bot", "user"];
export const kinds = ["public_channel", "private_channel", "mpim", "im"] as const;
export type Kind = (typeof kinds)[number];

const general = "C07A1QW2ER3";
const [assistant, maya, tom, jonas] = ["U07BT6A4R2C", "U07AB3D8W2M", "U07AC5T1X3P", "U07AH4N2D9Q"];
/** The users to whom the tokens belong. */
export const owners: Readonly<Record<Token, string>> = { bot: assistant, user: maya };

/** A workspace with the records that the calls use. */
export interface Place {
  kind: Kind;
  token: Token;
  sandbox: SlackSandbox;
  /** The worlds in which actions run with a token that has all scopes. */
  worlds: Readonly<Record<Token, World>>;
  records: Dict;
}

/** Creates a workspace. `seeded`: the tokens of the workspace. */
export async function openPlace(
  kind: Kind,
  token: Token,
  seeded: ReadonlyMap<string, { kind: Token; user: string; scopes: string[] }>,
): Promise<Place> {
  const members = [owners[token], tom, ...(kind === "im" ? [] : [token === "bot" ? maya : assistant])];
  const channel = { id: general, kind, is_general: false, creator: owners[token], members };
  const sandbox = slackSandbox({
    rateLimits: false,
    seed: { channels: [channel], tokens: Object.fromEntries(seeded) },
  });
  const whole = { bot: sandbox.tokens.bot, user: sandbox.tokens.user };
  const state = sandbox.state();
  // The write cases name other people than the caller.
  state.users = state.users.filter(({ id }) => id !== owners[token]);
  const worldOf = (each: Token): World => {
    const slack = new SlackConnector({ auth: { api_token: whole[each] } }, sandbox.options);
    const execute: World["execute"] = async (entity, action, params, context) => {
      if (entity === "channels" && action === "create" && kind.endsWith("im"))
        return execute("dms", "open", {});
      const given = ofThisKind(`${entity}.${action}`, params, kind);
      const result = (await slack.execute(entity as "pins", action as "list", given as never, { context })) as never as { data: Dict }; // prettier-ignore
      // The last member cannot leave a private channel.
      if ("is_private" in given)
        await slack.channel_invites.create({ channel: String(result.data["id"]), users: [jonas] });
      return result;
    };
    return { sandbox: { ...sandbox, state: () => state }, execute, done: () => 0 };
  };
  const worlds = { bot: worldOf("bot"), user: worldOf("user") };
  return { kind, token, sandbox, worlds, records: await recordsOf(worlds[token].execute, state) };
}

let names = 0;

/** Changes params so that they name a conversation of this kind, and no name that is taken. */
function ofThisKind(name: string, params: Dict, kind: Kind): Dict {
  const fresh = /^(channels|usergroups)\./.test(name) && "name" in params ? { name: `new-${names++}` } : {};
  const handle = "handle" in params ? { handle: `new-${names++}` } : {};
  const isPrivate = name === "channels.create" && kind === "private_channel" ? { is_private: true } : {};
  const users = name === "dms.open" ? { users: kind === "mpim" ? [jonas, tom] : [jonas] } : {};
  return { ...params, ...fresh, ...handle, ...isPrivate, ...users };
}

async function recordsOf(execute: World["execute"], state: ReturnType<SlackSandbox["state"]>): Promise<Dict> {
  const made = async (entity: string, action: string, params: Dict) =>
    (await execute(entity, action, params)).data;
  const { ts } = await made("messages", "create", { channel: general, text: "a message" });
  const { list_id } = await made("lists", "create", { name: "List" });
  const { id } = await made("list_items", "create", { list_id });
  const { job_id } = await made("list_exports", "start", { list_id });
  const { canvas_id } = await made("canvases", "create", { title: "Canvas", markdown: "text" });
  const { id: file } = await made("files", "upload", { filename: "a.txt", content: "a", channel: general });
  return {
    channel: general,
    ts,
    list_id,
    id,
    job_id,
    canvas_id,
    file,
    user: tom,
    email: state.users.find((one) => one.id === tom)!.email,
    bot: state.users.find(({ bot_id }) => bot_id !== undefined)!.bot_id,
    usergroup: state.usergroups[0]!.id,
    reminder: state.reminders[0]!.id,
  };
}

/** Returns the params of a read, or undefined if another kind of conversation covers this read. */
type Read = (place: Place) => Dict | undefined;

const pick =
  (...names: string[]): Read =>
  ({ records }) =>
    Object.fromEntries(names.map((name) => [name, records[name]]));
/** Returns a read that does not concern conversations, so that only one kind of conversation covers it. */
const once =
  (params: Dict | Read): Read =>
  (place) =>
    place.kind !== "public_channel" ? undefined : typeof params === "function" ? params(place) : params;
const record = (...names: string[]): Read => once(pick(...names));
const [here, message, nothing] = [pick("channel"), pick("channel", "ts"), once({})];
const ofKind: Read = ({ kind }) => ({ types: [kind] });
const query = "release";

export const reads: Readonly<Record<string, Read>> = {
  "api.test": nothing,
  "auth.teams_list": nothing,
  "auth.test": nothing,
  "blocks.validate": once({ blocks: [{ type: "divider" }] }),
  "bookmarks.list": here,
  "bots.get": record("bot"),
  "canvases.list": here,
  "canvases.read": record("canvas_id"),
  "canvases.sections": once((place) => ({ ...pick("canvas_id")(place), contains_text: "text" })),
  "channel_members.list": here,
  "channel_messages.latest": ({ records }) => ({ channels: [records.channel] }),
  "channel_messages.list": here,
  "channels.get": here,
  "channels.list": ofKind,
  "dms.list": (place) => (place.kind.endsWith("im") ? ofKind(place) : undefined),
  "dnd.get": record("user"),
  "emoji.list": nothing,
  "files.download": record("file"),
  "files.get": record("file"),
  "files.list": here,
  "list_exports.get": record("list_id", "job_id"),
  "list_exports.start": record("list_id"),
  "list_items.get": record("list_id", "id"),
  "list_items.list": record("list_id"),
  "messages.get": message,
  "messages.permalink": message,
  "pins.list": here,
  "presence.get": record("user"),
  "reactions.get": message,
  "reactions.list": record("user"),
  "reminders.get": record("reminder"),
  "reminders.list": nothing,
  "scheduled_messages.list": here,
  "search.capabilities": nothing,
  // A bot can search only public channels.
  "search.context": ({ kind, token }) =>
    token === "bot" && kind !== "public_channel" ? undefined : { query, channel_types: [kind] },
  "search.context of files": once({ query, content_types: ["files"] }),
  "search.context of people": once({ query, content_types: ["users"] }),
  "search.everything": once({ query }),
  "search.files": once({ query }),
  "search.messages": once({ query }),
  "stars.list": nothing,
  "team.get": nothing,
  "team.profile_fields": nothing,
  "threads.list": message,
  "unread_messages.list": ofKind,
  "user_profiles.get": record("user"),
  "usergroup_members.list": record("usergroup"),
  "usergroups.list": nothing,
  "users.conversations": ofKind,
  "users.get": record("user"),
  "users.list": nothing,
  "users.lookup_by_email": record("email"),
};

/**
 * Returns the params of a write, after the records that the write needs were created. Returns undefined if another
 * kind of conversation covers this write.
 */
export async function paramsOfWrite(
  { name, params, prepare }: WriteCase,
  { kind, worlds, token: caller }: Place,
): Promise<Dict | undefined> {
  const direct = kind.endsWith("im");
  if (name.startsWith("dms.") ? !direct : direct && name === "channels.create") return undefined;
  // Only a person can make a file public.
  const world = worlds[name === "files.revoke_public" ? "user" : caller];
  return ofThisKind(name, params(world, (await prepare?.(world)) ?? {}), kind);
}
