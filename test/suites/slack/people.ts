import { expect } from "vitest";
import { collect, refused } from "./bench.ts";
import { asUser, done, one, sample, unknownToken, type Theme } from "./theme.ts";

/** People: users, profiles, presence, do-not-disturb times and bots. */
export const people: Theme = {
  requests: {
    "bots.get": one(
      "bots.info",
      { bot: "B012AB3CD" },
      { bot: "B012AB3CD" },
      ["bot", { id: "B012AB3CD" }],
      "bot_not_found",
    ),
    "dnd.get": {
      params: { user: sample.user },
      sends: [["dnd.info", { user: sample.user }, { dnd_enabled: true }]],
      data: { dnd_enabled: true },
      refused: "user_not_found",
    },
    "dnd.snooze": asUser({
      params: { num_minutes: 60 },
      sends: [["dnd.setSnooze", { num_minutes: "60" }, { snooze_enabled: true }]],
      data: { snooze_enabled: true },
      refused: "snooze_failed",
    }),
    "dnd.end_snooze": asUser({
      sends: [["dnd.endSnooze", {}, { snooze_enabled: false }]],
      data: { snooze_enabled: false },
      refused: "snooze_end_failed",
    }),
    "presence.get": {
      params: { user: sample.user },
      sends: [["users.getPresence", { user: sample.user }, { presence: "active" }]],
      data: { presence: "active" },
      refused: "missing_scope",
    },
    "presence.set": done("users.setPresence", { presence: "away" }, { presence: "away" }, "invalid_presence"),
    "user_profiles.get": one(
      "users.profile.get",
      { user: sample.user },
      { user: sample.user },
      ["profile", { title: "t" }],
      "user_not_found",
    ),
    "user_profiles.update": asUser(
      one(
        "users.profile.set",
        { profile: { status_text: "x" } },
        { profile: '{"status_text":"x"}' },
        ["profile", { status_text: "x" }],
        "invalid_profile",
      ),
    ),
    "users.list": one(
      "users.list",
      { limit: 2 },
      { limit: "2" },
      ["members", [{ id: sample.user }]],
      "invalid_cursor",
    ),
    "users.get": one(
      "users.info",
      { user: sample.user },
      { user: sample.user },
      ["user", { id: sample.user }],
      "user_not_found",
    ),
    "users.lookup_by_email": one(
      "users.lookupByEmail",
      { email: "ana@example.com" },
      { email: "ana@example.com" },
      ["user", { id: sample.user }],
      "users_not_found",
    ),
    "users.conversations": one(
      "users.conversations",
      { user: sample.user, types: ["im"] },
      { user: sample.user, types: "im", limit: "100" },
      ["channels", [{ id: "D1" }]],
      "invalid_types",
    ),
  },

  cases: {
    "users.list: returns people": async ({ call, people }) => {
      const { data, meta } = await call("users", "list");
      const one = data.find(({ id }) => id === people[0]);
      expect(one).toMatchObject({ name: expect.any(String), real_name: expect.any(String), is_bot: false });
      expect(one?.profile).toMatchObject({ display_name: expect.any(String) });
      expect(meta.has_more).toBe(false);
    },
    "users.list: pages lead to the end of the list": async ({ slack, call }) => {
      const whole = (await call("users", "list")).data.map(({ id }) => id);
      const first = await call("users", "list", { limit: 2 });
      expect(first.data.map(({ id }) => id)).toEqual(whole.slice(0, 2));
      expect(first.meta).toMatchObject({ has_more: true, next_cursor: expect.any(String) });
      expect((await collect(slack.users.list.all({ limit: 2 }))).map(({ id }) => id)).toEqual(whole);
    },
    "users.get: returns the same record as the list": async ({ call, slack, people }) => {
      const listed = (await slack.users.list()).data.find(({ id }) => id === people[0]);
      expect((await call("users", "get", { user: people[0] })).data).toEqual(listed);
    },
    "users.get: an unknown person is an error": async ({ call }) => {
      await refused(call("users", "get", { user: "U0NOBODY" }), "user_not_found");
    },
    "users.conversations: lists the channels of a member": async ({ call, slack, channel, people }) => {
      await slack.channel_invites.create({ channel, users: [people[0]] });
      const mine = await call("users", "conversations", { types: ["public_channel"], limit: 200 });
      expect(mine.data.map(({ id }) => id)).toContain(channel);
      const theirs = await call("users", "conversations", { user: people[0], limit: 200 });
      expect(theirs.data.map(({ id }) => id)).toContain(channel);
    },
    "users.lookup_by_email: finds the person with the address": async ({ call, slack }) => {
      const { data: all } = await slack.users.list({ limit: 200 });
      const known = all.find(({ profile, deleted }) => profile?.email && !deleted)!;
      const { data } = await call("users", "lookup_by_email", { email: known.profile!.email! });
      expect(data).toMatchObject({ id: known.id, name: known.name });
    },
    "users.lookup_by_email: an unknown address is an error": async ({ call }) => {
      await refused(call("users", "lookup_by_email", { email: "nobody@example.com" }), "users_not_found");
    },
    "user_profiles.update: a later read shows the status": async ({ callAsUser, user, slack }) => {
      const profile = { status_text: "On holiday", status_emoji: ":palm_tree:" };
      const { data } = await callAsUser("user_profiles", "update", { profile });
      expect(data).toMatchObject(profile);
      expect((await (user ?? slack).user_profiles.get()).data).toMatchObject(profile);
    },
    "user_profiles.get: returns the profile of a person": async ({ call, people: [someone] }) => {
      expect((await call("user_profiles", "get", { user: someone })).data.real_name).toEqual(
        expect.any(String),
      );
    },
    "user_profiles.get: an unknown person is an error": async ({ call }) => {
      await refused(call("user_profiles", "get", { user: "U0NOBODY" }), "user_not_found");
    },
    "presence.set: a later read shows the presence": async ({ call, slack }) => {
      expect((await call("presence", "set", { presence: "away" })).data).toMatchObject({ presence: "away" });
      expect((await slack.presence.get()).data).toMatchObject({ presence: "away" });
    },
    "presence.get: returns the presence of a person": async ({ call, people: [someone] }) => {
      expect((await call("presence", "get", { user: someone })).data.presence).toMatch(/^(active|away)$/);
    },
    "bots.get: returns the bot of the token": async ({ call }) => {
      const { data: own } = await call("auth", "test");
      const { data } = await call("bots", "get", { bot: own.bot_id! });
      expect(data).toMatchObject({ id: own.bot_id, user_id: own.user_id });
    },
    "bots.get: an unknown bot is an error": async ({ call }) => {
      await refused(call("bots", "get", { bot: "B0NOBODY" }), "bot_not_found");
    },
    "dnd.snooze: a later read shows the snooze": async ({ callAsUser, user, slack }) => {
      const { data } = await callAsUser("dnd", "snooze", { num_minutes: 30 });
      expect(data).toMatchObject({ snooze_enabled: true });
      expect((await (user ?? slack).dnd.get()).data).toMatchObject({ snooze_enabled: true });
    },
    "dnd.end_snooze: a later read shows no snooze": async ({ callAsUser, user, slack }) => {
      await callAsUser("dnd", "snooze", { num_minutes: 30 });
      const { data } = await callAsUser("dnd", "end_snooze");
      expect(data).toMatchObject({ snooze_enabled: false });
      expect((await (user ?? slack).dnd.get()).data).toMatchObject({ snooze_enabled: false });
      const { meta } = await callAsUser("dnd", "end_snooze");
      expect(meta).toMatchObject({ already: "snooze_not_active" });
    },
    "dnd.end_snooze, dnd.snooze: undo restores the snooze": async ({ callAsUser, user, slack }) => {
      const reader = user ?? slack;
      const left = async () => (await reader.dnd.get()).data.snooze_remaining ?? 0;
      const first = await callAsUser("dnd", "snooze", { num_minutes: 30 });
      expect(first.meta.undo).toMatchObject({ action: "end_snooze" });
      const longer = await callAsUser("dnd", "snooze", { num_minutes: 90 });
      await reader.undo(longer);
      expect(Math.ceil((await left()) / 60)).toBe(30);
      await reader.undo(await callAsUser("dnd", "end_snooze"));
      expect(Math.ceil((await left()) / 60)).toBe(30);
      await reader.undo(first);
      expect(await left()).toBe(0);
    },
    "dnd.get: returns the do-not-disturb times of a person": async ({ call, people: [someone] }) => {
      expect((await call("dnd", "get", { user: someone })).data).toHaveProperty("dnd_enabled");
    },
    "user_profiles.update: undo restores the status": async ({ callAsUser: call, user, slack }) => {
      const reader = user ?? slack;
      const status = async () => {
        const { status_text, status_emoji } = (await reader.user_profiles.get()).data;
        return { status_text, status_emoji };
      };
      const before = await status();
      const profile = { status_text: "Out", status_emoji: ":owl:" };
      const changed = await call("user_profiles", "update", { profile });
      expect(await status()).toEqual(profile);
      await reader.undo(changed);
      expect(await status()).toEqual(before);
    },
    "presence.set: undo restores the earlier presence": async ({ callAsUser: call, user, slack }) => {
      const reader = user ?? slack;
      const away = async () => (await reader.presence.get()).data.presence;
      const before = await away();
      const changed = await call("presence", "set", { presence: "away" });
      expect(changed.meta.undo?.params).toEqual({ presence: "auto" });
      expect(await away()).toBe("away");
      await reader.undo(changed);
      expect(await away()).toBe(before);
    },
  },

  examples: {
    "users.list": {
      success: ({ call }) => call("users.list", { limit: "5" }),
      error: ({ call }) => call("users.list", { cursor: "bm9uc2Vuc2U=" }),
    },
    "users.info": {
      success: ({ call, id }) => call("users.info", { user: id("tom.okafor") }),
      error: ({ call }) => call("users.info", { user: "U0NOBODY" }),
    },
    "users.lookupByEmail": {
      success: ({ call }) => call("users.lookupByEmail", { email: "tom.okafor@fernhill.example" }),
      error: ({ call }) => call("users.lookupByEmail", { email: "nobody@fernhill.example" }),
    },
    "users.conversations": {
      success: ({ call }) => call("users.conversations", { limit: "3" }),
      success_with_mixed_results: ({ call }) => call("users.conversations", { types: "im,mpim" }),
    },
    "users.profile.get": {
      success: ({ call, id }) => call("users.profile.get", { user: id("tom.okafor") }),
      error: ({ call }) => call("users.profile.get", { user: "U0NOBODY" }),
    },
    "users.profile.set": {
      success: ({ call, id, sandbox }) =>
        call(
          "users.profile.set",
          { user: id("tom.okafor"), profile: JSON.stringify({ title: "Head of Coffee" }) },
          sandbox.tokens.user,
        ),
      error: ({ call, sandbox }) => call("users.profile.set", { profile: "{" }, sandbox.tokens.user),
    },
    "users.getPresence": {
      success: ({ call, id }) => call("users.getPresence", { user: id("tom.okafor") }),
      success_for_token_holder: ({ call }) => call("users.getPresence"),
      error: unknownToken("users.getPresence"),
    },
    "users.setPresence": {
      success: ({ call }) => call("users.setPresence", { presence: "away" }),
      error: unknownToken("users.setPresence"),
    },
    "bots.info": {
      success: ({ call }) => call("bots.info", { bot: "B07DP2K6M8J" }),
      error: ({ call }) => call("bots.info", { bot: "B0NOTHING" }),
    },
    "dnd.info": {
      success: ({ call, id }) => call("dnd.info", { user: id("tom.okafor") }),
      error: unknownToken("dnd.info"),
    },
    "dnd.endSnooze": {
      success: async ({ call, sandbox }) => {
        await call("dnd.setSnooze", { num_minutes: "5" }, sandbox.tokens.user);
        return call("dnd.endSnooze", {}, sandbox.tokens.user);
      },
      error: unknownToken("dnd.endSnooze"),
    },
    "dnd.setSnooze": {
      success: ({ call, sandbox }) => call("dnd.setSnooze", { num_minutes: "1" }, sandbox.tokens.user),
      error: unknownToken("dnd.setSnooze"),
    },
  },
};
