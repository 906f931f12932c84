import { expect, test } from "vitest";
import { connect, failure } from "./clients.ts";

test("a profile is read, changed and read again, also by others", async () => {
  const { bot, person, id } = await connect();
  const tom = id("tom.okafor");
  const { profile } = await bot.users.profile.get({ user: tom, include_labels: true });
  expect(profile).toMatchObject({ pronouns: "he/him", fields: { Xf07TM2G4H6J: { label: "Team" } } });
  await person.users.profile.set({
    profile: { status_text: "In the mine", status_emoji: ":pick:", first_name: "May" },
  });
  const { user } = await bot.users.info({ user: id("maya.chen") });
  expect(user).toMatchObject({ real_name: "May Chen", profile: { status_text: "In the mine" } });
  expect((await person.users.profile.get({})).profile?.status_emoji).toBe(":pick:");
  expect((await bot.team.profile.get({ visibility: "hidden" })).profile?.fields).toHaveLength(1);
});

test("a status expires", async () => {
  const { sandbox, person } = await connect();
  const status_expiration = Math.floor(sandbox.clock.now() / 1000) + 600;
  await person.users.profile.set({ profile: { status_text: "Lunch", status_expiration } });
  expect((await person.users.profile.get({})).profile).toMatchObject({ status_text: "Lunch" });
  sandbox.clock.advance(600_000);
  expect((await person.users.profile.get({})).profile).toMatchObject({ status_text: "" });
});

test("a profile can be changed only by allowed people and only to valid values", async () => {
  const { bot, person, id } = await connect();
  expect(await failure(bot.users.profile.set({ profile: {} }))).toBe("not_allowed_token_type");
  const set = (profile: object, user?: string): Promise<unknown> =>
    failure(person.apiCall("users.profile.set", { profile, ...(user ? { user } : {}) }));
  expect(await set({ status_text: "x".repeat(101) })).toBe("too_long");
  expect(await set({ status_text: "" })).toBe("must_clear_both_status_text_and_status_emoji");
  expect(await set({ display_name: "@maya" })).toBe("invalid_starts_with_at");
  expect(await set({ title: "x" }, id("ines.moreau"))).toBe("cannot_update_admin_user");
  expect(await set({ title: "x" }, id("deploybot"))).toBe("not_app_admin");
  expect(await set({ title: "Painter" }, id("tom.okafor"))).toBe("no failure");
});

test("presence and do-not-disturb times are set and read", async () => {
  const { sandbox, bot, person, id } = await connect();
  expect(await bot.users.getPresence({ user: id("dana.fisher") })).toMatchObject({ presence: "away" });
  await person.users.setPresence({ presence: "away" });
  expect(await bot.users.getPresence({ user: id("maya.chen") })).toMatchObject({ presence: "away" });
  expect(await person.users.getPresence({})).toMatchObject({ manual_away: true });
  await person.users.setPresence({ presence: "auto" });
  expect(await bot.users.getPresence({ user: id("maya.chen") })).toMatchObject({ presence: "active" });
  expect(await failure(person.users.setPresence({ presence: "gone" as never }))).toBe("invalid_presence");

  const now = sandbox.clock.now() / 1000;
  const night = await person.dnd.info({});
  expect(night).toMatchObject({ dnd_enabled: true, snooze_enabled: false });
  expect(night.next_dnd_end_ts).toBeGreaterThan(now);
  await person.dnd.setSnooze({ num_minutes: 30 });
  expect(await person.dnd.info({})).toMatchObject({ snooze_enabled: true });
  expect(await bot.dnd.info({ user: id("maya.chen") })).not.toHaveProperty("snooze_enabled");
  sandbox.clock.advance(30 * 60_000);
  expect(await person.dnd.info({})).toMatchObject({ snooze_enabled: false });
  // https://docs.slack.dev/reference/methods/dnd.endSnooze
  await person.dnd.setSnooze({ num_minutes: 30 });
  expect(await person.dnd.endSnooze()).toMatchObject({ ok: true, snooze_enabled: false });
  expect(await failure(person.dnd.endSnooze())).toBe("snooze_not_active");
  expect(await failure(person.dnd.setSnooze({} as never))).toBe("missing_duration");
});

