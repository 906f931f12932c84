import { expect } from "vitest";
import { failure, refused } from "./bench.ts";
import { one, sample, unknownToken, type Theme } from "./theme.ts";

const group = { id: sample.usergroup, name: "Atlas" };

const ENGINEERS = "S07ENG3R8N5";
const DISABLED = "S07OLD1Q4W7";

export const groups: Theme = {
  requests: {
    "usergroup_members.list": one(
      "usergroups.users.list",
      { usergroup: sample.usergroup },
      { usergroup: sample.usergroup },
      ["users", [sample.user]],
      "no_such_subteam",
    ),
    "usergroup_members.replace": one(
      "usergroups.users.update",
      { usergroup: sample.usergroup, users: [sample.user, "U045EF6GH"] },
      { usergroup: sample.usergroup, users: `${sample.user},U045EF6GH` },
      ["usergroup", group],
      "invalid_users",
    ),
    "usergroups.list": one(
      "usergroups.list",
      { include_users: true },
      { include_users: "true", include_count: "true" },
      ["usergroups", [group]],
      "invalid_team",
    ),
    "usergroups.create": one(
      "usergroups.create",
      { name: "Atlas", handle: "atlas", channels: [sample.channel] },
      { name: "Atlas", handle: "atlas", channels: sample.channel },
      ["usergroup", group],
      "name_already_exists",
    ),
    "usergroups.update": one(
      "usergroups.update",
      { usergroup: sample.usergroup, description: "d" },
      { usergroup: sample.usergroup, description: "d" },
      ["usergroup", group],
      "permission_denied",
    ),
    "usergroups.enable": one(
      "usergroups.enable",
      { usergroup: sample.usergroup },
      { usergroup: sample.usergroup },
      ["usergroup", group],
      "permission_denied",
    ),
    "usergroups.disable": one(
      "usergroups.disable",
      { usergroup: sample.usergroup },
      { usergroup: sample.usergroup },
      ["usergroup", group],
      "permission_denied",
    ),
  },

  cases: {
    "usergroups.create: the list has the group, and undo disables it": async ({ call, slack }) => {
      const made = await call("usergroups", "create", { name: "Atlas", handle: "atlas-team" });
      expect(made.data).toMatchObject({
        id: expect.stringMatching(/^S/),
        name: "Atlas",
        handle: "atlas-team",
      });
      const ids = async () => (await slack.usergroups.list()).data.map(({ id }) => id);
      expect(await ids()).toContain(made.data.id);
      await slack.undo(made);
      expect(await ids()).not.toContain(made.data.id);
    },
    "usergroups.create: a handle that is taken is an error": async ({ call }) => {
      await call("usergroups", "create", { name: "Atlas", handle: "atlas-team" });
      const error = await failure(call("usergroups", "create", { name: "Other", handle: "atlas-team" }));
      expect(error.platform?.code).toMatch(/handle_already_exists|name_already_exists/);
    },
    "usergroups.update: a later list shows the change": async ({ call, slack }) => {
      const { data } = await slack.usergroups.create({ name: "Atlas", handle: "atlas-team" });
      await call("usergroups", "update", { usergroup: data.id, description: "Everyone on Atlas" });
      const found = (await call("usergroups", "list")).data.find(({ id }) => id === data.id);
      expect(found).toMatchObject({ description: "Everyone on Atlas" });
    },
    "usergroups.disable: the list has the group only on request, and usergroups.enable enables it": async (
      scene,
    ) => {
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
    "usergroup_members.replace: the group has exactly the new members": async ({ call, slack, people }) => {
      const { data } = await slack.usergroups.create({ name: "Atlas", handle: "atlas-team" });
      const usergroup = data.id;
      await call("usergroup_members", "replace", { usergroup, users: [...people] });
      const members = async () => [...(await call("usergroup_members", "list", { usergroup })).data].sort();
      expect(await members()).toEqual([...people].sort());
      await call("usergroup_members", "replace", { usergroup, users: [people[0]] });
      expect(await members()).toEqual([people[0]]);
    },
    "usergroup_members.list: an unknown group is an error": async ({ call }) => {
      await refused(call("usergroup_members", "list", { usergroup: "S0NOWHERE" }), "no_such_subteam");
    },
    "usergroup_members.replace: undo restores the members": async ({ call, slack, people }) => {
      const { data } = await slack.usergroups.create({ name: "Atlas", handle: "atlas-team" });
      const usergroup = data.id;
      await slack.usergroup_members.replace({ usergroup, users: [people[0]] });
      const changed = await call("usergroup_members", "replace", { usergroup, users: [people[1]] });
      await slack.undo(changed);
      expect((await slack.usergroup_members.list({ usergroup })).data).toEqual([people[0]]);
    },
    "usergroups.update: undo restores the description": async ({ call, slack }) => {
      const { data } = await slack.usergroups.create({
        name: "Atlas",
        handle: "atlas-team",
        description: "one",
      });
      const changed = await call("usergroups", "update", { usergroup: data.id, description: "two" });
      await slack.undo(changed);
      const found = (await slack.usergroups.list()).data.find(({ id }) => id === data.id);
      expect(found?.description).toBe("one");
    },
  },

  examples: {
    "usergroups.list": {
      success: ({ call }) => call("usergroups.list", { include_count: "true" }),
      error: unknownToken("usergroups.list"),
    },
    "usergroups.create": {
      success: ({ call }) => call("usergroups.create", { name: "Owl watch" }),
      error: unknownToken("usergroups.create"),
    },
    "usergroups.update": {
      success: ({ call }) => call("usergroups.update", { usergroup: ENGINEERS, name: "Builders" }),
      error: unknownToken("usergroups.update"),
    },
    "usergroups.enable": {
      success: ({ call }) => call("usergroups.enable", { usergroup: DISABLED }),
      error: unknownToken("usergroups.enable"),
    },
    "usergroups.disable": {
      success: ({ call }) => call("usergroups.disable", { usergroup: ENGINEERS }),
      error: unknownToken("usergroups.disable"),
    },
    "usergroups.users.list": {
      success: ({ call }) => call("usergroups.users.list", { usergroup: ENGINEERS }),
      error: unknownToken("usergroups.users.list"),
    },
    "usergroups.users.update": {
      success: ({ call, id }) =>
        call("usergroups.users.update", { usergroup: ENGINEERS, users: id("tom.okafor") }),
      error: unknownToken("usergroups.users.update"),
    },
  },
};
