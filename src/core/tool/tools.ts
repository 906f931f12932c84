import type { AnyConnector } from "../contract/connector.ts";
import type { CallOptions } from "../contract/call-options.ts";
import type { AgentTool, ToolsOptions } from "../contract/tool.ts";
import { ConnectorError } from "../ground/errors.ts";
import { replacesOnlyCall, toolOf } from "./offer/agent-tool.ts";
import { parseArguments } from "./offer/parse-arguments.ts";
import { createDispatcher, createSplit } from "./dispatcher.ts";
import { failed } from "./output/failure.ts";
import type { ToolParts } from "./offer/offered-actions.ts";
import { createPerAction } from "./per-action.ts";
import { checkToolOptions } from "./offer/tool-options.ts";
import { type InOrder, createOrder } from "./offer/write-order.ts";

/**
 * Creates the tools of one connector: one dispatcher, one dispatcher per kind of effect, or one tool per action.
 * @throws ConnectorError `config_error`
 */
export async function createTools(parts: ToolParts, options: ToolsOptions = {}): Promise<AgentTool[]> {
  checkToolOptions(options);
  const { shape, split, strict } = options;
  const refuse = (path: string, message: string, hint: string) =>
    new ConnectorError("config_error", message, { path, hint });
  if (shape === "per-action") {
    if (split)
      throw refuse(
        "split",
        "split works only with the dispatcher.",
        "Leave split out if shape is per-action.",
      );
    return createPerAction(parts, options);
  }
  if (strict)
    throw refuse(
      "strict",
      "The dispatcher has params of any shape, which a strict schema cannot describe.",
      'Pass shape: "per-action" with strict.',
    );
  if (split) return createSplit(parts, options);
  const { shape: _shape, strict: _strict, split: _split, ...rest } = options;
  return [await createDispatcher(parts, rest)];
}

export type ToolSource = AnyConnector | AgentTool;

export type ToolSources = ToolSource | readonly ToolSource[];

/**
 * Creates an agent's tools from connectors, tools or both. Reads run in parallel. All writes of these tools run one
 * after another, in the order of their calls.
 * @param options the options of the connectors' tools; must be empty if `sources` contains a tool
 * @param defaults the adapter's values for options that `options` does not contain
 * @throws ConnectorError `config_error`
 */
export async function agentTools(
  sources: ToolSources,
  options: ToolsOptions = {},
  defaults: ToolsOptions = {},
): Promise<AgentTool[]> {
  checkToolOptions(options);
  const list = Array.isArray(sources) ? (sources as readonly ToolSource[]) : [sources as ToolSource];
  const given = Object.entries(options).filter(([, value]) => value !== undefined);
  const tools: AgentTool[] = [];
  for (const source of list) {
    if (isConnector(source))
      tools.push(...(await source.tools({ ...defaults, ...Object.fromEntries(given) })));
    else if (!isTool(source))
      throw new ConnectorError("config_error", "Each source must be a connector or a tool.", {
        path: "sources",
        hint: "Pass the connector itself. Await tool() and tools() before you pass a tool.",
      });
    else if (replacesOnlyCall(source))
      throw new ConnectorError(
        "config_error",
        `The copy of the tool "${source.name}" replaces call, but adapters and approvals run the result of plan.`,
        { path: "sources", hint: "Replace plan too, so that the function run of its result does your work." },
      );
    else if (given.length > 0)
      throw new ConnectorError(
        "config_error",
        `The tool "${source.name}" already exists, so ${given.map(([name]) => name).join(", ")} would have no effect.`,
        {
          path: "options",
          hint: "Pass the options to the connector's tool(), or the connector instead of its tool.",
        },
      );
    else tools.push(source);
  }
  const twice = tools.find(({ name }, index) => tools.findIndex((one) => one.name === name) !== index);
  if (twice)
    throw new ConnectorError("config_error", `Two tools are named "${twice.name}".`, {
      path: "name",
      hint: `Give one of them another name: connector.tool({ name: "${twice.name.slice(0, 50)}_2" }).`,
    });
  const inOrder = createOrder();
  return tools.map((tool) => ordered(tool, inOrder));
}

function ordered(tool: AgentTool, inOrder: InOrder): AgentTool {
  const { plan: _plan, call: _call, ...facts } = tool;
  return toolOf(facts, (input) => {
    const planned = tool.plan(parseArguments(input));
    const run = async (options: CallOptions) => {
      try {
        return await planned.run(options);
      } catch (error) {
        return failed(error, options);
      }
    };
    const effect = planned.resolved?.effect ?? "read";
    return {
      ...planned,
      run: (options = {}) => (effect === "read" ? run(options) : inOrder(() => run(options), options.signal)),
    };
  });
}

const isConnector = (source: unknown): source is AnyConnector =>
  typeof source === "object" && source !== null && "tools" in source && typeof source.tools === "function";

const isTool = (source: unknown): source is AgentTool =>
  typeof source === "object" &&
  source !== null &&
  ["call", "plan"].every((method) => typeof (source as Record<string, unknown>)[method] === "function") &&
  "inputSchema" in source;
