import { action, listAction, type Zod } from "../../../core/contract/action.ts";
import { type Dict, isDict, stringAt } from "../../../core/ground/json.ts";
import { late } from "../../../core/ground/lazy.ts";
import { replyMeta } from "../../../core/call/send-operation.ts";
import { canvasView } from "../canvases/canvas-view.ts";
import { findNewFile, findTitle, lettersOf } from "../operations/find-lost-files.ts";
import { inDoubt, sendOrFind } from "../operations/send-or-find.ts";
import { canvasId, channel, conversation, team, time, user } from "../params.ts";
import { unixTime } from "../records/unix-time.ts";
import { currentRecord } from "../undo/current-record.ts";

const listCanvases = late(async () => (await import("../files/list-canvases.ts")).listCanvases);
const readCanvas = late(async () => (await import("../files/read-canvas.ts")).readCanvas);

const markdown = (z: Zod) =>
  z.string().min(1).max(1_000_000).describe("standard Markdown; mention: ![](@U012AB3CD)");
const content = (text: string | undefined) =>
  text === undefined ? undefined : { type: "markdown", markdown: text };
const Canvas = (z: Zod) => z.object({ canvas_id: z.string() });

export const list = listAction({
  description: "List canvases, newest first. With `channel`, only the canvases in this channel.",
  params: (z) => ({
    channel: conversation(z).optional(),
    user: user(z).optional(),
    ts_from: time(z).optional().meta({ rare: true }),
    ts_to: time(z).optional().meta({ rare: true }),
    team_id: team(z),
  }),
  result: (z) =>
    z.object({
      canvas_id: z.string(),
      title: z.string().nullish(),
      user: z.string().nullish().describe("The creator."),
      created: unixTime(z),
      permalink: z.string().nullish(),
    }),
  calls: "files.list",
  example: { channel: "C012AB3CD" },
  run: (params, context) => listCanvases(params, context),
});

export const read = action({
  description: "Read a canvas as Markdown. Pass `canvas_id`, or `channel` for its canvas.",
  params: (z) => ({
    canvas_id: canvasId(z).optional(),
    channel: conversation(z).optional(),
    section_ids: z.boolean().describe("Show the id of each section, for `update`.").optional(),
  }),
  result: (z) =>
    z.object({
      canvas_id: z.string(),
      title: z.string().nullish(),
      markdown: z.string(),
      permalink: z.string().nullish(),
    }),
  effect: "read",
  calls: ["files.info", "bytes.download", "conversations.info"],
  view: canvasView,
  enrich: true,
  example: { canvas_id: "F012AB3CD" },
  run: (params, context) => readCanvas(params, context),
});

export const create = action({
  description: "Create a canvas. With `channel`, the canvas becomes the channel's tab.",
  params: (z) => ({
    title: z.string().max(255).optional(),
    markdown: markdown(z).optional(),
    channel: channel(z).optional(),
  }),
  result: Canvas,
  effect: "write",
  // If Slack's response is lost, the other methods find the canvas.
  calls: ["canvases.create", "auth.test", "files.list", "files.info", "bytes.download"],
  example: { title: "Atlas plan", markdown: "# Plan" },
  run: ({ markdown: text, ...params }, context) =>
    sendOrFind(context, "canvases.create", {
      args: { ...params, document_content: content(text) },
      async find(read, since) {
        const isKind = ({ filetype, mimetype }: Dict) =>
          filetype === "quip" || mimetype === "application/vnd.slack-docs";
        const wanted = { title: params.title ?? "Untitled", isKind, args: { types: "canvas" } };
        const found = await findNewFile(wanted, context)(read, since);
        if (!found || !("record" in found)) return found;
        const canvas_id = String(found.record.id);
        const { data } = await readCanvas({ canvas_id }, { ...context, send: context.read });
        return lettersOf(stringAt(data, "markdown")) === lettersOf(text)
          ? { record: { canvas_id } }
          : inDoubt;
      },
    }),
  undo: (_params, { canvas_id }) =>
    typeof canvas_id === "string"
      ? { entity: "canvases", action: "delete", params: { canvas_id } }
      : undefined,
});

export const update = action({
  description:
    "Make one change to a canvas. For a `section_id`, call `sections`, or `read` with `section_ids`.",
  params: (z) => ({
    canvas_id: canvasId(z),
    operation: z.enum([
      "insert_at_end",
      "insert_at_start",
      "insert_after",
      "insert_before",
      "replace",
      "delete",
      "rename",
    ]),
    section_id: z.string().min(1).optional(),
    markdown: markdown(z).optional(),
  }),
  result: Canvas,
  // With `replace` and `delete`, the old content is lost.
  effect: {
    weakest: "write",
    strongest: "destructive",
    of: ({ operation }) => (operation === "replace" || operation === "delete" ? "destructive" : "write"),
  },
  calls: ["canvases.edit", "files.info"],
  example: { canvas_id: "F012AB3CD", operation: "insert_at_end", markdown: "- one more" },
  async run({ canvas_id, operation, section_id, markdown: text }, context) {
    const title =
      operation === "rename" ? { title_content: content(text) } : { document_content: content(text) };
    const record = { canvas_id };
    // An inserted or replaced text could be equal to an older text, so only a new title shows that the write was done.
    const isShown = operation === "rename" && text !== undefined;
    return sendOrFind(context, "canvases.edit", {
      args: { canvas_id, changes: [{ operation, section_id, ...title }] },
      orElse: record,
      once: true,
      find: isShown ? findTitle(canvas_id, text, record) : async () => undefined,
    });
  },
});

export const sections = action({
  description: "Find sections of a canvas by kind and text.",
  params: (z) => ({
    canvas_id: canvasId(z),
    section_types: z.array(z.enum(["any_header", "h1", "h2", "h3"])).optional(),
    contains_text: z.string().min(1).optional(),
  }),
  result: (z) => z.object({ sections: z.array(z.object({ id: z.string() })) }),
  effect: "read",
  calls: "canvases.sections.lookup",
  example: { canvas_id: "F012AB3CD", contains_text: "Plan" },
  async run({ canvas_id, ...criteria }, { send }) {
    const reply = await send("canvases.sections.lookup", { canvas_id, criteria });
    return { data: isDict(reply.body) ? reply.body : {}, meta: replyMeta(reply) };
  },
});

const remove = action({
  description: "Delete a canvas.",
  params: (z) => ({ canvas_id: canvasId(z) }),
  result: Canvas,
  effect: "destructive",
  calls: "canvases.delete",
  echo: ["canvas_id"],
  example: { canvas_id: "F012AB3CD" },
  // A canvas is also a file, so `files.get` reads the title.
  reads: ["files.get"],
  async preview({ canvas_id }, read) {
    const record = await currentRecord(read, ["files", "get", { file: canvas_id }]);
    return record ? { before: { title: record.title } } : {};
  },
});
export { remove as delete };
