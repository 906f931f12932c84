import { channel, flag, people } from "./write-case-helpers.ts";
import type { WriteCase, World } from "./write-case.ts";

type Made = Record<string, unknown>;

const groups = ({ sandbox }: World) => sandbox.state().usergroups;
const group = (world: World, { id }: Made) => groups(world).find((one) => one.id === id)!;
const files = ({ sandbox }: World) => sandbox.state().files;
const file = (world: World, { id }: Made) => files(world).find((one) => one.id === id);
const reminder = ({ sandbox }: World, { id }: Made) => sandbox.state().reminders.find((one) => one.id === id);
const made = (entity: string, action: string, params: (world: World) => Made) => async (world: World) =>
  (await world.execute(entity, action, params(world))).data;

const newGroup = made("usergroups", "create", () => ({ name: "Before", handle: "before" }));
const newFile = made("files", "upload", (world) => ({
  filename: "a.txt",
  content: "a",
  channel: channel(world).id,
}));
const newCanvas = made("canvases", "create", () => ({ title: "Before", markdown: "text" }));
const newReminder = made("reminders", "create", () => ({ text: "before", time: "in 9 hours" }));
const ownUser = ({ sandbox }: World, name: string) =>
  sandbox.state().users.find((user) => user.status_text === name);

export const otherCases: readonly WriteCase[] = [
  {
    name: "usergroups.create",
    operation: "usergroups.create",
    asked: "look",
    params: () => ({ name: "Once", handle: "once" }),
    effects: (world) => groups(world).filter(({ name }) => name === "Once").length,
  },
  {
    name: "usergroups.update",
    operation: "usergroups.update",
    asked: "look",
    prepare: newGroup,
    params: (_world, { id }) => ({ usergroup: id, description: "once" }),
    effects: (world, one) => flag(group(world, one).description === "once"),
  },
  {
    name: "usergroups.disable",
    operation: "usergroups.disable",
    asked: "repeat",
    prepare: newGroup,
    params: (_world, { id }) => ({ usergroup: id }),
    effects: (world) => flag(world.done() > 0),
  },
  {
    name: "usergroups.enable",
    operation: "usergroups.enable",
    asked: "repeat",
    prepare: async (world) => {
      const one = await newGroup(world);
      await world.execute("usergroups", "disable", { usergroup: one["id"] });
      return one;
    },
    params: (_world, { id }) => ({ usergroup: id }),
    effects: (world) => flag(world.done() > 0),
  },
  {
    name: "usergroup_members.replace",
    operation: "usergroups.users.update",
    asked: "look",
    prepare: newGroup,
    params: (world, { id }) => ({ usergroup: id, users: people(world).slice(0, 2) }),
    effects: (world, one) => flag(group(world, one).users.length === 2),
  },
  {
    name: "files.upload",
    operation: "files.completeUploadExternal",
    asked: "look",
    params: (world) => ({ filename: "once.txt", content: "once", channel: channel(world).id }),
    effects: (world) => files(world).filter(({ name }) => name === "once.txt").length,
  },
  {
    name: "files.delete",
    operation: "files.delete",
    asked: "repeat",
    prepare: newFile,
    params: (_world, { id }) => ({ file: id }),
    effects: (world, one) => flag(!file(world, one)),
  },
  {
    name: "files.share_public",
    token: "user",
    operation: "files.sharedPublicURL",
    asked: "repeat",
    prepare: newFile,
    params: (_world, { id }) => ({ file: id }),
    effects: (world, one) => flag(file(world, one)?.public),
  },
  {
    name: "files.revoke_public",
    token: "user",
    operation: "files.revokePublicURL",
    asked: "repeat",
    prepare: async (world) => {
      const one = await newFile(world);
      await world.execute("files", "share_public", { file: one["id"] });
      return one;
    },
    params: (_world, { id }) => ({ file: id }),
    effects: (world, one) => flag(!file(world, one)?.public),
  },
  {
    name: "canvases.create",
    operation: "canvases.create",
    asked: "look",
    params: () => ({ title: "Once", markdown: "text" }),
    effects: (world) => files(world).filter(({ title }) => title === "Once").length,
  },
  {
    name: "canvases.update",
    operation: "canvases.edit",
    asked: "never",
    prepare: newCanvas,
    params: (_world, one) => ({ canvas_id: one["canvas_id"], operation: "insert_at_end", markdown: "once" }),
    effects: (world) => world.done(),
  },
  {
    name: "canvases.delete",
    operation: "canvases.delete",
    asked: "repeat",
    prepare: newCanvas,
    params: (_world, one) => ({ canvas_id: one["canvas_id"] }),
    effects: (world, one) => flag(!file(world, { id: one["canvas_id"] })),
  },
  {
    name: "reminders.create",
    token: "user",
    operation: "reminders.add",
    asked: "never",
    params: () => ({ text: "once", time: "in 9 hours" }),
    effects: ({ sandbox }) => sandbox.state().reminders.filter(({ text }) => text === "once").length,
  },
  {
    name: "reminders.complete",
    token: "user",
    operation: "reminders.complete",
    asked: "repeat",
    prepare: newReminder,
    params: (_world, { id }) => ({ reminder: id }),
    effects: (world, one) => flag((reminder(world, one)?.complete_ts ?? 0) > 0),
  },
  {
    name: "reminders.delete",
    token: "user",
    operation: "reminders.delete",
    asked: "repeat",
    prepare: newReminder,
    params: (_world, { id }) => ({ reminder: id }),
    effects: (world, one) => flag(!reminder(world, one)),
  },
  {
    name: "user_profiles.update",
    token: "user",
    operation: "users.profile.set",
    asked: "repeat",
    params: () => ({ profile: { status_text: "once" } }),
    effects: (world) => flag(ownUser(world, "once") !== undefined),
  },
  {
    name: "presence.set",
    token: "user",
    operation: "users.setPresence",
    asked: "repeat",
    params: () => ({ presence: "away" }),
    effects: ({ sandbox }) => sandbox.state().away.length,
  },
  {
    name: "dnd.snooze",
    token: "user",
    operation: "dnd.setSnooze",
    asked: "repeat",
    params: () => ({ num_minutes: 30 }),
    effects: ({ sandbox }) => Object.keys(sandbox.state().snoozes).length,
  },
  {
    name: "dnd.end_snooze",
    token: "user",
    operation: "dnd.endSnooze",
    asked: "repeat",
    prepare: (world) => world.execute("dnd", "snooze", { num_minutes: 1440 }).then(({ data }) => data),
    params: () => ({}),
    effects: ({ sandbox }) => 1 - Object.keys(sandbox.state().snoozes).length,
  },
  {
    name: "views.publish",
    operation: "views.publish",
    asked: "repeat",
    params: (world) => ({ user: people(world)[0], view: { type: "home", blocks: [] } }),
    effects: ({ sandbox }) => flag(JSON.stringify(sandbox.state().homes) !== "{}"),
  },
];
