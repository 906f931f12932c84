import { expect, test } from "vitest";
import { connect, failure } from "./clients.ts";
import { drive } from "./helpers.ts";

const ENGINEERS = "S07ENG3R8N5";

test("a user group is created, filled, changed, disabled and enabled", async () => {
  const { bot, id } = await connect();
  const { usergroup } = await bot.usergroups.create({
    name: "Owl watch",
    handle: "owls",
    channels: id("random"),
  });
  const group = usergroup?.id ?? "";
  expect(usergroup).toMatchObject({ handle: "owls", prefs: { channels: [id("random")] }, users: [] });
  const users = [id("tom.okafor"), id("dana.fisher")];
  await bot.usergroups.users.update({ usergroup: group, users: users.join(",") });
  expect((await bot.usergroups.users.list({ usergroup: group })).users).toEqual(users);
  await bot.usergroups.update({ usergroup: group, name: "Night watch", description: "Who hoots" });
  const listed = async (more: object = {}): Promise<unknown> =>
    (await bot.usergroups.list({ include_users: true, ...more })).usergroups?.find(
      (each) => each.id === group,
    );
  expect(await listed()).toMatchObject({ name: "Night watch", description: "Who hoots", users });
  await bot.usergroups.disable({ usergroup: group });
  expect(await listed()).toBeUndefined();
  expect(await listed({ include_disabled: true })).toMatchObject({
    date_delete: expect.any(Number) as number,
  });
  expect(await failure(bot.usergroups.users.list({ usergroup: group }))).toBe("no_such_subteam");
  expect(await failure(bot.usergroups.disable({ usergroup: group }))).toBe("already_disabled");
  await bot.usergroups.enable({ usergroup: group });
  expect(await listed()).toMatchObject({ date_delete: 0, deleted_by: null });
});

test.each([
  ["usergroups.create", {}, "missing_subteam_name"],
  ["usergroups.create", { name: "Engineering" }, "name_already_exists"],
  ["usergroups.create", { name: "x".repeat(256) }, "name_too_long"],
  ["usergroups.create", { name: "x", handle: "engineers" }, "handle_already_exists"],
  ["usergroups.create", { name: "x", handle: "tom.okafor" }, "handle_already_exists"],
  ["usergroups.create", { name: "x", handle: "a b" }, "bad_handle"],
  ["usergroups.create", { name: "x", handle: "here" }, "forbidden_handle"],
  ["usergroups.create", { name: "x", description: "x".repeat(141) }, "description_too_long"],
  ["usergroups.create", { name: "x", channels: "C0NOWHERE" }, "invalid_channel_provided"],
  ["usergroups.users.update", { usergroup: ENGINEERS, users: "" }, "no_users_provided"],
  ["usergroups.users.update", { usergroup: ENGINEERS, users: "U0NOBODY" }, "invalid_users"],
  ["usergroups.users.list", { usergroup: "S0NOTHING" }, "no_such_subteam"],
  ["usergroups.enable", { usergroup: ENGINEERS }, "already_enabled"],
])("%s with %j is %s", async (method, args, error) => {
  expect((await drive().call(method, args as Record<string, string>)).error).toBe(error);
});

test("reminders are added, read, completed and deleted, by people only", async () => {
  const { bot, person, id, sandbox } = await connect();
  const { reminder } = await person.reminders.add({ text: "Feed the owl", time: "in 15 minutes" });
  const asked = { reminder: reminder?.id ?? "" };
  const now = Math.floor(sandbox.clock.now() / 1000);
  expect(reminder).toMatchObject({ user: id("maya.chen"), recurring: false, complete_ts: 0 });
  expect(Math.abs((reminder?.time ?? 0) - now - 900)).toBeLessThan(5);
  await person.reminders.complete(asked);
  expect((await person.reminders.info(asked)).reminder?.complete_ts).toBeGreaterThan(0);
  await person.reminders.delete(asked);
  expect(await failure(person.reminders.info(asked))).toBe("not_found");
  expect((await person.reminders.list({})).reminders?.map(({ recurring }) => recurring)).toEqual([
    false,
    true,
  ]);
  expect(await failure(person.reminders.complete({ reminder: "Rm07SU3B9N6M" }))).toBe(
    "cannot_complete_recurring",
  );
  expect(await failure(bot.reminders.list({}))).toBe("not_allowed_token_type");
  const add = (time: string, user?: string): Promise<unknown> =>
    failure(person.reminders.add({ text: "x", time, ...(user ? { user } : {}) }));
  expect(await add("soon-ish")).toBe("cannot_parse");
  expect(await add("600", id("tom.okafor"))).toBe("cannot_add_others");
  expect(await add("600", id("assistant"))).toBe("cannot_add_bot");
  expect(await add("600", "USLACKBOT")).toBe("cannot_add_slackbot");
  expect(await add("600", "U0NOBODY")).toBe("user_not_found");
});

// The sandbox's clock starts on Thursday 12 March 2026, 16:30 UTC. Maya is in New York, where the sandbox's time is then
// 11:30.
test.each([
  ["600", "2026-03-12T16:40:00Z"],
  ["1773400000", "2026-03-13T11:06:40Z"],
  ["in 2 hours", "2026-03-12T18:30:00Z"],
  ["tomorrow", "2026-03-13T14:00:00Z"],
  ["today at 5:15pm", "2026-03-12T22:15:00Z"],
  ["monday at 14:30", "2026-03-16T19:30:00Z"],
])("a reminder %s is at %s", async (time, expected) => {
  const { call, sandbox } = drive();
  const { reminder } = await call("reminders.add", { text: "x", time }, sandbox.tokens.user);
  expect(new Date((reminder as { time: number }).time * 1000)).toEqual(new Date(expected));
});
