import { z } from "zod";
import type { ToolsOptions } from "agent-connectors";
import { toolDefinition, type ToolDialect } from "agent-connectors/adapter";
import { toolCall } from "../../calls/asked-call.ts";
import { toolsOf } from "../../calls/made-tools.ts";
import { route, type Route } from "../../http/route.ts";
import { effects } from "../../platforms/effects.ts";
import { runId } from "../shared/request-schemas.ts";
import { idempotencyHeaders } from "../shared/idempotency-headers.ts";
import { requestedConnector } from "../shared/requested-connector.ts";
import { answerCall } from "./answer-call.ts";

// A program in any language gets the tools of a connector, and runs the calls of its model.

const dialects = [
  "openai",
  "openai-responses",
  "anthropic",
  "gemini",
  "mcp",
] as const satisfies readonly ToolDialect[];

const names = z.array(z.string().max(200)).max(500);

/** Both routes must get the same options, because the service keeps nothing between them. */
const options = {
  name: z
    .string()
    .max(64)
    .optional()
    .meta({ description: "The name of the tool. Default: the connector type." }),
  shape: z.enum(["dispatcher", "per-action"]).optional(),
  actions: z.enum(["everyday", "all"]).optional(),
  include: names.optional(),
  effects: z.array(z.enum(effects)).max(10).optional().meta({
    description: "The effects that calls of the tool can have. The token must allow them too.",
  }),
};

const list = <Item extends z.ZodType>(items: Item) =>
  z.preprocess((value) => (typeof value === "string" ? value.split(",") : value), items);

const toolsQuery = z.object({
  ...options,
  dialect: z.enum(dialects),
  include: list(names).optional().meta({ description: "Names of actions, with commas between them." }),
  effects: list(z.array(z.enum(effects)).max(10)).optional(),
});

export const toolRoutes: readonly Route[] = [
  route({
    id: "listTools",
    method: "get",
    paths: ["/v1/integrations/connectors/{connector_id}/tools"],
    tag: "Execute",
    summary: "Get the definitions of the connector's tools for a model, in the format of a provider",
    access: "any",
    scope: "connectors:execute",
    query: toolsQuery,
    errors: [404],
    answer: {
      description: "The definitions",
      schema: z.object({ tools: z.array(z.looseObject({})) }).meta({ id: "Tools" }),
    },
    async handle({ params, query: { dialect, ...asked }, claims, note }, context) {
      const row = await requestedConnector(context, claims, params.connector_id);
      note({ connector_id: row.id });
      const tools = await toolsOf(await context.openConnectors.get(row, claims.effects), optionsOf(asked));
      return { body: { tools: tools.map((tool) => toolDefinition(tool, dialect)) } };
    },
  }),
  route({
    id: "callTool",
    method: "post",
    paths: ["/v1/integrations/connectors/{connector_id}/tools/call"],
    tag: "Execute",
    summary:
      "Run a model's call of a tool. A failed call is a successful request, whose text the model reads",
    access: "any",
    scope: "connectors:execute",
    body: z
      .strictObject({
        tool: z.string().max(200),
        arguments: z.union([z.record(z.string(), z.unknown()), z.string().max(1_000_000)]).meta({
          description: "The model's arguments, as an object or as JSON text.",
        }),
        options: z.strictObject(options).optional().meta({
          description: "The options with which you got the definitions.",
        }),
        run: runId.optional(),
      })
      .meta({ id: "ToolCall" }),
    headers: idempotencyHeaders,
    errors: [404, 409],
    answer: {
      description: "The text for the model",
      schema: z
        .object({ ok: z.boolean(), text: z.string(), error: z.looseObject({ code: z.string() }).optional() })
        .meta({ id: "ToolResult" }),
    },
    handle(request, context) {
      const { tool: name, arguments: given, options: asked = {} } = request.body;
      const options = optionsOf(asked);
      const call = toolCall({ tool: name, arguments: given, options });
      return answerCall(request, context, { ...call, run_id: request.body.run });
    },
  }),
];

const optionsOf = (asked: { [Name in keyof typeof options]?: unknown }): ToolsOptions =>
  Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== undefined));
