import type { CallOptions } from "../contract/call-options.ts";
import type { CompiledAction } from "../contract/compiled-action.ts";
import type { AgentTool, ToolsOptions } from "../contract/tool.ts";
import { strictParams, dropNulls } from "../schema/openai-strict.ts";
import { readArguments, toolName } from "./arguments.ts";
import {
  type NamedCall,
  type Offer,
  type ToolParts,
  answer,
  createOffer,
  noActions,
} from "./offered-actions.ts";

/** A tool for every action, `<connector>_<entity>_<action>`; its arguments are the action's params. */
export async function createPerAction(parts: ToolParts, options: ToolsOptions): Promise<AgentTool[]> {
  const offer = await createOffer(parts, options);
  if (!offer) throw noActions();
  const prefix = options.name ?? parts.connector.name.replaceAll("-", "_");
  return offer.actions.map((action) => actionTool(prefix, offer, action, options));
}

function actionTool(
  prefix: string,
  offer: Offer,
  compiled: CompiledAction,
  { strict }: ToolsOptions,
): AgentTool {
  const { entity, action, definition, json, rare } = compiled;
  const strictSchema = strict ? strictParams(json, rare) : undefined;
  const named = (input: unknown): NamedCall => {
    const given = readArguments(input, `the params: ${JSON.stringify(definition.example)}`);
    return { entity, action, params: strictSchema ? dropNulls(given, json) : given };
  };
  return {
    name: toolName(`${prefix}_${entity}_${action}`),
    description: offer.only === "" ? definition.description : `${definition.description} ${offer.only}`,
    inputSchema: json,
    ...(strictSchema ? { strictSchema } : {}),
    effects: offer.effectsOf([compiled]),
    call: (input, call: CallOptions = {}) => answer(() => offer.run(named(input), call), call),
    resolve(input) {
      try {
        return offer.resolve(named(input));
      } catch {
        return undefined;
      }
    },
  };
}
