import type { AgentTool, AnyConnector, ToolsOptions } from "agent-connectors/adapter";
import { changesBetween, type Change } from "../grade/changes.ts";
import { type ConnectorName, platforms } from "../platforms/index.ts";
import type { Platform, PlatformKind } from "../platforms/platform.ts";
import { connectorsOf } from "../task/read-tasks.ts";
import type { Task } from "../task/schema.ts";

/** The simulated platforms of a task, and the connectors that use them. */
export interface World extends AsyncDisposable {
  /** Creates the tools of one connector, with the options that the task gives. */
  tools(name: ConnectorName, options: Pick<ToolsOptions, "shape" | "effects">): Promise<AgentTool[]>;
  /** Returns a connector, without the options that the task gives to its tools. */
  connector(name: ConnectorName): AnyConnector;
  /** Returns what has changed since the world was made. */
  changes(): Promise<Change[]>;
  /** Returns the number of HTTP requests that the platforms have got. */
  requests(): number;
}

export async function createWorld(task: Task): Promise<World> {
  const parts = new Map<ConnectorName, Platform>();
  for (const name of connectorsOf(task)) {
    const { open } = platforms[name] as PlatformKind;
    parts.set(name, await open(task.world[name]));
  }
  const all = [...parts.values()];
  const records = async () => (await Promise.all(all.map(async (one) => one.records()))).flat();
  const before = await records();
  const atStart = all.map((one) => one.requests());
  return {
    tools: (name, options) => parts.get(name)!.tools(options),
    connector: (name) => parts.get(name)!.connector,
    changes: async () => changesBetween(before, await records()),
    requests: () => all.reduce((sum, one, index) => sum + one.requests() - atStart[index]!, 0),
    async [Symbol.asyncDispose]() {
      await Promise.all(all.map(async (one) => one.close?.()));
    },
  };
}
