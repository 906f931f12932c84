import { channel, flag, people, post } from "./write-case-helpers.ts";
import type { World, WriteCase } from "./write-case.ts";

type Made = Record<string, unknown>;

/** A write whose effect Slack does not show, or does not show a second time. */
type Unseen = Pick<WriteCase, "name" | "operation" | "params" | "prepare" | "context">;

const unseen = (one: Unseen): WriteCase => ({ ...one, asked: "never", effects: (world) => world.done() });

const modal = { type: "modal", title: { type: "plain_text", text: "Once" }, blocks: [] };
const richText = [
  {
    type: "rich_text",
    elements: [{ type: "rich_text_section", elements: [{ type: "text", text: "once" }] }],
  },
];
const clicked = ({ sandbox }: World) => ({ slack: { trigger_id: sandbox.triggerId() } });
const newList = async (world: World): Promise<Made> =>
  (await world.execute("lists", "create", { name: "Before" })).data;
const newItem = async (world: World): Promise<Made> => {
  const { list_id, list_metadata } = await newList(world);
  const { schema } = list_metadata as { schema: { id: string }[] };
  const { data } = await world.execute("list_items", "create", { list_id });
  return { list_id, id: data["id"], column_id: schema[0]!.id };
};
const newCanvas = async (world: World): Promise<Made> =>
  (await world.execute("canvases", "create", { title: "Before", markdown: "text" })).data;
const shared =
  (entity: string, id: string, make: (world: World) => Promise<Made>) => async (world: World) => {
    const made = await make(world);
    const who = { channel: channel(world).id };
    await world.execute(entity, "set", { [id]: made[id], access_level: "read", ...who });
    return made;
  };
const newStream = async (world: World): Promise<Made> => {
  const { channel: place, ts } = await post(world, "A question");
  const { data } = await world.execute("message_streams", "start", {
    channel: place,
    thread_ts: ts,
    user: people(world)[0],
    team_id: world.sandbox.state().team.id,
  });
  return { channel: place, ts: data["ts"] };
};
const openModal = async (world: World): Promise<Made> =>
  (await world.execute("views", "open", { view: modal }, clicked(world))).data;
const newThread = async (world: World): Promise<Made> => {
  const { data } = await world.execute("dms", "open", { users: people(world)[0] });
  const place = data["id"];
  const { data: message } = await world.execute("messages", "create", { channel: place, text: "Hello" });
  return { channel: place, ts: message["ts"] };
};
const access = (entity: "list_access" | "canvas_access", id: string, make: typeof newList): WriteCase[] => [
  unseen({
    name: `${entity}.set`,
    operation: entity === "list_access" ? "slackLists.access.set" : "canvases.access.set",
    prepare: make,
    params: (world, made) => ({ [id]: made[id], access_level: "read", channel: channel(world).id }),
  }),
  unseen({
    name: `${entity}.delete`,
    operation: entity === "list_access" ? "slackLists.access.delete" : "canvases.access.delete",
    prepare: shared(entity, id, make),
    params: (world, made) => ({ [id]: made[id], channel: channel(world).id }),
  }),
];

export const botCases: readonly WriteCase[] = [
  unseen({
    name: "message_streams.start",
    operation: "chat.startStream",
    prepare: (world) => post(world, "A question"),
    params: (world, { channel: place, ts }) => ({
      channel: place,
      thread_ts: ts,
      user: people(world)[0],
      team_id: world.sandbox.state().team.id,
    }),
  }),
  unseen({
    name: "message_streams.append",
    operation: "chat.appendStream",
    prepare: newStream,
    params: (_world, made) => ({ ...made, markdown_text: "once" }),
  }),
  unseen({
    name: "message_streams.stop",
    operation: "chat.stopStream",
    prepare: newStream,
    params: (_world, made) => made,
  }),
  {
    name: "threads.set_title",
    operation: "assistant.threads.setTitle",
    asked: "repeat",
    prepare: newThread,
    params: (_world, made) => ({ ...made, title: "once" }),
    effects: (world) => flag(world.done() > 0),
  },
  {
    name: "threads.set_suggested_prompts",
    operation: "assistant.threads.setSuggestedPrompts",
    asked: "repeat",
    prepare: newThread,
    params: (_world, made) => ({ ...made, prompts: [{ title: "Once", message: "once" }] }),
    effects: (world) => flag(world.done() > 0),
  },
  unseen({
    name: "messages.unfurl",
    operation: "chat.unfurl",
    prepare: (world) => post(world, "https://example.com/t/1"),
    params: (_world, made) => ({
      ...made,
      unfurls: { "https://example.com/t/1": { blocks: [{ type: "divider" }] } },
    }),
  }),
  {
    name: "lists.create",
    operation: "slackLists.create",
    asked: "look",
    params: () => ({ name: "Once" }),
    effects: ({ sandbox }) => sandbox.state().files.filter(({ title }) => title === "Once").length,
  },
  unseen({
    name: "lists.update",
    operation: "slackLists.update",
    prepare: newList,
    params: (_world, { list_id }) => ({ list_id, name: "Once" }),
  }),
  {
    name: "list_items.create",
    operation: "slackLists.items.create",
    asked: "look",
    prepare: newList,
    params: (_world, { list_id }) => ({ list_id }),
    effects: (world) => world.done(),
  },
  {
    name: "list_items.update",
    operation: "slackLists.items.update",
    asked: "look",
    prepare: newItem,
    params: (_world, { list_id, id, column_id }) => ({
      list_id,
      cells: [{ row_id: id, column_id, rich_text: richText }],
    }),
    effects: (world) => world.done(),
  },
  {
    name: "list_items.delete",
    operation: "slackLists.items.delete",
    asked: "repeat",
    prepare: newItem,
    params: (_world, { list_id, id }) => ({ list_id, ids: [id] }),
    effects: (world) => flag(world.done() > 0),
  },
  ...access("list_access", "list_id", newList),
  ...access("canvas_access", "canvas_id", newCanvas),
  unseen({
    name: "functions.complete_success",
    operation: "functions.completeSuccess",
    prepare: async ({ sandbox }) => ({ function_execution_id: sandbox.functionExecutionId() }),
    params: (_world, made) => ({ ...made, outputs: {} }),
  }),
  unseen({
    name: "functions.complete_error",
    operation: "functions.completeError",
    prepare: async ({ sandbox }) => ({ function_execution_id: sandbox.functionExecutionId() }),
    params: (_world, made) => ({ ...made, error: "once" }),
  }),
  unseen({ name: "views.open", operation: "views.open", context: clicked, params: () => ({ view: modal }) }),
  unseen({
    name: "views.push",
    operation: "views.push",
    prepare: openModal,
    context: clicked,
    params: () => ({ view: modal }),
  }),
  unseen({
    name: "views.update",
    operation: "views.update",
    prepare: openModal,
    params: (_world, { id }) => ({ view_id: id, view: modal }),
  }),
];
