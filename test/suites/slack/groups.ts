import { expect } from "vitest";
import { failure, refused, type Cases } from "./bench.ts";

export const groups: Cases = {
  "usergroups.create: listed; undo disables it": async ({ call, slack }) => {
    const made = await call("usergroups", "create", { name: "Atlas", handle: "atlas-team" });
    expect(made.data).toMatchObject({ id: expect.stringMatching(/^S/), name: "Atlas", handle: "atlas-team" });
    const ids = async () => (await slack.usergroups.list()).data.map(({ id }) => id);
    expect(await ids()).toContain(made.data.id);
    await slack.undo(made);
    expect(await ids()).not.toContain(made.data.id);
  },
  "usergroups.create: a handle that is taken": async ({ call }) => {
    await call("usergroups", "create", { name: "Atlas", handle: "atlas-team" });
    const error = await failure(call("usergroups", "create", { name: "Other", handle: "atlas-team" }));
    expect(error.platform?.code).toMatch(/handle_already_exists|name_already_exists/);
  },
  "usergroups.update: a later list shows it": async ({ call, slack }) => {
    const { data } = await slack.usergroups.create({ name: "Atlas", handle: "atlas-team" });
    await call("usergroups", "update", { usergroup: data.id, description: "Everyone on Atlas" });
    const found = (await call("usergroups", "list")).data.find(({ id }) => id === data.id);
    expect(found).toMatchObject({ description: "Everyone on Atlas" });
  },
  "usergroups.disable: in the list only when asked for; usergroups.enable brings it back": async (scene) => {
    const { call, slack } = scene;
    const { data } = await slack.usergroups.create({ name: "Atlas", handle: "atlas-team" });
    const ids = async (include_disabled: boolean) =>
      (await call("usergroups", "list", { include_disabled })).data.map(({ id }) => id);
    const gone = await call("usergroups", "disable", { usergroup: data.id });
    expect(gone.data).toMatchObject({ id: data.id });
    expect(await ids(false)).not.toContain(data.id);
    expect(await ids(true)).toContain(data.id);
    await call("usergroups", "enable", { usergroup: data.id });
    expect(await ids(false)).toContain(data.id);
  },
  "usergroup_members.replace: all of them are those": async ({ call, slack, people }) => {
    const { data } = await slack.usergroups.create({ name: "Atlas", handle: "atlas-team" });
    const usergroup = data.id;
    await call("usergroup_members", "replace", { usergroup, users: [...people] });
    const members = async () => [...(await call("usergroup_members", "list", { usergroup })).data].sort();
    expect(await members()).toEqual([...people].sort());
    await call("usergroup_members", "replace", { usergroup, users: [people[0]] });
    expect(await members()).toEqual([people[0]]);
  },
  "usergroup_members.list: of no group": async ({ call }) => {
    await refused(call("usergroup_members", "list", { usergroup: "S0NOWHERE" }), "no_such_subteam");
  },
  "reminders.create: listed and read; done; deleted": async ({ callAsUser: call, user, slack }) => {
    const reader = user ?? slack;
    const made = await call("reminders", "create", { text: "Send the report", time: "in 20 minutes" });
    const reminder = made.data.id;
    expect(made.meta.undo).toEqual({ entity: "reminders", action: "delete", params: { reminder } });
    expect((await call("reminders", "list")).data.map(({ id }) => id)).toContain(reminder);
    expect((await call("reminders", "get", { reminder })).data).toMatchObject({ text: "Send the report" });
    await call("reminders", "complete", { reminder });
    expect((await reader.reminders.get({ reminder })).data.complete_ts).toBeGreaterThan(0);
    expect((await call("reminders", "delete", { reminder })).data).toEqual({ reminder });
    expect((await reader.reminders.list()).data.map(({ id }) => id)).not.toContain(reminder);
  },
  "reminders.get: none": async ({ callAsUser: call }) => {
    await refused(call("reminders", "get", { reminder: "Rm0NOWHERE" }), "not_found");
  },
};
