import { expect } from "vitest";
import { refused, type Cases } from "./bench.ts";

export const people: Cases = {
  "users.lookup_by_email: the person of an address": async ({ call, slack }) => {
    const { data: all } = await slack.users.list({ limit: 200 });
    const known = all.find(({ profile, deleted }) => profile?.email && !deleted)!;
    const { data } = await call("users", "lookup_by_email", { email: known.profile!.email! });
    expect(data).toMatchObject({ id: known.id, name: known.name });
  },
  "users.lookup_by_email: nobody": async ({ call }) => {
    await refused(call("users", "lookup_by_email", { email: "nobody@example.com" }), "users_not_found");
  },
  "user_profiles.update: a later read shows the status": async ({ callAsUser, user, slack }) => {
    const profile = { status_text: "On holiday", status_emoji: ":palm_tree:" };
    const { data } = await callAsUser("user_profiles", "update", { profile });
    expect(data).toMatchObject(profile);
    expect((await (user ?? slack).user_profiles.get()).data).toMatchObject(profile);
  },
  "user_profiles.get: someone's": async ({ call, people: [someone] }) => {
    expect((await call("user_profiles", "get", { user: someone })).data.real_name).toEqual(
      expect.any(String),
    );
  },
  "user_profiles.get: nobody's": async ({ call }) => {
    await refused(call("user_profiles", "get", { user: "U0NOBODY" }), "user_not_found");
  },
  "presence.set: a later read shows it": async ({ call, slack }) => {
    expect((await call("presence", "set", { presence: "away" })).data).toMatchObject({ presence: "away" });
    expect((await slack.presence.get()).data).toMatchObject({ presence: "away" });
  },
  "presence.get: someone's": async ({ call, people: [someone] }) => {
    expect((await call("presence", "get", { user: someone })).data.presence).toMatch(/^(active|away)$/);
  },
  "bots.get: the bot behind the token": async ({ call }) => {
    const { data: own } = await call("auth", "test");
    const { data } = await call("bots", "get", { bot: own.bot_id! });
    expect(data).toMatchObject({ id: own.bot_id, user_id: own.user_id });
  },
  "bots.get: none": async ({ call }) => {
    await refused(call("bots", "get", { bot: "B0NOBODY" }), "bot_not_found");
  },
  "dnd.snooze: a later read shows it": async ({ callAsUser, user, slack }) => {
    const { data } = await callAsUser("dnd", "snooze", { num_minutes: 30 });
    expect(data).toMatchObject({ snooze_enabled: true });
    expect((await (user ?? slack).dnd.get()).data).toMatchObject({ snooze_enabled: true });
  },
  "dnd.get: someone's": async ({ call, people: [someone] }) => {
    expect((await call("dnd", "get", { user: someone })).data).toHaveProperty("dnd_enabled");
  },
  "emoji.list: the workspace's own": async ({ call }) => {
    const { data } = await call("emoji", "list");
    expect(data.length).toBeGreaterThan(0);
    for (const one of data) expect(one.url ?? one.alias_for).toEqual(expect.any(String));
  },
  "team.get: the workspace": async ({ call }) => {
    const { data: own } = await call("auth", "test");
    expect((await call("team", "get")).data).toMatchObject({ id: own.team_id, name: own.team });
  },
  "team.profile_fields: a list": async ({ call }) => {
    for (const field of (await call("team", "profile_fields")).data)
      expect(field.id).toEqual(expect.any(String));
  },
  "auth.test: who the token is": async ({ call, me }) => {
    expect((await call("auth", "test")).data).toMatchObject({ user_id: me, url: expect.any(String) });
  },
  "auth.teams_list: the token's workspace is among them": async ({ call }) => {
    const { data: own } = await call("auth", "test");
    expect((await call("auth", "teams_list")).data.map(({ id }) => id)).toContain(own.team_id);
  },
  "api.test: it answers, and gives back the error that it is asked for": async ({ call }) => {
    expect((await call("api", "test")).data).toEqual({ ok: true });
    await expect(call("api", "test", { error: "my_error" })).rejects.toMatchObject({
      platform: { code: "my_error" },
    });
  },
  "stars.list: what was saved": async ({ callAsUser }) => {
    const { data } = await callAsUser("stars", "list", { limit: 20 });
    for (const item of data) expect(item.type).toEqual(expect.any(String));
  },
};
