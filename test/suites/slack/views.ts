import { expect } from "vitest";
import { failure, refused } from "./bench.ts";
import { one, sample, type Theme } from "./theme.ts";

const view = (text: string) => ({
  type: "home",
  blocks: [{ type: "section", text: { type: "mrkdwn", text } }],
});

const section = (type: string): object => ({ type: "section", text: { type, text: "A simple section" } });
const HOME = JSON.stringify({ type: "home", blocks: [section("mrkdwn")], private_metadata: "Shh" });

/** The Home tab of an app and the check of blocks. */
export const views: Theme = {
  requests: {
    "blocks.validate": {
      params: { blocks: [{ type: "divider" }] },
      sends: [["blocks.validate", { blocks: '[{"type":"divider"}]' }]],
      data: { valid: true },
      refused: "invalid_blocks",
    },
    "views.publish": one(
      "views.publish",
      { user: sample.user, view: { type: "home", blocks: [] } },
      { user_id: sample.user, view: '{"type":"home","blocks":[]}' },
      ["view", { id: "V1" }],
      "hash_conflict",
    ),
  },

  cases: {
    "views.publish: returns the view, whose hash protects it from an outdated change": async ({
      call,
      people: [user],
    }) => {
      const first = await call("views", "publish", { user, view: view("one") });
      expect(first.data).toMatchObject({ type: "home", blocks: [{ text: { text: "one" } }] });
      const hash = first.data.hash!;
      await call("views", "publish", { user, view: view("two"), hash });
      await refused(call("views", "publish", { user, view: view("three"), hash }), "hash_conflict");
    },
    "blocks.validate: accepts valid blocks and refuses invalid blocks": async ({ call }) => {
      const { blocks } = view("hi");
      expect((await call("blocks", "validate", { blocks })).data).toEqual({ valid: true });
      const error = await failure(call("blocks", "validate", { blocks: [{ type: "nonsense" }] }));
      expect(error.platform?.code).toMatch(/invalid_blocks/);
    },
  },

  examples: {
    "blocks.validate": {
      success: ({ call }) => call("blocks.validate", { blocks: JSON.stringify([section("plain_text")]) }, ""),
      error_invalid_blocks: ({ call }) =>
        call("blocks.validate", { blocks: JSON.stringify([section("invalid")]) }, ""),
      error_invalid_arguments: ({ call }) => call("blocks.validate", {}, ""),
    },
    "views.publish": {
      success: ({ call, id }) => call("views.publish", { user_id: id("maya.chen"), view: HOME }),
      error: ({ call }) => call("views.publish", { user_id: "U0NOBODY", view: HOME }),
    },
  },
};
