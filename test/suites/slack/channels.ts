import { expect } from "vitest";
import { collect, ID, post, refused } from "./bench.ts";
import { done, one, sample, unknownToken, type Theme } from "./theme.ts";

/** Channels: their list, their settings and whether the caller is a member. */
export const channels: Theme = {
  requests: {
    "channels.list": one(
      "conversations.list",
      { types: ["im", "mpim"] },
      { types: "im,mpim", limit: "100" },
      ["channels", [{ id: sample.channel }]],
      "invalid_types",
    ),
    "channels.get": one(
      "conversations.info",
      { channel: sample.channel },
      { channel: sample.channel, include_num_members: "true" },
      ["channel", { id: sample.channel }],
      "channel_not_found",
    ),
    "channels.create": one(
      "conversations.create",
      { name: "atlas" },
      { name: "atlas" },
      ["channel", { id: sample.channel }],
      "name_taken",
    ),
    "channels.update": one(
      "conversations.rename",
      { channel: sample.channel, name: "atlas" },
      { channel: sample.channel, name: "atlas" },
      ["channel", { id: sample.channel }],
      "not_authorized",
    ),
    "channels.archive": done(
      "conversations.archive",
      { channel: sample.channel },
      { channel: sample.channel },
      "cant_archive_general",
    ),
    "channels.unarchive": done(
      "conversations.unarchive",
      { channel: sample.channel },
      { channel: sample.channel },
      "channel_not_found",
    ),
    "channels.join": one(
      "conversations.join",
      { channel: sample.channel },
      { channel: sample.channel },
      ["channel", { id: sample.channel }],
      "is_archived",
    ),
    "channels.leave": done(
      "conversations.leave",
      { channel: sample.channel },
      { channel: sample.channel },
      "cant_leave_general",
    ),
    "channels.mark": done("conversations.mark", sample.here, sample.here, "invalid_timestamp"),
  },

  cases: {
    "channels.list: returns channels without any params": async ({ call, channel }) => {
      const { data, meta } = await call("channels", "list");
      expect(data.find(({ id }) => id === channel)).toMatchObject({
        id: channel,
        name: "conformance",
        is_private: false,
        is_archived: false,
        num_members: 1,
        topic: { value: "" },
      });
      expect(meta).toMatchObject({ has_more: false });
      expect(meta).not.toHaveProperty("next_cursor");
      expect(meta).not.toHaveProperty("normalized");
    },
    "channels.list: pages lead to the end of the list": async ({ call }) => {
      const whole = (await call("channels", "list")).data.map(({ id }) => id);
      const found: string[] = [];
      let cursor: string | undefined;
      do {
        const { data, meta } = await call("channels", "list", { limit: 2, ...(cursor ? { cursor } : {}) });
        expect(data.length).toBeLessThanOrEqual(2);
        expect(meta.has_more).toBe(meta.next_cursor !== undefined);
        found.push(...data.map(({ id }) => id));
        cursor = meta.next_cursor;
      } while (cursor !== undefined);
      expect(found).toEqual(whole);
    },
    "channels.list: all() requests every page": async ({ slack }) => {
      const whole = (await slack.channels.list()).data.map(({ id }) => id);
      const all = await collect(slack.channels.list.all({ limit: 1 }));
      expect(all.map(({ id }) => id)).toEqual(whole);
    },
    "channels.list: all() requests only the needed pages": async ({ slack, sent }) => {
      const before = sent?.().length ?? 0;
      for await (const one of slack.channels.list.all({ limit: 1 })) {
        expect(one.id).toEqual(ID);
        break;
      }
      if (sent) expect(sent().length - before).toBe(1);
    },
    "channels.list: returns private channels if types names them": async ({ call, slack }) => {
      const { data: made } = await slack.channels.create({ name: "hush", is_private: true });
      const ids = async (types: ("public_channel" | "private_channel")[]) =>
        (await call("channels", "list", { types })).data.map(({ id }) => id);
      expect(await ids(["private_channel"])).toContain(made.id);
      expect(await ids(["public_channel"])).not.toContain(made.id);
      expect(await ids(["public_channel", "private_channel"])).toContain(made.id);
    },
    "channels.list: leaves out archived channels on request": async ({ call, slack, channel }) => {
      await slack.channels.archive({ channel });
      const ids = async (exclude_archived: boolean) =>
        (await call("channels", "list", { exclude_archived })).data.map(({ id }) => id);
      expect(await ids(false)).toContain(channel);
      expect(await ids(true)).not.toContain(channel);
    },
    "channels.list: fields selects fields": async ({ call }) => {
      const { data } = await call("channels", "list", { fields: ["id", "name"] });
      for (const one of data) expect(Object.keys(one)).toEqual(["id", "name"]);
    },
    "channels.list: a note names each correction": async ({ call }) => {
      const { data, meta } = await call("channels", "list", { maxResults: "1" } as never);
      expect(data).toHaveLength(1);
      expect(meta.normalized).toEqual([expect.stringContaining("limit"), expect.stringContaining("limit")]);
    },
    "channels.list: a cursor of another list is refused": async ({ call }) => {
      const error = await refused(call("channels", "list", { cursor: "bm9uc2Vuc2U=" }), "invalid_cursor");
      expect(error.hint).toMatch(/without cursor/);
    },
    "channels.get: returns the channel with the number of members": async ({ call, channel }) => {
      const { data } = await call("channels", "get", { channel });
      expect(data).toMatchObject({ id: channel, name: "conformance", is_member: true, num_members: 1 });
    },
    "channels.get: fields selects fields": async ({ call, channel }) => {
      const { data } = await call("channels", "get", { channel, fields: ["name", "creator"] });
      expect(Object.keys(data)).toEqual(["name", "creator"]);
    },
    "channels.get: an unknown channel is an error": async ({ call }) => {
      const error = await refused(call("channels", "get", { channel: "C0NOWHERE" }), "channel_not_found");
      expect(error.hint).toMatch(/channels\.list/);
    },
    "channels.create: a later read shows the channel": async ({ call, slack, me }) => {
      const { data } = await call("channels", "create", { name: "atlas" });
      expect(data).toMatchObject({
        id: ID,
        name: "atlas",
        creator: me,
        is_private: false,
        is_archived: false,
      });
      expect((await slack.channels.get({ channel: data.id })).data).toMatchObject({ name: "atlas" });
    },
    "channels.create: sets the topic and the purpose, and invites people": async ({
      call,
      slack,
      people,
    }) => {
      const { data, meta } = await call("channels", "create", {
        name: "launch",
        topic: "Launch & learn",
        purpose: "Plan the launch",
        users: [...people],
      });
      expect(meta).not.toHaveProperty("warnings");
      const { data: read } = await slack.channels.get({ channel: data.id });
      expect(read.topic?.value).toContain("Launch");
      expect(read.purpose?.value).toBe("Plan the launch");
      expect((await slack.channel_members.list({ channel: data.id })).data).toEqual(
        expect.arrayContaining([...people]),
      );
    },
    "channels.create: says who could not be invited, and keeps the channel": async ({
      call,
      slack,
      people: [someone],
    }) => {
      const { data, meta } = await call("channels", "create", {
        name: "partial",
        users: [someone, "U0NOBODY"],
      });
      expect(data.not_invited).toEqual([{ user: "U0NOBODY", error: "user_not_found" }]);
      expect(meta.warnings).toEqual(
        expect.arrayContaining([
          expect.stringContaining("Do not create it again"),
          expect.stringContaining("1 of 2 people were not invited: U0NOBODY (user_not_found)"),
        ]),
      );
      expect((await slack.channel_members.list({ channel: data.id })).data).toContain(someone);
    },
    "channels.create: creates a private channel": async ({ call }) => {
      const { data } = await call("channels", "create", { name: "hush", is_private: true });
      expect(data).toMatchObject({ name: "hush", is_private: true });
    },
    "channels.create: a name that is taken is an error": async ({ call }) => {
      const error = await refused(call("channels", "create", { name: "conformance" }), "name_taken");
      expect(error.hint).toMatch(/another/);
    },
    "channels.update: renames the channel": async ({ call, slack, channel }) => {
      const { data } = await call("channels", "update", { channel, name: "renamed" });
      expect(data).toMatchObject({ id: channel, name: "renamed" });
      expect((await slack.channels.get({ channel })).data.name).toBe("renamed");
    },
    "channels.update: a name that is taken is an error": async ({ call, channel }) => {
      await refused(call("channels", "update", { channel, name: "general" }), "name_taken");
    },
    "channels.archive: archives the channel, a second call changes nothing, and nobody can post": async (
      scene,
    ) => {
      const { call, slack, channel } = scene;
      const first = await call("channels", "archive", { channel });
      expect(first.data).toMatchObject({ channel });
      expect(first.meta).not.toHaveProperty("already");
      expect((await slack.channels.get({ channel })).data.is_archived).toBe(true);
      const second = await call("channels", "archive", { channel });
      expect(second).toMatchObject({ data: { channel }, meta: { already: "already_archived" } });
      const error = await refused(call("messages", "create", { channel, text: "x" }), "is_archived");
      expect(error.hint).toMatch(/unarchive/);
    },
    "channels.unarchive: opens the channel, a second call changes nothing, and undo archives it": async (
      scene,
    ) => {
      const { callAsUser: call, slack } = scene;
      const { data: made } = await call("channels", "create", { name: "short-lived" });
      await call("channels", "archive", { channel: made.id });
      const first = await call("channels", "unarchive", { channel: made.id });
      expect(first.data).toMatchObject({ channel: made.id });
      expect((await slack.channels.get({ channel: made.id })).data.is_archived).toBe(false);
      const second = await call("channels", "unarchive", { channel: made.id });
      expect(second.meta).toMatchObject({ already: "not_archived" });
      expect(second.meta).not.toHaveProperty("undo");
    },
    "channels.archive: undo opens the channel again": async ({ callAsUser: call, user, slack }) => {
      const { data: made } = await call("channels", "create", { name: "back-soon" });
      const archived = await call("channels", "archive", { channel: made.id });
      await (user ?? slack).undo(archived);
      expect((await slack.channels.get({ channel: made.id })).data.is_archived).toBe(false);
    },
    "channels.join: makes the caller a member, a second call changes nothing, and undo leaves the channel":
      async (scene) => {
        const { call, slack, user, me } = scene;
        const { data: made } = await (user ?? slack).channels.create({ name: "open-house" });
        const ids = async () => (await slack.channel_members.list({ channel: made.id })).data;
        const first = await call("channels", "join", { channel: made.id });
        expect(first.data).toMatchObject({ id: made.id });
        expect(await ids()).toContain(me);
        expect((await call("channels", "join", { channel: made.id })).meta).toMatchObject({
          already: "already_in_channel",
        });
        await slack.undo(first);
        expect(await ids()).not.toContain(me);
      },
    "channels.leave: ends the membership, and a second call changes nothing": async (scene) => {
      const { call, slack, channel, people, me } = scene;
      await slack.channel_invites.create({ channel, users: [people[0]] });
      const first = await call("channels", "leave", { channel });
      expect(first.data).toMatchObject({ channel });
      expect((await slack.channel_members.list({ channel })).data).not.toContain(me);
      expect((await call("channels", "leave", { channel })).meta).toMatchObject({
        already: "not_in_channel",
      });
    },
    "channels.leave: nobody can leave the general channel": async ({ call, slack }) => {
      const { data } = await slack.channels.list();
      const general = data.find(({ name }) => name === "general")!;
      await refused(call("channels", "leave", { channel: general.id }), "cant_leave_general");
    },
    "channels.mark: moves the read position to a message": async ({ call, slack, channel }) => {
      const { data } = await slack.messages.create({ channel, text: "read me" });
      const marked = await call("channels", "mark", { channel, ts: data.ts });
      expect(marked.data).toMatchObject({ channel, ts: data.ts });
      expect((await slack.channels.get({ channel })).data).toMatchObject({ last_read: data.ts });
    },
    "channels.mark: undo restores the earlier read position": async (scene) => {
      const { call, slack, channel } = scene;
      const [first, second] = (await post(scene, "one", "two")) as [string, string];
      await slack.channels.mark({ channel, ts: first });
      const changed = await call("channels", "mark", { channel, ts: second });
      expect(changed.meta.undo).toEqual({
        entity: "channels",
        action: "mark",
        params: { channel, ts: first },
      });
      await slack.undo(changed);
      const again = await call("channels", "mark", { channel, ts: second, dry_run: true });
      expect(again.data).toMatchObject({ before: { ts: first }, after: { ts: second } });
    },
  },

  examples: {
    "conversations.list": {
      success: ({ call }) => call("conversations.list", { limit: "3" }),
      success_with_mixed_results: ({ call }) => call("conversations.list", { types: "im,mpim", limit: "2" }),
    },
    "conversations.info": {
      success: ({ call, id }) => call("conversations.info", { channel: id("general") }),
      success_im: ({ call, sandbox }) => {
        const im = sandbox.state().channels.find(({ kind }) => kind === "im")?.id ?? "";
        return call("conversations.info", { channel: im, include_locale: "true" });
      },
      success_im_num_members: ({ call, sandbox }) => {
        const im = sandbox.state().channels.find(({ kind }) => kind === "im")?.id ?? "";
        return call("conversations.info", { channel: im, include_locale: "true", include_num_members: "1" });
      },
      error: ({ call }) => call("conversations.info", { channel: "C0NOWHERE" }),
    },
    "conversations.create": {
      success: ({ call }) => call("conversations.create", { name: "endeavor" }),
      error: ({ call }) => call("conversations.create", { name: "general" }),
    },
    "conversations.rename": {
      success: ({ call, id, sandbox }) =>
        call("conversations.rename", { channel: id("general"), name: "everyone" }, sandbox.tokens.user),
      error: ({ call, id }) => call("conversations.rename", { channel: id("analytics"), name: "numbers" }),
    },
    "conversations.join": {
      success: ({ call, id }) => call("conversations.join", { channel: id("general") }),
      error: ({ call, id }) => call("conversations.join", { channel: id("project-atlas-2025") }),
    },
    "conversations.leave": {
      success: ({ call, id }) => call("conversations.leave", { channel: id("random") }),
      success_with_warning: ({ call, id }) => call("conversations.leave", { channel: id("analytics") }),
      error: ({ call, id }) => call("conversations.leave", { channel: id("general") }),
    },
    "conversations.archive": {
      success: ({ call, id }) => call("conversations.archive", { channel: id("random") }),
      error: ({ call, id }) => call("conversations.archive", { channel: id("leadership") }),
    },
    "conversations.unarchive": {
      success: ({ call, id, sandbox }) =>
        call("conversations.unarchive", { channel: id("project-atlas-2025") }, sandbox.tokens.user),
      error: ({ call }) => call("conversations.unarchive", { channel: "C0NOWHERE" }),
    },
    "conversations.mark": {
      success: ({ call, id }) =>
        call("conversations.mark", { channel: id("random"), ts: "1773000000.000000" }),
      error: unknownToken("conversations.mark"),
    },
  },
};
