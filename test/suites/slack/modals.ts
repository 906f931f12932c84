import { expect } from "vitest";
import { ConnectorError } from "agent-connectors";
import type { Driver } from "../../sandbox/slack/helpers.ts";
import { refused, type Scene } from "./bench.ts";
import { one, type RequestCase, type Theme } from "./theme.ts";

const modal = (text: string) => ({
  type: "modal" as const,
  title: { type: "plain_text", text: "Deploy" },
  blocks: [{ type: "section", text: { type: "mrkdwn", text } }],
});
const view = JSON.stringify(modal("Sure?"));
const EXAMPLE = JSON.stringify({
  ...modal("A simple label"),
  title: { type: "plain_text", text: "Quite a plain modal", emoji: true },
  submit: { type: "plain_text", text: "Create", emoji: true },
  close: { type: "plain_text", text: "Close", emoji: true },
  private_metadata: "Shh it is a secret",
  callback_id: "identify_your_modals",
  blocks: [
    {
      type: "input",
      block_id: "a_block_id",
      label: { type: "plain_text", text: "A simple label", emoji: true },
      optional: false,
      element: { type: "plain_text_input", action_id: "an_action_id" },
    },
    {
      type: "section",
      text: { type: "plain_text", text: "I am but an updated modal", emoji: true },
      accessory: { type: "button", action_id: "button_4", text: { type: "plain_text", text: "Click me" } },
    },
  ],
});

const byClick = (method: string, name: "trigger_id" | "interactivity_pointer"): RequestCase => ({
  params: { view: modal("Sure?") },
  eventTokens: { [name]: "12345.98765.abcd2358fdea" },
  sends: [[method, { view, [name]: "12345.98765.abcd2358fdea" }, { view: { id: "V1", type: "modal" } }]],
  data: { id: "V1", type: "modal" },
  refused: "expired_trigger_id",
});

const withTrigger = ({ trigger }: Pick<Scene, "trigger">) => ({
  context: { slack: { trigger_id: trigger!() } },
});

const open = async ({ call, sandbox }: Driver): Promise<Record<string, string>> => {
  const answer = await call("views.open", { trigger_id: sandbox.triggerId(), view });
  return { view_id: String((answer["view"] as { id: string }).id) };
};

/** Modals, which a person's click opens. */
export const modals: Theme = {
  requests: {
    "views.open": byClick("views.open", "trigger_id"),
    "views.push": byClick("views.push", "interactivity_pointer"),
    "views.update": one(
      "views.update",
      { view_id: "V012AB3CD", view: modal("Sure?"), hash: "1.2" },
      { view_id: "V012AB3CD", view, hash: "1.2" },
      ["view", { id: "V012AB3CD" }],
      "hash_conflict",
    ),
  },

  cases: {
    "views.open, views.update: a click opens a modal, whose hash protects it from an outdated change": async (
      scene,
    ) => {
      const { call } = scene;
      const { data } = await call("views", "open", { view: modal("one") }, withTrigger(scene));
      expect(data).toMatchObject({ type: "modal", blocks: [{ text: { text: "one" } }] });
      const view_id = data.id;
      const update = { view_id, hash: data.hash!, view: modal("two") };
      expect((await call("views", "update", update)).data).toMatchObject({
        id: view_id,
        blocks: [{ text: { text: "two" } }],
      });
      await refused(call("views", "update", update), "hash_conflict");
    },
    "views.push: at most three views, and each click counts once": async (scene) => {
      const { call } = scene;
      const click = withTrigger(scene);
      await call("views", "open", { view: modal("one") }, click);
      const again = await refused(
        call("views", "push", { view: modal("two") }, click),
        "exchanged_trigger_id",
      );
      expect(again.hint).toContain("views.update");
      const pointer = { context: { slack: { interactivity_pointer: scene.trigger!() } } };
      await call("views", "push", { view: modal("two") }, pointer);
      await call("views", "push", { view: modal("three") }, withTrigger(scene));
      await refused(call("views", "push", { view: modal("four") }, withTrigger(scene)), "push_limit_reached");
    },
    "views.open: without the trigger of a click, nothing is sent": async ({ slack, call, sent }) => {
      await slack.auth.test();
      const before = sent?.().length;
      const error: unknown = await call("views", "open", { view: modal("one") }).catch(
        (thrown: unknown) => thrown,
      );
      if (!ConnectorError.is(error)) throw error;
      expect(error).toMatchObject({
        code: "config_error",
        path: "options.context.slack.trigger_id",
        outcome: "not_started",
        hint: expect.stringContaining("context: { slack: { trigger_id } }"),
      });
      expect(sent?.().length).toBe(before);
    },
  },

  examples: {
    "views.open": {
      success: ({ call, sandbox }) => call("views.open", { trigger_id: sandbox.triggerId(), view: EXAMPLE }),
      error: ({ call }) => call("views.open", { view: EXAMPLE }),
    },
    "views.push": {
      success: async (driver) => {
        await open(driver);
        return driver.call("views.push", { trigger_id: driver.sandbox.triggerId(), view: EXAMPLE });
      },
      error: async (driver) => {
        await open(driver);
        const untitled = JSON.stringify({ type: "modal", blocks: [] });
        return driver.call("views.push", { trigger_id: driver.sandbox.triggerId(), view: untitled });
      },
    },
    "views.update": {
      success: async (driver) => driver.call("views.update", { ...(await open(driver)), view: EXAMPLE }),
      error: ({ call }) => call("views.update", { view_id: "V0NOWHERE", view: EXAMPLE }),
    },
  },
};
