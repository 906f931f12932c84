import { slackSandbox } from "agent-connectors/sandbox";
import { expect, test } from "vitest";
import type { Script } from "../../examples/agent/task.ts";
import { runNode } from "../run-node.ts";
import { scriptedProvider } from "./provider.ts";

function* lookAtGeneral(): Script {
  const channels = JSON.parse(yield { entity: "channels", action: "list", params: {} });
  const { columns, rows } = channels.data;
  const general = rows.find((row: unknown[]) => row[columns.indexOf("name")] === "general");
  const id = general[columns.indexOf("id")];
  const messages = JSON.parse(yield { entity: "channel_messages", action: "list", params: { channel: id } });
  return `There are ${messages.data.rows.length} messages.`;
}

test.each(["function-calling", "ai-sdk", "langchain"])(
  "the program of docs/%s.md runs as it stands there",
  async (name) => {
    const { url, requests } = await scriptedProvider(lookAtGeneral);
    const { code, stdout, stderr } = await runNode(
      ["--import", "./test/examples/slack-is-sandbox.ts", `examples/${name}.ts`],
      { OPENAI_API_KEY: "sk-test", OPENAI_BASE_URL: `${url}/v1`, SLACK_TOKEN: slackSandbox().tokens.bot },
    );
    expect(stderr).toBe("");
    expect(code).toBe(0);
    expect(stdout).toMatch(/^There are \d+ messages\.\n$/);
    expect(requests()).toBe(3);
  },
);
