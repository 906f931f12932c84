import type { AgentTool, AnyConnector, ToolsOptions } from "agent-connectors/adapter";
import { z } from "zod";
import type { WorldRecord } from "./world-record.ts";

/** A new simulated platform of a task, and the connector that uses it. */
export interface Platform {
  connector: AnyConnector;
  /** Creates the connector's tools, with the options that the task gives. */
  tools(options: Pick<ToolsOptions, "shape" | "effects">): Promise<AgentTool[]>;
  /** Returns what a person can see at the platform. */
  records(): readonly WorldRecord[] | Promise<readonly WorldRecord[]>;
  /** Returns the number of HTTP requests that the platform has got. */
  requests(): number;
  close?(): Promise<void>;
}

/** A platform that tasks can use. `spec`: the fields of the task that describe it. */
export interface PlatformKind<S extends z.ZodType = z.ZodType> {
  title: string;
  spec: S;
  // The platform checks the workspace, the seed and the caps itself, and names the mistake.
  open(given: z.infer<S>): Platform | Promise<Platform>;
}

export const definePlatform = <S extends z.ZodType>(kind: PlatformKind<S>): PlatformKind<S> => kind;

export const dict = z.record(z.string(), z.unknown());

/** The options of a connector's tool that a developer would set for the task. */
export const toolSpec = z
  .strictObject({
    effects: z.array(z.enum(["read", "write", "spend", "destructive"])).optional(),
    include: z.array(z.string()).optional(),
    actions: z.enum(["everyday", "all"]).optional(),
  })
  .default({});

/** Creates the tools of a connector with the options of a task, and with those of the run. */
export const toolsOf =
  (connector: AnyConnector, tool: z.infer<typeof toolSpec>): Platform["tools"] =>
  (options) =>
    connector.tools({ ...tool, ...options } as ToolsOptions);
