import { slackSandbox, type SlackSandbox } from "agent-connectors/sandbox";
import { SlackConnector } from "agent-connectors/slack";
import type { World, WriteCase } from "../../../chaos/write-cases/write-case.ts";

// A workspace whose channel #general is shared with another company, and the calls that write in it.

type Dict = Record<string, unknown>;

export const acme = { id: "T0ACME0001", name: "Acme Corp", domain: "acme", email_domain: "acme.example" };
export const general = "C07A1QW2ER3";
const [archived, open, small] = ["C0ARCHIVED1", "C0OPEN00001", "C0SMALL0001"];
const [assistant, maya, tom] = ["U07BT6A4R2C", "U07AB3D8W2M", "U07AC5T1X3P"];

/** Tom belongs to the other company. */
export const stranger = tom;

export function sharedSandbox(): SlackSandbox {
  const connected_team_ids = [acme.id];
  const shared = {
    kind: "public_channel" as const,
    creator: maya,
    created: 1_700_000_000,
    connected_team_ids,
  };
  return slackSandbox({
    rateLimits: false,
    seed: {
      teams: [acme],
      users: [{ id: tom, team_id: acme.id }],
      channels: [
        { id: general, creator: assistant, is_general: false, connected_team_ids },
        { ...shared, id: archived, name: "archived-with-acme", members: [maya, tom], is_archived: true },
        { ...shared, id: small, name: "small-with-acme", members: [assistant, maya] },
        { ...shared, id: open, name: "open-with-acme", members: [maya, tom] },
      ],
    },
  });
}

export interface SharedCall {
  entity: string;
  action: string;
  params: Dict;
  context: Dict | undefined;
}

/** Makes the records that a write needs, and returns the call of the write in the shared channel. */
export async function sharedCall(sandbox: SlackSandbox, one: WriteCase): Promise<SharedCall> {
  const slack = new SlackConnector(
    { auth: { api_token: sandbox.tokens[one.token ?? "bot"] } },
    sandbox.options,
  );
  const state = sandbox.state();
  // In these cases, the first person is the stranger.
  if (/^threads\.|^ephemeral|to a person$/.test(one.name))
    state.users = state.users.filter(({ id }) => id === tom);
  const execute: World["execute"] = async (entity, action, params, context) =>
    (await slack.execute(entity as "pins", action as "list", params as never, { context })) as never;
  const world: World = { sandbox: { ...sandbox, state: () => state }, execute, done: () => 0 };
  const made = (await one.prepare?.(world)) ?? {};
  const [entity, action] = one.name.split(" ")[0]!.split(".") as [string, string];
  const params = { ...one.params(world, made), ...inShared[`${entity}.${action}`] };
  const file = [params["canvas_id"], params["list_id"]].find((id) => typeof id === "string");
  if (file !== undefined && !entity.endsWith("_access")) {
    const id = params["canvas_id"] === undefined ? { list_id: file } : { canvas_id: file };
    const access = params["canvas_id"] === undefined ? "list_access" : "canvas_access";
    await execute(access, "set", { ...id, access_level: "write", channel: general });
  }
  if (/^usergroups\.enable$|^usergroup_members\.replace$/.test(`${entity}.${action}`))
    await execute("usergroups", "update", { usergroup: params["usergroup"], channels: [general] });
  return { entity, action, params, context: one.context?.(world) };
}

/** The params that put a write into a shared channel, if the write case names another channel or none. */
const inShared: Readonly<Record<string, Dict>> = {
  "channels.update": { channel: general },
  "channels.archive": { channel: general },
  "channels.unarchive": { channel: archived },
  "channels.join": { channel: open },
  "channels.leave": { channel: general },
  "channel_topics.create": { channel: general },
  "channel_purposes.create": { channel: general },
  "channel_invites.create": { channel: small, users: [tom] },
  "channel_kicks.create": { channel: general },
  "canvases.create": { channel: general },
  "ephemeral_messages.create": { user: stranger },
  "usergroups.create": { channels: [general] },
  "usergroups.update": { channels: [general] },
  "views.publish": { user: stranger },
};
