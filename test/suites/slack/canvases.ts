import { expect } from "vitest";
import { failure, refused, type Cases } from "./bench.ts";

const view = (text: string) => ({
  type: "home",
  blocks: [{ type: "section", text: { type: "mrkdwn", text } }],
});

export const canvases: Cases = {
  "canvases.create: its sections are found; canvases.update adds one; undo deletes it": async (scene) => {
    const { call, slack } = scene;
    const made = await call("canvases", "create", { title: "Atlas", markdown: "# Plan\n\nWords" });
    const { canvas_id } = made.data;
    expect(canvas_id).toMatch(/^F/);
    const found = async (contains_text: string) =>
      (await call("canvases", "sections", { canvas_id, contains_text })).data.sections;
    expect(await found("Plan")).toHaveLength(1);
    expect(await found("Risks")).toHaveLength(0);
    await call("canvases", "update", { canvas_id, operation: "insert_at_end", markdown: "# Risks" });
    const [section] = await found("Risks");
    const replaced = {
      canvas_id,
      operation: "replace",
      section_id: section!.id,
      markdown: "# Chances",
    } as const;
    await call("canvases", "update", replaced);
    expect(await found("Risks")).toHaveLength(0);
    expect(await found("Chances")).toHaveLength(1);
    await slack.undo(made);
    await failure(slack.canvases.sections({ canvas_id, contains_text: "Plan" }));
  },
  "canvases.delete: gone": async ({ call, slack }) => {
    const { data } = await slack.canvases.create({ markdown: "# Plan" });
    expect((await call("canvases", "delete", data)).data).toEqual(data);
    await refused(call("canvases", "delete", data), "canvas_not_found");
  },
  "canvases.update: one that is not there": async ({ call }) => {
    const params = { canvas_id: "F0NOWHERE", operation: "insert_at_end", markdown: "x" } as const;
    await refused(call("canvases", "update", params), "canvas_not_found");
  },
  "views.publish: the view; its hash guards the next one": async ({ call, people: [user] }) => {
    const first = await call("views", "publish", { user, view: view("one") });
    expect(first.data).toMatchObject({ type: "home", blocks: [{ text: { text: "one" } }] });
    const hash = first.data.hash!;
    await call("views", "publish", { user, view: view("two"), hash });
    await refused(call("views", "publish", { user, view: view("three"), hash }), "hash_conflict");
  },
  "blocks.validate: right ones, and wrong ones": async ({ call }) => {
    const { blocks } = view("hi");
    expect((await call("blocks", "validate", { blocks })).data).toEqual({ valid: true });
    const error = await failure(call("blocks", "validate", { blocks: [{ type: "nonsense" }] }));
    expect(error.platform?.code).toMatch(/invalid_blocks/);
  },
};
