import type { CompiledAction } from "../contract/compiled-action.ts";
import type { AgentTool, ToolsOptions } from "../contract/tool.ts";
import { isDict } from "../ground/json.ts";
import { strictParams, dropNulls } from "../schema/openai-strict.ts";
import { agentTool } from "./offer/agent-tool.ts";
import { readArguments } from "./offer/parse-arguments.ts";
import { actionToolNames } from "./offer/tool-name.ts";
import {
  createOfferedActions,
  noActions,
  type OfferedActions,
  type ToolParts,
} from "./offer/offered-actions.ts";
import { programSchema } from "./output/program-result.ts";
import { planOffered } from "./offer/plan-offered.ts";

/**
 * Creates one tool per action, `<connector>_<entity>_<action>`. Long names are shortened. The arguments of a tool are
 * the action's params.
 */
export async function createPerAction(parts: ToolParts, options: ToolsOptions): Promise<AgentTool[]> {
  const offered = await createOfferedActions(parts, options);
  if (!offered) throw noActions();
  const prefix = options.name ?? parts.connector.name.replaceAll("-", "_");
  const names = actionToolNames(prefix, parts.lookup.all);
  return offered.actions.map((compiled) => {
    const name = names.get(`${compiled.entity}.${compiled.action}`)!;
    return actionTool(name, offered, compiled, parts, options);
  });
}

function actionTool(
  name: string,
  offered: OfferedActions,
  compiled: CompiledAction,
  { connector }: ToolParts,
  options: ToolsOptions,
): AgentTool {
  const { definition, json, rare } = compiled;
  const strictSchema = options.strict ? strictParams(json, rare) : undefined;
  const facts = {
    name,
    description: offered.only === "" ? definition.description : `${definition.description} ${offered.only}`,
    inputSchema: json,
    ...(strictSchema ? { strictSchema } : {}),
    outputSchema: () => programSchema(compiled),
    inputExamples: isDict(definition.example) ? [definition.example] : [],
    effects: offered.effectsOf([compiled]),
  };
  const plan = (input: unknown) => {
    const given = readArguments(input, `the params: ${JSON.stringify(definition.example)}`);
    const params = strictSchema ? dropNulls(given, json) : given;
    return planOffered(connector, offered, compiled, params, [], options);
  };
  return agentTool(facts, plan, options);
}
