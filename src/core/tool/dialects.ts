import type { JsonSchema } from "../contract/json-schema.ts";
import type { AgentTool } from "../contract/tool.ts";
import { ConnectorError } from "../ground/errors.ts";
import { show } from "../ground/json.ts";

type Parameters = Record<string, unknown>;

/** A tool as each provider's API takes it. Structural: no provider's package is needed to read or to send them. */
export interface Definitions {
  /** OpenAI, Chat Completions. */
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
  /** Gemini: an entry of `functionDeclarations`. */
  gemini: { name: string; description: string; parametersJsonSchema: Parameters };
}

export type Dialect = keyof Definitions;

const shapes: { [D in Dialect]: (tool: AgentTool) => Definitions[D] } = {
  openai: (tool) => ({
    type: "function",
    function: {
      name: tool.name,
      description: tool.description,
      parameters: copy(tool.strictSchema ?? tool.inputSchema),
      strict: tool.strictSchema !== undefined,
    },
  }),
  // Without `strict: false` the Responses API makes any schema strict, and an open `params` an empty object.
  "openai-responses": (tool) => ({
    type: "function",
    name: tool.name,
    description: tool.description,
    parameters: copy(tool.strictSchema ?? tool.inputSchema),
    strict: tool.strictSchema !== undefined,
  }),
  // Anthropic's and Gemini's strict modes allow too few tools and optional params for a connector: loose there.
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
};

/** The tool as this provider takes it. The definition is a copy: a client that edits it edits nothing else. */
export function toolDefinition<D extends Dialect>(tool: AgentTool, dialect: D): Definitions[D] {
  if (!Object.hasOwn(shapes, dialect))
    throw new ConnectorError("config_error", `There is no dialect ${show(dialect)}.`, {
      path: "dialect",
      hint: `Dialects: ${Object.keys(shapes).join(", ")}.`,
    });
  return shapes[dialect](tool);
}

const copy = (schema: JsonSchema): Parameters => structuredClone(schema) as Parameters;
