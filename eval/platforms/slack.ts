import { slackSandbox, type SandboxWorkspace, type SeedChanges } from "agent-connectors/sandbox";
import { SlackConnector } from "agent-connectors/slack";
import { z } from "zod";
import { definePlatform, dict, toolsOf, toolSpec } from "./platform.ts";
import { slackRecords } from "./slack-records.ts";

const post = z.strictObject({
  channel: z.string(),
  from: z.string(),
  text: z.string(),
  thread_ts: z.string().optional(),
});

export const slack = definePlatform({
  title: SlackConnector.title,
  spec: z.strictObject({
    token: z.enum(["bot", "user"]).default("bot"),
    workspace: dict.optional(),
    seed: dict.optional(),
    posts: z.array(post).default([]),
    only: dict.optional(),
    tool: toolSpec,
  }),
  open({ token, workspace, seed, posts, only, tool }) {
    const sandbox = slackSandbox({
      ...(workspace ? { workspace: workspace as unknown as SandboxWorkspace } : {}),
      ...(seed ? { seed: seed as SeedChanges } : {}),
    });
    for (const one of posts) sandbox.post(one);
    const policy = only ? { only: only as { channel: string[] } } : {};
    const connector = new SlackConnector(
      { auth: { api_token: sandbox.tokens[token] } },
      { ...sandbox.options, policy },
    );
    return {
      connector,
      tools: toolsOf(connector, tool),
      records: () => slackRecords(sandbox.state()),
      requests: () => sandbox.calls().length,
    };
  },
});
