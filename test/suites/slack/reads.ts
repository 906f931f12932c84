import { expect } from "vitest";
import { collect, failure, ID, refused, TS, type Cases, type Scene } from "./bench.ts";

/** Posts texts in this order, and returns the `ts` of each message. */
export async function post({ slack, channel }: Scene, ...texts: string[]): Promise<string[]> {
  const all: string[] = [];
  for (const text of texts) all.push((await slack.messages.create({ channel, text })).data.ts);
  return all;
}

/** Returns the texts of messages from people, without Slack's own messages about joins, topics and so on. */
const written = (messages: readonly { text: string; subtype?: string | null | undefined }[]) =>
  messages.filter(({ subtype }) => subtype == null || subtype === "thread_broadcast").map(({ text }) => text);

export const reads: Cases = {
  "channels.list: records of channels, without params": async ({ call, channel }) => {
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
  "channels.list: pages follow each other to the end": async ({ call }) => {
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
  "channels.list: .all() fetches every page": async ({ slack }) => {
    const whole = (await slack.channels.list()).data.map(({ id }) => id);
    const all = await collect(slack.channels.list.all({ limit: 1 }));
    expect(all.map(({ id }) => id)).toEqual(whole);
  },
  "channels.list: .all() fetches no page that is not needed": async ({ slack, sent }) => {
    const before = sent?.().length ?? 0;
    for await (const one of slack.channels.list.all({ limit: 1 })) {
      expect(one.id).toEqual(ID);
      break;
    }
    if (sent) expect(sent().length - before).toBe(1);
  },
  "channels.list: private channels when types says so": async ({ call, slack }) => {
    const { data: made } = await slack.channels.create({ name: "hush", is_private: true });
    const ids = async (types: ("public_channel" | "private_channel")[]) =>
      (await call("channels", "list", { types })).data.map(({ id }) => id);
    expect(await ids(["private_channel"])).toContain(made.id);
    expect(await ids(["public_channel"])).not.toContain(made.id);
    expect(await ids(["public_channel", "private_channel"])).toContain(made.id);
  },
  "channels.list: archived ones are left out on request": async ({ call, slack, channel }) => {
    await slack.channels.archive({ channel });
    const ids = async (exclude_archived: boolean) =>
      (await call("channels", "list", { exclude_archived })).data.map(({ id }) => id);
    expect(await ids(false)).toContain(channel);
    expect(await ids(true)).not.toContain(channel);
  },
  "channels.list: fields": async ({ call }) => {
    const { data } = await call("channels", "list", { fields: ["id", "name"] });
    for (const one of data) expect(Object.keys(one)).toEqual(["id", "name"]);
  },
  "channels.list: what is put right is told": async ({ call }) => {
    const { data, meta } = await call("channels", "list", { maxResults: "1" } as never);
    expect(data).toHaveLength(1);
    expect(meta.normalized).toEqual([expect.stringContaining("limit"), expect.stringContaining("limit")]);
  },
  "channels.list: a cursor of another list is refused": async ({ call }) => {
    const error = await refused(call("channels", "list", { cursor: "bm9uc2Vuc2U=" }), "invalid_cursor");
    expect(error.hint).toMatch(/without cursor/);
  },
  "channels.get: the record, with its members counted": async ({ call, channel }) => {
    const { data } = await call("channels", "get", { channel });
    expect(data).toMatchObject({ id: channel, name: "conformance", is_member: true, num_members: 1 });
  },
  "channels.get: fields": async ({ call, channel }) => {
    const { data } = await call("channels", "get", { channel, fields: ["name", "creator"] });
    expect(Object.keys(data)).toEqual(["name", "creator"]);
  },
  "channels.get: an unknown channel": async ({ call }) => {
    const error = await refused(call("channels", "get", { channel: "C0NOWHERE" }), "channel_not_found");
    expect(error.hint).toMatch(/channels\.list/);
  },
  "users.list: records of people": async ({ call, people }) => {
    const { data, meta } = await call("users", "list");
    const one = data.find(({ id }) => id === people[0]);
    expect(one).toMatchObject({ name: expect.any(String), real_name: expect.any(String), is_bot: false });
    expect(one?.profile).toMatchObject({ display_name: expect.any(String) });
    expect(meta.has_more).toBe(false);
  },
  "users.list: pages follow each other to the end": async ({ slack, call }) => {
    const whole = (await call("users", "list")).data.map(({ id }) => id);
    const first = await call("users", "list", { limit: 2 });
    expect(first.data.map(({ id }) => id)).toEqual(whole.slice(0, 2));
    expect(first.meta).toMatchObject({ has_more: true, next_cursor: expect.any(String) });
    expect((await collect(slack.users.list.all({ limit: 2 }))).map(({ id }) => id)).toEqual(whole);
  },
  "users.get: the same record as in the list": async ({ call, slack, people }) => {
    const listed = (await slack.users.list()).data.find(({ id }) => id === people[0]);
    expect((await call("users", "get", { user: people[0] })).data).toEqual(listed);
  },
  "users.get: nobody": async ({ call }) => {
    await refused(call("users", "get", { user: "U0NOBODY" }), "user_not_found");
  },
  "channel_messages.list: newest first, with author, text and ts": async (scene) => {
    const [, ts] = await post(scene, "one", "two", "three");
    const { data } = await scene.call("channel_messages", "list", { channel: scene.channel });
    expect(written(data)).toEqual(["three", "two", "one"]);
    expect(data.find((message) => message.ts === ts)).toMatchObject({ ts: TS, text: "two", user: scene.me });
    for (const message of data) expect(message.ts).toEqual(TS);
  },
  "channel_messages.list: pages follow each other to the end": async (scene) => {
    const { call, slack, channel } = scene;
    await post(scene, "1", "2", "3", "4", "5");
    const first = await call("channel_messages", "list", { channel, limit: 2 });
    expect(written(first.data)).toEqual(["5", "4"]);
    const { next_cursor } = first.meta;
    const second = await call("channel_messages", "list", { channel, limit: 2, cursor: next_cursor });
    expect(written(second.data)).toEqual(["3", "2"]);
    const all = await collect(slack.channel_messages.list.all({ channel, limit: 2 }));
    expect(written(all)).toEqual(["5", "4", "3", "2", "1"]);
  },
  "channel_messages.list: between two times": async (scene) => {
    const { call, channel } = scene;
    const [one, , three] = await post(scene, "one", "two", "three", "four");
    const between = async (inclusive?: boolean) =>
      written(
        (await call("channel_messages", "list", { channel, oldest: one, latest: three, inclusive })).data,
      );
    expect(await between()).toEqual(["two"]);
    expect(await between(true)).toEqual(["three", "two", "one"]);
  },
  "channel_messages.list: an unknown channel": async ({ call }) => {
    await refused(call("channel_messages", "list", { channel: "C0NOWHERE" }), "channel_not_found");
  },
  "threads.list: the first message, then the replies, oldest first": async (scene) => {
    const { call, slack, channel } = scene;
    const [ts] = (await post(scene, "question")) as [string];
    for (const text of ["a", "b"]) await slack.messages.create({ channel, thread_ts: ts, text });
    const { data } = await call("threads", "list", { channel, ts });
    expect(data.map(({ text }) => text)).toEqual(["question", "a", "b"]);
    expect(data[0]).toMatchObject({ ts, reply_count: 2 });
    for (const reply of data.slice(1)) expect(reply.thread_ts).toBe(ts);
    const channelView = await slack.channel_messages.list({ channel });
    expect(written(channelView.data)).toEqual(["question"]);
  },
  "threads.list: pages give every message once": async (scene) => {
    const { call, slack, channel } = scene;
    const [ts] = (await post(scene, "question")) as [string];
    for (const text of ["a", "b", "c", "d"]) await slack.messages.create({ channel, thread_ts: ts, text });
    const first = await call("threads", "list", { channel, ts, limit: 2 });
    expect(first.data).toHaveLength(2);
    expect(first.meta.has_more).toBe(true);
    const all = await collect(slack.threads.list.all({ channel, ts, limit: 2 }));
    expect(all.map(({ text }) => text)).toEqual(["question", "a", "b", "c", "d"]);
  },
  "threads.list: no such thread": async ({ call, channel }) => {
    await refused(call("threads", "list", { channel, ts: "1712161829.000300" }), "thread_not_found");
  },
  "threads.list: a ts that is a number is refused before anything is sent": async ({
    call,
    channel,
    sent,
  }) => {
    const before = sent?.().length;
    const error = await failure(call("threads", "list", { channel, ts: 1712161829.0003 } as never));
    expect(error).toMatchObject({ code: "invalid_params", path: "params.ts", outcome: "not_started" });
    expect(error.message).toMatch(/as text/);
    expect(sent?.().length).toBe(before);
  },
};
