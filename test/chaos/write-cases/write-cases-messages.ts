import { channel, channels, count, flag, people, post } from "./write-case-helpers.ts";
import type { WriteCase, World } from "./write-case.ts";

const text = "once";
const message = (world: World, made: Record<string, unknown>) =>
  channels(world)
    .find(({ id }) => id === made["channel"])!
    .messages.find(({ ts }) => ts === made["ts"]);
const reacted = (world: World, made: Record<string, unknown>) =>
  message(world, made)?.reactions?.find(({ name }) => name === "tada")?.users.length ?? 0;
const pinned = (world: World, made: Record<string, unknown>) =>
  channel(world).pins.filter(({ ts }) => ts === made["ts"]).length;

const react = async (world: World) => {
  const made = await post(world, "a message");
  await world.execute("reactions", "create", { ...made, name: "tada" });
  return made;
};
const pin = async (world: World) => {
  const made = await post(world, "a message");
  await world.execute("pins", "create", made);
  return made;
};
const schedule = async (world: World) =>
  (await world.execute("scheduled_messages", "create", { channel: channel(world).id, text, post_at: "9h" }))
    .data;

export const messageCases: readonly WriteCase[] = [
  {
    name: "messages.create",
    operation: "chat.postMessage",
    asked: "look",
    params: (world) => ({ channel: channel(world).id, text }),
    effects: (world) => count(world, text),
  },
  {
    name: "messages.create in a thread",
    operation: "chat.postMessage",
    asked: "look",
    prepare: (world) => post(world, "a question"),
    params: (_world, { channel: id, ts }) => ({ channel: id, thread_ts: ts, text }),
    effects: (world) => count(world, text),
  },
  {
    name: "messages.create to a person",
    operation: "chat.postMessage",
    asked: "look",
    params: (world) => ({ channel: people(world)[0], text }),
    effects: (world) => count(world, text),
  },
  {
    name: "messages.create_many",
    operation: "chat.postMessage",
    asked: "look",
    params: (world) => ({ channels: [channel(world).id], text }),
    effects: (world) => count(world, text),
  },
  {
    name: "messages.create_many to several",
    operation: "chat.postMessage",
    asked: "look",
    params: (world) => ({ channels: [channel(world).id, people(world)[0]], text }),
    effects: (world) =>
      Math.max(
        ...channels(world).map((one) => one.messages.filter((message) => message.text === text).length),
      ),
  },
  {
    name: "messages.forward",
    operation: "chat.postMessage",
    asked: "look",
    prepare: async (world) => {
      const { id } = channel(world, "random");
      return (await world.execute("messages", "create", { channel: id, text: "an original" })).data;
    },
    params: (world, { channel: id, ts }) => ({
      channel: channel(world).id,
      link: `https://acme.slack.com/archives/${String(id)}/p${String(ts).replace(".", "")}`,
    }),
    effects: (world) =>
      channel(world).messages.filter((message) => message.text.startsWith("<https://acme")).length,
  },
  {
    name: "messages.update",
    operation: "chat.update",
    asked: "repeat",
    prepare: (world) => post(world, "before"),
    params: (_world, made) => ({ ...made, text }),
    effects: (world) => count(world, text),
  },
  {
    name: "messages.delete",
    operation: "chat.delete",
    asked: "repeat",
    prepare: (world) => post(world, "short-lived"),
    params: (_world, made) => made,
    effects: (world) => 1 - count(world, "short-lived"),
  },
  {
    name: "messages.me",
    operation: "chat.meMessage",
    asked: "never",
    params: (world) => ({ channel: channel(world).id, text }),
    effects: (world) => count(world, text),
  },
  {
    name: "ephemeral_messages.create",
    operation: "chat.postEphemeral",
    asked: "never",
    params: (world) => {
      const { id, members } = channel(world);
      return { channel: id, user: people(world).find((user) => members.includes(user)), text };
    },
    effects: ({ sandbox }) => sandbox.state().ephemeral.length,
  },
  {
    name: "scheduled_messages.create",
    operation: "chat.scheduleMessage",
    asked: "look",
    params: (world) => ({ channel: channel(world).id, text, post_at: "2h" }),
    effects: ({ sandbox }) => sandbox.state().scheduled.length,
  },
  {
    name: "scheduled_messages.delete",
    operation: "chat.deleteScheduledMessage",
    asked: "look",
    prepare: schedule,
    params: (_world, { channel: id, scheduled_message_id }) => ({ channel: id, scheduled_message_id }),
    effects: ({ sandbox }) => 1 - sandbox.state().scheduled.length,
  },
  {
    name: "threads.set_status",
    operation: "assistant.threads.setStatus",
    asked: "repeat",
    prepare: (world) => post(world, "a question"),
    params: (_world, made) => ({ ...made, status: "is thinking" }),
    // Slack shows only one status, so a repeated write has no further effect.
    effects: (world) => flag(world.done() > 0),
  },
  {
    name: "reactions.create",
    operation: "reactions.add",
    asked: "repeat",
    prepare: (world) => post(world, "a message"),
    params: (_world, made) => ({ ...made, name: "tada" }),
    effects: reacted,
  },
  {
    name: "reactions.delete",
    operation: "reactions.remove",
    asked: "repeat",
    prepare: react,
    params: (_world, made) => ({ ...made, name: "tada" }),
    effects: (world, made) => 1 - reacted(world, made),
  },
  {
    name: "pins.create",
    operation: "pins.add",
    asked: "repeat",
    prepare: (world) => post(world, "a message"),
    params: (_world, made) => made,
    effects: pinned,
  },
  {
    name: "pins.delete",
    operation: "pins.remove",
    asked: "repeat",
    prepare: pin,
    params: (_world, made) => made,
    effects: (world, made) => 1 - pinned(world, made),
  },
];
