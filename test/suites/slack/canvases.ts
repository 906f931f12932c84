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
    "canvases.list": {
      params: { channel: sample.channel, cursor: "2", limit: 10 },
      sends: [
        [
          "files.list",
          { channel: sample.channel, types: "canvas", count: "10", page: "2" },
          {
            files: [{ id: sample.canvas_id, title: "Untitled", mimetype: "application/vnd.slack-docs" }],
            paging: { count: 10, page: 2, pages: 2, total: 11 },
          },
        ],
      ],
      data: [{ canvas_id: sample.canvas_id, title: "Untitled" }],
      refused: "unknown_type",
    },
    "canvases.read": {
      params: { canvas_id: sample.canvas_id },
      sends: [
        [
          "files.info",
          { file: sample.canvas_id },
          {
            file: {
              id: sample.canvas_id,
              name: "-",
              title: "Plan",
              filetype: "quip",
              mimetype: "application/vnd.slack-docs",
              url_private: "https://files.slack.com/files-pri/T1-F0CANVAS1/canvas",
              permalink: "https://acme.slack.com/docs/T1/F0CANVAS1",
            },
          },
        ],
        [
          "GET https://files.slack.com/files-pri/T1-F0CANVAS1/canvas",
          {},
          { html: '<div class="quip-canvas-content"><h1 id="temp:C:1">Plan</h1></div>' },
        ],
      ],
      data: {
        canvas_id: sample.canvas_id,
        title: "Plan",
        markdown: "# Plan",
        permalink: "https://acme.slack.com/docs/T1/F0CANVAS1",
      },
      refused: "file_not_found",
    },
    "canvases.delete": done(
      "canvases.delete",
      { canvas_id: sample.canvas_id },
      { canvas_id: sample.canvas_id },
      "canvas_not_found",
    ),
  },

  cases: {
    "canvases.create: the sections are found, canvases.update adds a section, and undo deletes the canvas":
      async (scene) => {
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
    "canvases.read: returns the texts of canvases.create and canvases.update, with the ids of sections":
      async ({ call, slack, me }) => {
        const markdown = [
          "# Plan",
          `Ask ![](@${me}) in **two** _days_, ~~not~~ \`now\`: [the page](https://a.test/?x=1&y=2) :tada:`,
          "- one\n    - two\n- three",
          "1. first\n2. second",
          "- [x] done\n- [ ] open",
          "| Item | Owner |\n| --- | --- |\n| a\\|b | x < y |",
          "> quoted\n> twice",
          "---",
          "```\nconst a = 1;\nreturn a && b;\n```",
        ].join("\n\n");
        const { data: made } = await slack.canvases.create({ title: "Atlas", markdown });
        const read = await call("canvases", "read", made);
        expect(read.data).toMatchObject({ ...made, title: "Atlas", markdown });
        expect(read.data.permalink).toContain("/docs/");
        const withIds = await call("canvases", "read", { ...made, section_ids: true });
        const [, section_id] = /- <!-- (\S+) --> two/.exec(withIds.data.markdown) ?? [];
        const change = { ...made, operation: "replace", section_id: section_id!, markdown: "2½" } as const;
        await call("canvases", "update", change);
        expect((await call("canvases", "read", made)).data.markdown).toBe(markdown.replace("- two", "- 2½"));
      },
    "canvases.list: lists the canvases of canvases.create, and canvases.read finds the canvas of a channel":
      async ({ call, slack, channel }) => {
        const none = await failure(call("canvases", "read", { channel }));
        expect(none).toMatchObject({ code: "not_found", hint: expect.stringContaining("canvases.create") });
        const { data: own } = await slack.canvases.create({ title: "Own", markdown: "Mine", channel });
        const { data: other } = await slack.canvases.create({ title: "Other", markdown: "Theirs" });
        const listed = await call("canvases", "list", { channel });
        expect(listed.data).toMatchObject([{ ...own, title: "Own" }]);
        const all = (await call("canvases", "list", { limit: 200 })).data.map(({ canvas_id }) => canvas_id);
        expect(all).toEqual(expect.arrayContaining([own.canvas_id, other.canvas_id]));
        const files = await slack.files.list({ types: ["canvas"], limit: 200 });
        expect(files.data.map(({ id }) => id)).toEqual(all);
        expect((await call("canvases", "read", { channel })).data).toMatchObject({
          ...own,
          markdown: "Mine",
        });
        expect((await call("canvases", "read", { ...own, channel })).data).toMatchObject(own);
        const foreign = await failure(call("canvases", "read", { ...other, channel }));
        expect(foreign).toMatchObject({ code: "not_found", hint: expect.stringContaining("canvases.list") });
      },
    "canvases.read: an unknown canvas, no id, and a file that is not a canvas are errors": async ({
      call,
      slack,
    }) => {
      expect((await failure(call("canvases", "read", {}))).code).toBe("invalid_params");
      await refused(call("canvases", "read", { canvas_id: "F0NOWHERE" }), "file_not_found");
      const { data } = await slack.files.upload({ filename: "a.txt", content: "a" });
      const error = await failure(call("canvases", "read", { canvas_id: data.id }));
      expect(error).toMatchObject({
        code: "invalid_params",
        hint: expect.stringContaining("files.download"),
      });
    },
    "files.download: a canvas of canvases.create is downloaded as HTML": async ({ call, slack }) => {
      const { data } = await slack.canvases.create({ markdown: "# Plan" });
      const got = await call("files", "download", { file: data.canvas_id });
      expect(got.meta).toMatchObject({ content_type: "text/html" });
      expect(await new Response(got.data).text()).toMatch(/^<div class="quip-canvas-content"><h1 id=/);
    },
    "canvases.delete: the canvas does not exist afterwards": async ({ call, slack }) => {
      const { data } = await slack.canvases.create({ markdown: "# Plan" });
      expect((await call("canvases", "delete", data)).data).toEqual(data);
      await refused(call("canvases", "delete", data), "canvas_not_found");
    },
    "canvases.update: a canvas that does not exist is an error": async ({ call }) => {
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