test("bots are found by their id", async () => {
  const { bot } = await connect();
  expect((await bot.bots.info({ bot: "B07AS5T9N1L" })).bot).toMatchObject({ name: "Assistant" });
  expect((await bot.bots.info({ bot: "B07WB7K3Q5H" })).bot).toMatchObject({ name: "Calendar" });
  expect(await failure(bot.bots.info({ bot: "B0" }))).toBe("bot_not_found");
});

test("emoji are listed, with their categories on request", async () => {
  const { bot } = await connect();
  const { emoji } = await bot.emoji.list({});
  expect(emoji?.["otter"]).toBe("alias:party-otter");
  expect((await bot.emoji.list({ include_categories: true })).categories?.length).toBeGreaterThan(2);
});

test("reactions and saved items are listed", async () => {
  const { bot, person, id } = await connect();
  const mine = await person.reactions.list({});
  expect(mine.items?.length).toBeGreaterThan(2);
  const channel = id("random");
  const { ts } = await bot.chat.meMessage({ channel, text: "waves" });
  await person.reactions.add({ channel, timestamp: ts ?? "", name: "wave" });
  const [newest] = (await person.reactions.list({ limit: 1 })).items ?? [];
  expect(newest).toMatchObject({ channel, message: { ts, subtype: "me_message", text: "waves" } });
  expect((await person.reactions.list({ count: 2, page: 2 })).paging).toMatchObject({ page: 2, count: 2 });
  expect((await person.stars.list({})).items?.length).toBe(3);
  expect(await failure(bot.stars.list({}))).toBe("not_allowed_token_type");
});

test("a bookmark is edited", async () => {
  const { bot, id } = await connect();
  const channel_id = id("engineering");
  const edit = (more: object): Promise<unknown> =>
    bot.apiCall("bookmarks.edit", { channel_id, bookmark_id: "Bk07RB3K9T1S", ...more });
  await edit({ title: "Run books", emoji: ":book:" });
  const { bookmarks } = await bot.bookmarks.list({ channel_id });
  expect(bookmarks?.[0]).toMatchObject({ title: "Run books", emoji: ":book:" });
  expect(await failure(edit({ link: "ftp://x" }))).toBe("invalid_link");
  expect(await failure(edit({ bookmark_id: "Bk0" }))).toBe("not_found");
});

test("read positions change unread counts, and a direct message can be closed", async () => {
  const { bot, person, id } = await connect();
  const { channel } = await bot.conversations.open({ users: id("maya.chen") });
  const im = channel?.id ?? "";
  expect(await bot.conversations.open({ users: id("maya.chen") })).toMatchObject({ already_open: true });
  const unread = async (): Promise<unknown> =>
    ((await person.conversations.info({ channel: im })).channel as { unread_count?: number }).unread_count;
  expect(await unread()).toBe(0);
  const { ts } = await bot.chat.postMessage({ channel: im, text: "One" });
  await bot.chat.postMessage({ channel: im, text: "Two" });
  expect(await unread()).toBe(2);
  await person.conversations.mark({ channel: im, ts: ts ?? "" });
  expect(await unread()).toBe(1);
  expect(await failure(person.conversations.mark({ channel: im, ts: "soon" }))).toBe("invalid_timestamp");

  await bot.conversations.close({ channel: im });
  expect(await bot.conversations.close({ channel: im })).toMatchObject({ already_closed: true });
  expect((await bot.conversations.info({ channel: im })).channel).toMatchObject({ is_open: false });
  expect((await bot.conversations.open({ channel: im })).already_open).toBeUndefined();
  expect(await failure(bot.conversations.close({ channel: id("random") }))).toBe(
    "method_not_supported_for_channel_type",
  );
});
