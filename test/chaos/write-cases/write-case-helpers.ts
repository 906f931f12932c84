import type { World } from "./write-case.ts";

export type Channel = ReturnType<World["sandbox"]["state"]>["channels"][number];

export const channels = ({ sandbox }: World): Channel[] => sandbox.state().channels;

export const channel = (world: World, name = "general"): Channel =>
  channels(world).find((one) => one.name === name)!;

export const withId = (world: World, id: unknown): Channel => channels(world).find((one) => one.id === id)!;

export const count = (world: World, text: string): number =>
  channels(world)
    .flatMap(({ messages }) => messages)
    .filter((message) => message.text === text).length;

/** Counts the messages of a channel with the subtype `kind`, such as `channel_topic`. */
export const notices = (world: World, id: unknown, kind: string): number =>
  withId(world, id).messages.filter(({ subtype }) => subtype === kind).length;

/** Returns the ids of people who can get messages. */
export const people = ({ sandbox }: World): string[] =>
  sandbox
    .state()
    .users.filter(
      ({ id, is_bot, deleted, is_restricted, is_ultra_restricted }) =>
        id !== "USLACKBOT" && !is_bot && !deleted && !is_restricted && !is_ultra_restricted,
    ) // prettier-ignore
    .map(({ id }) => id);

export async function post(world: World, text: string): Promise<{ channel: unknown; ts: unknown }> {
  const { data } = await world.execute("messages", "create", { channel: channel(world).id, text });
  return { channel: data["channel"], ts: data["ts"] };
}

export async function newChannel(world: World): Promise<{ id: unknown }> {
  const { data } = await world.execute("channels", "create", { name: "new-room" });
  return { id: data["id"] };
}

export const flag = (value: boolean | undefined): number => (value === true ? 1 : 0);
