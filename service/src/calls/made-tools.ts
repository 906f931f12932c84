import type { AgentTool, ToolsOptions } from "agent-connectors";
import type { RunnableConnector } from "../platforms/connector-types.ts";

interface Made {
  options: string;
  tools: Promise<AgentTool[]>;
}

/** The tools that each open connector has made last. Making them takes as long as a whole call. */
const made = new WeakMap<RunnableConnector, Made>();

/**
 * Returns the tools of an open connector.
 * @throws ConnectorError `config_error` if the options allow no action
 */
export function toolsOf(connector: RunnableConnector, options: ToolsOptions): Promise<AgentTool[]> {
  const key = JSON.stringify(options);
  const found = made.get(connector);
  if (found?.options === key) return found.tools;
  const tools = connector.tools(options);
  made.set(connector, { options: key, tools });
  return tools;
}
