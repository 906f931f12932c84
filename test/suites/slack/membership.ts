import { expect } from "vitest";
import { collect, ID, refused, type Scene } from "./bench.ts";
import { done, one, sample, type Theme } from "./theme.ts";

const members = async ({ look, channel }: Scene): Promise<unknown[] | undefined> =>
  (await look("conversations.members", { channel }))?.["members"] as unknown[] | undefined;

/** The members of a channel, and direct messages. */
export const membership: Theme = {
  requests: {
    "channel_invites.create": one(
      "conversations.invite",
      { channel: sample.channel, users: [sample.user, "U045EF6GH"] },
      { channel: sample.channel, users: `${sample.user},U045EF6GH` },
      ["channel", { id: sample.channel }],
      "cant_invite_self",
    ),
    "channel_kicks.create": done(
      "conversations.kick",
      { channel: sample.channel, user: sample.user },
      { channel: sample.channel, user: sample.user },
      "cant_kick_self",
    ),
    "channel_members.list": one(
      "conversations.members",
      { channel: sample.channel },
      { channel: sample.channel, limit: "100" },
      ["members", [sample.user]],
      "channel_not_found",
    ),
    "dms.list": one(
      "conversations.list",
      {},
      { types: "im,mpim", limit: "100" },
      ["channels", [{ id: "D1" }]],
      "invalid_cursor",
    ),
    "dms.open": one(
      "conversations.open",
      { users: [sample.user] },
      { users: sample.user },
      ["channel", { id: "D1" }],
      "user_disabled",
    ),
    "dms.close": {
      params: { channel: "D012AB3CD" },
      sends: [["conversations.close", { channel: "D012AB3CD" }]],
      data: { id: "D012AB3CD" },
      refused: "user_does_not_own_channel",
    },
  },

  cases: {
    "channel_invites.create: the people become members, and a second call changes nothing": async (scene) => {
      const { call, slack, channel, people } = scene;
      const users = [...people];
      const first = await call("channel_invites", "create", { channel, users });
      expect(first.data).toMatchObject({ id: channel });
      expect((await slack.channels.get({ channel })).data.num_members).toBe(3);
      const found = await members(scene);
      if (found) expect(found).toEqual(expect.arrayContaining(users));
      const second = await call("channel_invites", "create", { channel, users });
      expect(second).toMatchObject({ data: { id: channel }, meta: { already: "already_in_channel" } });
    },
    "channel_invites.create: one member among new people is an error, and not already done": async (
      scene,
    ) => {
      const { call, slack, channel, people } = scene;
      await slack.channel_invites.create({ channel, users: [people[0]] });
      const error = await refused(
        call("channel_invites", "create", { channel, users: [...people] }),
        "already_in_channel",
      );
      expect(error.message).toContain(people[0]);
      expect(error.hint).toMatch(/force/);
      expect((await slack.channels.get({ channel })).data.num_members).toBe(2);
    },
    "channel_invites.create: with force the others are invited, and the result names who was not": async (
      scene,
    ) => {
      const { call, slack, channel, people } = scene;
      await slack.channel_invites.create({ channel, users: [people[0]] });
      const { meta } = await call("channel_invites", "create", { channel, users: [...people], force: true });
      expect(meta).not.toHaveProperty("already");
      expect(meta.warnings).toEqual([`${people[0]}: already_in_channel`]);
      expect((await slack.channels.get({ channel })).data.num_members).toBe(3);
    },
    "channel_invites.create: an unknown person is an error": async ({ call, channel }) => {
      const error = await refused(
        call("channel_invites", "create", { channel, users: ["U0NOBODY"] }),
        "user_not_found",
      );
      expect(error.message).toContain("U0NOBODY");
    },
    "channel_kicks.create: ends the membership of a person": async (scene) => {
      const { call, slack, channel, people } = scene;
      await slack.channel_invites.create({ channel, users: [people[0]] });
      const { data } = await call("channel_kicks", "create", { channel, user: people[0] });
      expect(data).toMatchObject({ channel, user: people[0] });
      expect((await slack.channels.get({ channel })).data.num_members).toBe(1);
    },
    "channel_kicks.create: the app cannot remove itself": async ({ call, channel, me }) => {
      await refused(call("channel_kicks", "create", { channel, user: me }), "cant_kick_self");
    },
    "channel_kicks.create: a person who is not a member is an error": async ({ call, channel, people }) => {
      // Slack has the same code for "the user is not in the channel" and "the app is not in the channel". Therefore, the
      // code does not mean that nothing had to change.
      const error = await refused(
        call("channel_kicks", "create", { channel, user: people[0] }),
        "not_in_channel",
      );
      expect(error.hint).toMatch(/user/);
    },
    "channel_members.list: returns ids page by page": async ({ call, slack, channel, people, me }) => {
      await slack.channel_invites.create({ channel, users: [...people] });
      const { data, meta } = await call("channel_members", "list", { channel, limit: 2 });
      expect(data).toHaveLength(2);
      expect(meta.has_more).toBe(true);
      const all = await collect(slack.channel_members.list.all({ channel, limit: 1 }));
      expect([...all].sort()).toEqual([me, ...people].sort());
    },
    "channel_members.list: an unknown channel is an error": async ({ call }) => {
      await refused(call("channel_members", "list", { channel: "C0NOWHERE" }), "channel_not_found");
    },
    "channel_kicks.create: undo invites the person again": async ({ call, slack, channel, people }) => {
      await slack.channel_invites.create({ channel, users: [people[0]] });
      const kicked = await call("channel_kicks", "create", { channel, user: people[0] });
      await slack.undo(kicked);
      expect((await slack.channel_members.list({ channel })).data).toContain(people[0]);
    },
    "dms.open: opens the direct message with a person, and a second call changes nothing": async (scene) => {
      const { call, people, slack } = scene;
      const { data } = await call("dms", "open", { users: [people[0]] });
      expect(data.id).toMatch(/^D/);
      const posted = await slack.messages.create({ channel: data.id, text: "Psst" });
      expect(posted.data.channel).toBe(data.id);
      const again = await call("dms", "open", { users: [people[0]] });
      expect(again).toMatchObject({ data: { id: data.id }, meta: { already: "already_open" } });
    },
    "dms.open: opens a direct message with several people": async ({ call, people }) => {
      expect((await call("dms", "open", { users: [...people] })).data.id).toEqual(ID);
    },
    "dms.open: an unknown person is an error": async ({ call }) => {
      await refused(call("dms", "open", { users: ["U0NOBODY"] }), "user_not_found");
    },
    "dms.list: lists the opened direct message": async ({ call, people }) => {
      const { data } = await call("dms", "open", { users: [people[0]] });
      const listed = await call("dms", "list", { types: ["im"] });
      expect(listed.data.map(({ id }) => id)).toContain(data.id);
      expect(listed.data.every(({ is_im }) => is_im)).toBe(true);
    },
    "dms.close: closes the direct message, and a second call changes nothing": async ({ call, people }) => {
      const { data } = await call("dms", "open", { users: [people[0]] });
      expect((await call("dms", "close", { channel: data.id })).data).toMatchObject({ id: data.id });
      expect((await call("dms", "close", { channel: data.id })).meta).toMatchObject({
        already: "already_closed",
      });
    },
    "channel_invites.create: a dry run names the people": async ({ call, channel, people, slack }) => {
      const { data: user } = await slack.users.get({ user: people[0] });
      const { data } = await call("channel_invites", "create", {
        channel,
        users: [...people],
        dry_run: true,
      });
      const whom = (data as unknown as { whom: string[] }).whom;
      expect(whom).toHaveLength(2);
      expect(whom[0]).toBe(`${String(user.real_name)} (${people[0]})`);
    },
  },

  examples: {
    "conversations.members": {
      success: ({ call, id }) => call("conversations.members", { channel: id("general"), limit: "2" }),
      error: ({ call, id }) => call("conversations.members", { channel: id("general"), cursor: "=" }),
    },
    "conversations.invite": {
      success: ({ call, id }) =>
        call("conversations.invite", { channel: id("security-review"), users: id("dana.fisher") }),
      error: ({ call, id }) =>
        call("conversations.invite", { channel: id("random"), users: `U0NOBODY,${id("assistant")}` }),
    },
    "conversations.kick": {
      success: ({ call, id }) =>
        call("conversations.kick", { channel: id("random"), user: id("dana.fisher") }),
      error: ({ call, id }) => call("conversations.kick", { channel: id("random"), user: id("assistant") }),
    },
    "conversations.open": {
      success: ({ call, id }) => call("conversations.open", { users: id("tom.okafor") }),
      success_with_return_im: ({ call, id }) =>
        call("conversations.open", { users: id("maya.chen"), return_im: "true" }),
      error: ({ call }) => call("conversations.open", { channel: "D0NOWHERE" }),
    },
    "conversations.close": {
      success: ({ call, sandbox }) => {
        const im = sandbox.state().channels.find(({ kind }) => kind === "im")?.id ?? "";
        return call("conversations.close", { channel: im });
      },
      success_but_no_op: async ({ call, sandbox }) => {
        const im = sandbox.state().channels.find(({ kind }) => kind === "im")?.id ?? "";
        await call("conversations.close", { channel: im });
        return call("conversations.close", { channel: im });
      },
      error: ({ call }) => call("conversations.close", { channel: "D0NOWHERE" }),
    },
  },
};
