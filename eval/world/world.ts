import { AmazonAdsConnector } from "agent-connectors/amazon-ads";
import type { AgentTool, AnyConnector, ToolsOptions } from "agent-connectors/adapter";
import { memoryStore } from "agent-connectors/store";
import {
  amazonAdsSandbox,
  slackSandbox,
  type AmazonAdsSeedChanges,
  type SandboxWorkspace,
  type SeedChanges,
} from "agent-connectors/sandbox";
import { SlackConnector } from "agent-connectors/slack";
import { amazonAdsRecords } from "../grade/amazon-ads-records.ts";
import { changesBetween, type Change } from "../grade/changes.ts";
import { slackRecords } from "../grade/slack-records.ts";
import type { ConnectorName, Task } from "../task/schema.ts";

/** The sandboxes of a task, and the connectors that use them. */
export interface World {
  /** Creates the tools of one connector, with the options that the task gives. */
  tools(name: ConnectorName, options: Pick<ToolsOptions, "shape" | "effects">): Promise<AgentTool[]>;
  /** Returns a connector, without the options that the task gives to its tools. */
  connector(name: ConnectorName): AnyConnector;
  /** Returns what has changed since the world was made. */
  changes(): Change[];
  /** Returns the number of HTTP requests that the platforms have got. */
  requests(): number;
}

export function createWorld({ world }: Task): World {
  const parts = {
    slack: world.slack && slackPart(world.slack),
    "amazon-ads": world["amazon-ads"] && amazonAdsPart(world["amazon-ads"]),
  };
  const records = () => [...(parts.slack?.records() ?? []), ...(parts["amazon-ads"]?.records() ?? [])];
  const before = records();
  return {
    tools: (name, options) => parts[name]!.tools(options),
    connector: (name) => parts[name]!.connector,
    changes: () => changesBetween(before, records()),
    requests: () => (parts.slack?.requests() ?? 0) + (parts["amazon-ads"]?.requests() ?? 0),
  };
}

// The sandboxes check the workspace, the seed and the caps themselves, and name the mistake.

function slackPart({ token, workspace, seed, posts, only, tool }: NonNullable<Task["world"]["slack"]>) {
  const sandbox = slackSandbox({
    ...(workspace ? { workspace: workspace as unknown as SandboxWorkspace } : {}),
    ...(seed ? { seed: seed as SeedChanges } : {}),
  });
  for (const post of posts) sandbox.post(post);
  const policy = only ? { only: only as { channel: string[] } } : {};
  const slack = new SlackConnector(
    { auth: { api_token: sandbox.tokens[token] } },
    { ...sandbox.options, policy },
  );
  return {
    tools: (options: Pick<ToolsOptions, "shape" | "effects">) =>
      slack.tools({ ...(tool as object), ...options }),
    connector: slack as AnyConnector,
    records: () => slackRecords(sandbox.state()),
    requests: () => sandbox.calls().length,
  };
}

function amazonAdsPart({ login, seed, caps, tool }: NonNullable<Task["world"]["amazon-ads"]>) {
  const sandbox = amazonAdsSandbox(seed ? { seed: seed as AmazonAdsSeedChanges } : {});
  const ads = new AmazonAdsConnector(
    { auth: login === "oneProfile" ? sandbox.otherCredentials.oneProfile : sandbox.credentials },
    { ...sandbox.options, store: memoryStore(), ...(caps ? { policy: { caps: caps as object } } : {}) },
  );
  return {
    tools: (options: Pick<ToolsOptions, "shape" | "effects">) =>
      ads.tools({ ...(tool as object), ...options }),
    connector: ads as AnyConnector,
    records: () => amazonAdsRecords(sandbox.state()),
    requests: () => sandbox.calls().length,
  };
}
