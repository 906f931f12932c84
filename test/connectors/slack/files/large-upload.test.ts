import { slackSandbox } from "agent-connectors/sandbox";
import { SlackConnector } from "agent-connectors/slack";
import { expect, test } from "vitest";
import { runNode } from "../../../run-node.ts";

// A long-running process has so much compiled code of regular expressions that V8 no longer optimizes new regular
// expressions. The flag has the same effect at once.
test("the largest file can be uploaded when V8 does not optimize regular expressions", async () => {
  const program = `
    import { slackSandbox } from "agent-connectors/sandbox";
    import { SlackConnector } from "agent-connectors/slack";
    const sandbox = slackSandbox({ rateLimits: false });
    const slack = new SlackConnector({ auth: { api_token: sandbox.tokens.bot } }, sandbox.options);
    const bytes = Buffer.alloc(10 * 1024 * 1024, "agent");
    const { data } = await slack.execute("files", "upload", { filename: "a", content_base64: bytes.toString("base64") });
    console.log(data.size);`;
  const args = ["--no-regexp-optimization", "--input-type=module", "--eval", program];
  expect(await runNode(args)).toEqual({ code: 0, stdout: `${10 * 1024 * 1024}\n`, stderr: "" });
});

test.each(["YQ=a", "Y=Q=", "====", "YWJj!", "YW Jj", "YWJj\n", "ÿÿÿÿ"])(
  "what is not base64 is refused before anything is sent, also by a dry run: %j",
  async (content_base64) => {
    const sandbox = slackSandbox();
    const slack = new SlackConnector({ auth: { api_token: sandbox.tokens.bot } }, sandbox.options);
    for (const dry_run of [true, false])
      await expect(
        slack.execute("files", "upload", { filename: "a", content_base64, dry_run }),
      ).rejects.toMatchObject({ code: "invalid_params", path: "params.content_base64" });
    expect(sandbox.calls()).toEqual([]);
  },
);
