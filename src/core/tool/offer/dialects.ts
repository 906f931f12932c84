import type { JsonSchema } from "../../contract/json-schema.ts";
import type { AgentTool } from "../../contract/tool.ts";
import { ConnectorError } from "../../ground/errors.ts";
import { show } from "../../ground/json.ts";

type Parameters = Record<string, unknown>;

/** The format of a tool in each provider's API, without a dependency on the provider's package. */
export interface ToolDefinitions {
  openai: {
    type: "function";
    function: { name: string; description: string; parameters: Parameters; strict: boolean };
  };
  "openai-responses": {
    type: "function";
    name: string;
    description: string;
    parameters: Parameters;
    strict: boolean;
  };
  anthropic: {
    name: string;
    description: string;
    input_schema: {
      type: "object";
      properties?: Parameters;
      required?: string[];
      [keyword: string]: unknown;
    };
  };
  /** An entry of Gemini's `functionDeclarations`. */
  gemini: { name: string; description: string; parametersJsonSchema: Parameters };
  /** An entry of `tools` in the response to `tools/list`. */
  mcp: {
    name: string;
    title: string;
    description: string;
    inputSchema: { type: "object"; [keyword: string]: unknown };
    annotations: {
      title: string;
      readOnlyHint: boolean;
      destructiveHint: boolean;
      idempotentHint?: boolean;
      openWorldHint: boolean;
    };
  };
}

export type ToolDialect = keyof ToolDefinitions;

const shapes: { [D in ToolDialect]: (tool: AgentTool) => ToolDefinitions[D] } = {
  openai: (tool) => ({
    type: "function",
    function: {
      name: tool.name,
      description: tool.description,
      parameters: copy(tool.strictSchema ?? tool.inputSchema),
      strict: tool.strictSchema !== undefined,
    },
  }),
  // Without `strict: false`, the Responses API makes every schema strict, and `params` would have to be an empty
  // object.
  "openai-responses": (tool) => ({
    type: "function",
    name: tool.name,
    description: tool.description,
    parameters: copy(tool.strictSchema ?? tool.inputSchema),
    strict: tool.strictSchema !== undefined,
  }),
  // The strict modes of Anthropic and Gemini allow fewer tools and optional params than a connector has.
  anthropic: ({ name, description, inputSchema }) => ({
    name,
    description,
    input_schema: { ...copy(inputSchema), type: "object" },
  }),
  gemini: ({ name, description, inputSchema }) => ({
    name,
    description,
    parametersJsonSchema: copy(inputSchema),
  }),
  // `destructiveHint` is false if everything that the tool changes can be changed back. Some clients read this hint even
  // if `readOnlyHint` is true. No tool that writes is marked as idempotent, because two equal calls can post two messages.
  mcp: ({ name, description, inputSchema, effects }) => {
    const title = name.replaceAll(/[_-]+/g, " ").replaceAll(/\b[a-z]/g, (letter) => letter.toUpperCase());
    const reads = effects.every((effect) => effect === "read");
    const hints = {
      readOnlyHint: reads,
      destructiveHint: !effects.every((effect) => effect === "read" || effect === "write"),
      ...(reads ? {} : { idempotentHint: false }),
    };
    return {
      name,
      title,
      description,
      inputSchema: { ...copy(inputSchema), type: "object" },
      annotations: { title, ...hints, openWorldHint: true },
    };
  },
};

/**
 * Returns the definition of a tool in a provider's format. The caller can change the result, which is a copy.
 * @throws ConnectorError `config_error` for an unknown dialect
 */
export function toolDefinition<D extends ToolDialect>(tool: AgentTool, dialect: D): ToolDefinitions[D] {
  if (!Object.hasOwn(shapes, dialect))
    throw new ConnectorError("config_error", `There is no dialect ${show(dialect)}.`, {
      path: "dialect",
      hint: `Dialects: ${Object.keys(shapes).join(", ")}.`,
    });
  return shapes[dialect](tool);
}

const copy = (schema: JsonSchema): Parameters => structuredClone(schema) as Parameters;
