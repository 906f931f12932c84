import type { Driver } from "../helpers.ts";
import type { Scenes } from "./scene.ts";

const markdown = (text: string): string => JSON.stringify({ type: "markdown", markdown: text });
const LIST_IN_QUOTE = markdown("> - no");

const create = async ({ call }: Driver): Promise<string> =>
  String(
    (await call("canvases.create", { title: "Owls", document_content: markdown("# Owls\n\nHoot") }))[
      "canvas_id"
    ],
  );

/** The calls that return the documented examples for canvases. */
export const canvasScenes: Scenes = {
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
};
