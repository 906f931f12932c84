import { expect } from "vitest";
import { collect, ID, refused, type Cases } from "./bench.ts";

export const membership: Cases = {
  "channels.unarchive: open again; a second time it already is; undo archives it": async (scene) => {
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
  "channels.archive: undo brings it back": async ({ callAsUser: call, user, slack }) => {
    const { data: made } = await call("channels", "create", { name: "back-soon" });
    const archived = await call("channels", "archive", { channel: made.id });
    await (user ?? slack).undo(archived);
    expect((await slack.channels.get({ channel: made.id })).data.is_archived).toBe(false);
  },
  "channels.join: a member afterwards; a second time it already is; undo leaves": async (scene) => {
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
  "channels.leave: no member any more; a second time it already is none": async (scene) => {
    const { call, slack, channel, people, me } = scene;
    await slack.channel_invites.create({ channel, users: [people[0]] });
    const first = await call("channels", "leave", { channel });
    expect(first.data).toMatchObject({ channel });
    expect((await slack.channel_members.list({ channel })).data).not.toContain(me);
    expect((await call("channels", "leave", { channel })).meta).toMatchObject({ already: "not_in_channel" });
  },
  "channels.leave: not the channel that everybody is in": async ({ call, slack }) => {
    const { data } = await slack.channels.list();
    const general = data.find(({ name }) => name === "general")!;
    await refused(call("channels", "leave", { channel: general.id }), "cant_leave_general");
  },
  "channels.mark: read up to a message": async ({ call, slack, channel }) => {
    const { data } = await slack.messages.create({ channel, text: "read me" });
    const marked = await call("channels", "mark", { channel, ts: data.ts });
    expect(marked.data).toMatchObject({ channel, ts: data.ts });
    expect((await slack.channels.get({ channel })).data).toMatchObject({ last_read: data.ts });
  },
  "channel_members.list: ids, page by page": async ({ call, slack, channel, people, me }) => {
    await slack.channel_invites.create({ channel, users: [...people] });
    const { data, meta } = await call("channel_members", "list", { channel, limit: 2 });
    expect(data).toHaveLength(2);
    expect(meta.has_more).toBe(true);
    const all = await collect(slack.channel_members.list.all({ channel, limit: 1 }));
    expect([...all].sort()).toEqual([me, ...people].sort());
  },
  "channel_members.list: an unknown channel": async ({ call }) => {
    await refused(call("channel_members", "list", { channel: "C0NOWHERE" }), "channel_not_found");
  },
  "channel_kicks.create: undo invites again": async ({ call, slack, channel, people }) => {
    await slack.channel_invites.create({ channel, users: [people[0]] });
    const kicked = await call("channel_kicks", "create", { channel, user: people[0] });
    await slack.undo(kicked);
    expect((await slack.channel_members.list({ channel })).data).toContain(people[0]);
  },
  "dms.open: the direct message with one; a second time it already is open": async (scene) => {
    const { call, people, slack } = scene;
    const { data } = await call("dms", "open", { users: [people[0]] });
    expect(data.id).toMatch(/^D/);
    const posted = await slack.messages.create({ channel: data.id, text: "Psst" });
    expect(posted.data.channel).toBe(data.id);
    const again = await call("dms", "open", { users: [people[0]] });
    expect(again).toMatchObject({ data: { id: data.id }, meta: { already: "already_open" } });
  },
  "dms.open: with several": async ({ call, people }) => {
    expect((await call("dms", "open", { users: [...people] })).data.id).toEqual(ID);
  },
  "dms.open: with nobody that there is": async ({ call }) => {
    await refused(call("dms", "open", { users: ["U0NOBODY"] }), "user_not_found");
  },
  "dms.list: what was opened": async ({ call, people }) => {
    const { data } = await call("dms", "open", { users: [people[0]] });
    const listed = await call("dms", "list", { types: ["im"] });
    expect(listed.data.map(({ id }) => id)).toContain(data.id);
    expect(listed.data.every(({ is_im }) => is_im)).toBe(true);
  },
  "dms.close: closed; a second time it already is": async ({ call, people }) => {
    const { data } = await call("dms", "open", { users: [people[0]] });
    expect((await call("dms", "close", { channel: data.id })).data).toMatchObject({ id: data.id });
    expect((await call("dms", "close", { channel: data.id })).meta).toMatchObject({
      already: "already_closed",
    });
  },
  "users.conversations: where someone is a member": async ({ call, slack, channel, people }) => {
    await slack.channel_invites.create({ channel, users: [people[0]] });
    const mine = await call("users", "conversations", { types: ["public_channel"], limit: 200 });
    expect(mine.data.map(({ id }) => id)).toContain(channel);
    const theirs = await call("users", "conversations", { user: people[0], limit: 200 });
    expect(theirs.data.map(({ id }) => id)).toContain(channel);
  },
};
