import { expect } from "vitest";
import type { Driver } from "../../sandbox/slack/helpers.ts";
import { failure, refused } from "./bench.ts";
import { done, sample, type RequestCase, type Theme } from "./theme.ts";

const { canvas_id, ts } = sample;
const execution = "Fx012AB3CD";
const prompts = [{ title: "Build", message: "Is the build green?" }];
const url = "https://tickets.example.com/t/1?a=b&c=d";
const blocks = [{ type: "section", text: { type: "mrkdwn", text: "*Ticket 1*: open" } }];

/** A call of an action for a thread, whose method names the channel `channel_id` and the message `thread_ts`. */
const inThread = (
  method: string,
  params: Record<string, unknown>,
  args: Record<string, string>,
): RequestCase => ({
  params: { ...sample.here, ...params },
  sends: [[method, { channel_id: sample.channel, thread_ts: ts, ...args }]],
  data: sample.here,
  refused: "invalid_thread_ts",
});

const createCanvas = async ({ call }: Driver): Promise<string> =>
  String((await call("canvases.create", { title: "Owls" }))["canvas_id"]);

/** What the backend of a chatbot does: threads with the app, previews of links, canvas access, steps of workflows. */
export const bots: Theme = {
  requests: {
    "threads.set_title": inThread("assistant.threads.setTitle", { title: "Deploy" }, { title: "Deploy" }),
    "threads.set_suggested_prompts": inThread(
      "assistant.threads.setSuggestedPrompts",
      { prompts, title: "Ask me" },
      { prompts: JSON.stringify(prompts), title: "Ask me" },
    ),
    "messages.unfurl": {
      params: { ...sample.here, unfurls: { [url]: { blocks } }, user_auth_required: true },
      sends: [
        [
          "chat.unfurl",
          { ...sample.here, unfurls: JSON.stringify({ [url]: { blocks } }), user_auth_required: "true" },
        ],
      ],
      data: sample.here,
      refused: "cannot_unfurl_url",
    },
    "canvas_access.set": done(
      "canvases.access.set",
      { canvas_id, access_level: "read", channel: sample.channel },
      { canvas_id, access_level: "read", channel_ids: `["${sample.channel}"]` },
      "canvas_disabled_user_team",
    ),
    "canvas_access.delete": done(
      "canvases.access.delete",
      { canvas_id, user: sample.user },
      { canvas_id, user_ids: `["${sample.user}"]` },
      "canvas_not_found",
    ),
    "functions.complete_success": {
      params: { function_execution_id: execution, outputs: { customer: "U1" } },
      sends: [
        ["functions.completeSuccess", { function_execution_id: execution, outputs: '{"customer":"U1"}' }],
      ],
      data: { function_execution_id: execution },
      refused: "parameter_validation_failed",
    },
    "functions.complete_error": {
      params: { function_execution_id: execution, error: "No such customer." },
      sends: [["functions.completeError", { function_execution_id: execution, error: "No such customer." }]],
      data: { function_execution_id: execution },
      refused: "execution_not_in_running_state",
    },
  },

  cases: {
    "threads.set_title: the title is in the first message of the thread": async ({ call, channel, look }) => {
      const { data: root } = await call("messages", "create", { channel, text: "Hi" });
      await call("threads", "set_title", { channel, ts: root.ts, title: "Deploy" });
      const { messages } = (await look("conversations.replies", { channel, ts: root.ts })) as {
        messages: Record<string, unknown>[];
      };
      expect(messages[0]!["assistant_app_thread"]).toMatchObject({ title: "Deploy" });
    },
    "threads.set_suggested_prompts: sets the prompts of a thread, and refuses an unknown thread": async ({
      call,
      channel,
    }) => {
      const { data: root } = await call("messages", "create", { channel, text: "Hi" });
      const set = await call("threads", "set_suggested_prompts", { channel, ts: root.ts, prompts });
      expect(set.data).toEqual({ channel, ts: root.ts });
      await refused(
        call("threads", "set_suggested_prompts", { channel, ts: "1712161829.000300", prompts }),
        "invalid_thread_ts",
      );
    },
    "messages.unfurl: the preview is below the message, and its mentions notify nobody": async ({
      call,
      channel,
    }) => {
      const { data } = await call("messages", "create", { channel, text: `See <${url}>` });
      const loud = [{ type: "section", text: { type: "mrkdwn", text: "<!channel> Ticket 1" } }];
      const where = { channel, ts: data.ts };
      const { meta } = await call("messages", "unfurl", { ...where, unfurls: { [url]: { blocks: loud } } });
      expect(meta.warnings?.join()).toContain("<!channel>");
      const { data: read } = await call("messages", "get", where);
      expect(JSON.stringify(read)).toMatch(/&lt;!channel[^"]* Ticket 1/);
      const other = { ...where, unfurls: { "https://example.com/other": { blocks } } };
      await refused(call("messages", "unfurl", other), "cannot_unfurl_message");
    },
    "canvas_access.set, canvas_access.delete: a person can read the canvas, and then no longer": async ({
      call,
      callAsUser,
      user,
      slack,
    }) => {
      const { data: canvas } = await call("canvases", "create", { title: "Plan", markdown: "# Plan" });
      const { identity } = await (user ?? slack).check();
      const person = String(identity?.["user_id"]);
      const read = () => callAsUser("files", "get", { file: canvas.canvas_id });
      await failure(read());
      await call("canvas_access", "set", { ...canvas, access_level: "read", user: person });
      expect((await read()).data).toMatchObject({ id: canvas.canvas_id });
      await call("canvas_access", "delete", { ...canvas, user: person });
      await failure(read());
    },
    "functions.complete_success, functions.complete_error: a step ends once": async ({
      call,
      execution: run,
    }) => {
      const [one, other] = [run!(), run!()];
      await call("functions", "complete_success", { function_execution_id: one, outputs: { ok: true } });
      await call("functions", "complete_error", { function_execution_id: other, error: "No such customer." });
      for (const id of [one, other])
        await refused(
          call("functions", "complete_error", { function_execution_id: id, error: "Too late." }),
          "execution_not_in_running_state",
        );
    },
  },

  examples: {
    "assistant.threads.setTitle": {
      success: ({ call, id, ts: find }) =>
        call("assistant.threads.setTitle", {
          channel_id: id("random"),
          thread_ts: find("random", (text) => text.startsWith("Weekend")),
          title: "Weekend",
        }),
      error: ({ call }) =>
        call("assistant.threads.setTitle", { channel_id: "C0NOWHERE", thread_ts: "1.000001", title: "x" }),
    },
    "assistant.threads.setSuggestedPrompts": {
      success: ({ call, id, ts: find }) =>
        call("assistant.threads.setSuggestedPrompts", {
          channel_id: id("random"),
          thread_ts: find("random", (text) => text.startsWith("Weekend")),
          prompts: JSON.stringify(prompts),
        }),
      error: ({ call, id }) =>
        call("assistant.threads.setSuggestedPrompts", {
          channel_id: id("random"),
          thread_ts: "1.000001",
          prompts: JSON.stringify(prompts),
        }),
    },
    "chat.unfurl": {
      success: async ({ call, id }) => {
        const posted = await call("chat.postMessage", { channel: id("random"), text: `See <${url}>` });
        const where = { channel: id("random"), ts: String(posted["ts"]) };
        return call("chat.unfurl", { ...where, unfurls: JSON.stringify({ [url]: { blocks } }) });
      },
      error: ({ call, id, ts: find }) => {
        const where = { channel: id("random"), ts: find("random", (text) => text.startsWith("Weekend")) };
        return call("chat.unfurl", { ...where, unfurls: '{"no link": {}}' });
      },
    },
    "canvases.access.set": {
      success: async (driver) =>
        driver.call("canvases.access.set", {
          canvas_id: await createCanvas(driver),
          access_level: "read",
          channel_ids: JSON.stringify([driver.id("general")]),
        }),
      error: ({ call }) => call("canvases.access.set", { canvas_id: "F0NOWHERE", access_level: "read" }),
    },
    "canvases.access.delete": {
      success: async (driver) =>
        driver.call("canvases.access.delete", {
          canvas_id: await createCanvas(driver),
          user_ids: JSON.stringify([driver.id("maya.chen")]),
        }),
      error: ({ call }) => call("canvases.access.delete", { canvas_id: "F0NOWHERE" }),
    },
    "functions.completeSuccess": {
      success: ({ call, sandbox }) =>
        call("functions.completeSuccess", {
          function_execution_id: sandbox.functionExecutionId(),
          outputs: "{}",
        }),
      error: ({ call }) =>
        call("functions.completeSuccess", { function_execution_id: "Fx0NONE", outputs: "{}" }),
    },
    "functions.completeError": {
      success: ({ call, sandbox }) =>
        call("functions.completeError", {
          function_execution_id: sandbox.functionExecutionId(),
          error: "No such customer.",
        }),
      error: ({ call }) => call("functions.completeError", { function_execution_id: "Fx0NONE", error: "x" }),
    },
  },
};
