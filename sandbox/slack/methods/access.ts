import type { Call } from "../call/call.ts";
import { canSee } from "../call/call.ts";
import type { Fields } from "../fields.ts";
import { isVisible } from "../files/file-host.ts";
import type { Method } from "../call/method.ts";
import { TIER_3 } from "../call/rate-limits.ts";
import { invalidArguments, refusal } from "../call/refusal.ts";
import { anyToken } from "../call/scopes.ts";
import type { File } from "../types.ts";

const LEVELS: ReadonlySet<string> = new Set(["read", "write", "owner"]);

/** Methods for the access of channels and users to a canvas or a list. */
export const access: Record<string, Method> = {
  "canvases.access.set": {
    scopes: anyToken("canvases:write"),
    rate: TIER_3,
    required: ["canvas_id", "access_level"],
    run: (call) => setAccess(call, findCanvas(call)),
  },

  "canvases.access.delete": {
    scopes: anyToken("canvases:write"),
    rate: TIER_3,
    required: ["canvas_id"],
    run: (call) => deleteAccess(call, findCanvas(call)),
  },

  "slackLists.access.set": {
    scopes: anyToken("lists:write"),
    rate: TIER_3,
    formOnly: true,
    required: ["list_id", "access_level"],
    run: (call) => setAccess(call, findListFile(call)),
  },

  "slackLists.access.delete": {
    scopes: anyToken("lists:write"),
    rate: TIER_3,
    formOnly: true,
    required: ["list_id"],
    run: (call) => deleteAccess(call, findListFile(call)),
  },
};

function findCanvas(call: Call): File {
  const file = call.workspace.files.get(call.args.text("canvas_id") ?? "");
  if (!file?.canvas || !isVisible(call.workspace, file, call.actor.id)) throw refusal("canvas_not_found");
  return file;
}

function findListFile(call: Call): File {
  const file = call.workspace.files.get(call.args.text("list_id") ?? "");
  if (!file?.list || !isVisible(call.workspace, file, call.actor.id)) throw refusal("list_not_found");
  return file;
}

function setAccess(call: Call, file: File): Fields {
  const level = call.args.text("access_level") ?? "";
  if (!LEVELS.has(level))
    throw invalidArguments("must be one of read, write, owner [json-pointer:/access_level]");
  const id = whose(call);
  if (file.user !== call.actor.id) throw refusal("restricted_action");
  if (level === "owner" && !call.workspace.users.has(id)) throw refusal("restricted_action");
  if (level === "owner") file.user = id;
  else file.access = { ...file.access, [id]: level as "read" | "write" };
  return {};
}

function deleteAccess(call: Call, file: File): Fields {
  const id = whose(call);
  if (file.user !== call.actor.id) throw refusal("restricted_action");
  const { [id]: _removed, ...others } = file.access ?? {};
  file.access = others;
  return {};
}

/** Returns the id of the channel or the user. Slack accepts exactly one id. */
function whose(call: Call): string {
  const { workspace, actor } = call;
  const [channels, users] = [readIds(call, "channel_ids"), readIds(call, "user_ids")];
  if ((channels.length === 0) === (users.length === 0)) throw refusal("invalid_parameters");
  const [id = "", ...more] = [...channels, ...users];
  if (more.length > 0) throw invalidArguments("must have at most 1 item");
  const room = workspace.rooms.get(id);
  if (channels.length > 0 && (!room || !canSee(room, actor))) throw refusal("channel_not_found");
  if (users.length > 0 && !workspace.users.has(id)) throw refusal("user_not_found");
  return id;
}

function readIds({ args }: Call, name: string): string[] {
  let ids: unknown;
  try {
    ids = args.json(name) ?? [];
  } catch {
    throw invalidArguments(`must be a JSON array [json-pointer:/${name}]`);
  }
  return Array.isArray(ids) ? ids.map(String) : [];
}
