import { expect } from "vitest";
import { type Driver } from "../../sandbox/slack/helpers.ts";
import { failure, refused } from "./bench.ts";
import { done, sample, type Theme } from "./theme.ts";

const markdown = (text: string): string => JSON.stringify({ type: "markdown", markdown: text });
const LIST_IN_QUOTE = markdown("> - no");

const create = async ({ call }: Driver): Promise<string> =>
  String(
    (await call("canvases.create", { title: "Owls", document_content: markdown("# Owls\n\nHoot") }))[
      "canvas_id"
    ],
  );

/** Canvases. */
export const canvases: Theme = {
  requests: {
    "canvases.create": {
      params: { title: "Plan", markdown: "# Plan", channel: sample.channel },
      sends: [
        [
          "canvases.create",
          {
            title: "Plan",
            channel_id: sample.channel,
            document_content: '{"type":"markdown","markdown":"# Plan"}',
          },
          { canvas_id: sample.canvas_id },
        ],
      ],
      data: { canvas_id: sample.canvas_id },
      refused: "canvas_creation_failed",
    },
    "canvases.update": {
      params: { canvas_id: sample.canvas_id, operation: "insert_at_end", markdown: "more" },
      sends: [
        [
          "canvases.edit",
          {
            canvas_id: sample.canvas_id,
            changes:
              '[{"operation":"insert_at_end","document_content":{"type":"markdown","markdown":"more"}}]',
          },
        ],
      ],
      data: { canvas_id: sample.canvas_id },
      refused: "canvas_not_found",
    },
    "canvases.sections": {
      params: { canvas_id: sample.canvas_id, section_types: ["h1"], contains_text: "Plan" },
      sends: [
        [
          "canvases.sections.lookup",
          { canvas_id: sample.canvas_id, criteria: '{"section_types":["h1"],"contains_text":"Plan"}' },
          { sections: [{ id: "temp:C:1" }] },
        ],
      ],
      data: { sections: [{ id: "temp:C:1" }] },
      refused: "canvas_not_found",
    },
    "canvases.delete": done(
      "canvases.delete",
      { canvas_id: sample.canvas_id },
      { canvas_id: sample.canvas_id },
      "canvas_not_found",
    ),
  },

  cases: {
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
  },

  examples: {
    "canvases.create": {
      success: ({ call }) => call("canvases.create", { document_content: markdown("> standalone!") }),
      error: ({ call }) => call("canvases.create", { document_content: LIST_IN_QUOTE }),
    },
    "canvases.edit": {
      success: async (driver) => {
        const changes = `[{"operation":"insert_at_end","document_content":${markdown("More")}}]`;
        return driver.call("canvases.edit", { canvas_id: await create(driver), changes });
      },
      error: async (driver) => {
        const changes = `[{"operation":"insert_at_end","document_content":${LIST_IN_QUOTE}}]`;
        return driver.call("canvases.edit", { canvas_id: await create(driver), changes });
      },
    },
    "canvases.delete": {
      success: async (driver) => driver.call("canvases.delete", { canvas_id: await create(driver) }),
      error: ({ call }) => call("canvases.delete", { canvas_id: "F0NOTHING" }),
    },
    "canvases.sections.lookup": {
      success: async (driver) =>
        driver.call("canvases.sections.lookup", {
          canvas_id: await create(driver),
          criteria: JSON.stringify({ section_types: ["any_header"] }),
        }),
      error: ({ call }) => call("canvases.sections.lookup", { canvas_id: "F0NOTHING", criteria: "{}" }),
    },
  },
};
