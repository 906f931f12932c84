import type { McpServer as McpServerType } from "@modelcontextprotocol/server";
import { z } from "zod";
import { ConnectorError, version, type AgentTool } from "agent-connectors";
import { registerMcpTools } from "agent-connectors/mcp";
import type { Context } from "../../http/context.ts";
import { route, type Route, type RouteRequest } from "../../http/route.ts";
import { connectableTypes, connectTool } from "./connect-tool.ts";
import { quoted, userTools, userConnectors, type UserConnector } from "./user-tools.ts";

// MCP clients get the tools of all connectors of the token's user. Every request gets its own server, so no state of one
// user can reach another one.

/** Milliseconds for which a client can keep the list of tools. Calls check the current rights anyway. */
const listMs = 60_000;

/** The SDK loads with the first request. */
const loadSdk = () => import("@modelcontextprotocol/server");

export const mcpRoute: Route = route({
  id: "mcp",
  method: "post",
  paths: ["/mcp", "/mcp/{client_id}"],
  tag: "Execute",
  summary: "The tools of all connectors of a user, for clients of the Model Context Protocol",
  access: "scoped",
  scope: "connectors:execute",
  forPeople: true,
  body: z.looseObject({ method: z.string().max(200).optional() }).meta({ id: "McpMessage" }),
  answer: {
    description: "The answer of the MCP server",
    schema: z.looseObject({}).meta({ id: "McpAnswer" }),
    media: ["application/json", "text/event-stream"],
  },
  async handle(request, context) {
    checkOrigin(request.request, context.publicUrl);
    const { McpServer, createMcpHandler } = await loadSdk();
    const { body } = request;
    const connectors = await userConnectors(context, request.claims);
    const server: McpServerType = new McpServer(
      { name: "agent-connectors", title: "Agent Connectors", version },
      {
        capabilities: { tools: {} },
        instructions: instructionsFor(connectors),
        cacheHints: { "tools/list": { ttlMs: listMs, cacheScope: "private" } },
      },
    );
    if (body.method === "tools/list" || body.method === "tools/call") {
      const tools = await askedTools(connectors, request, context);
      await registerMcpTools(server, tools);
    }
    const { fetch } = createMcpHandler(() => server, {
      // No list changes while a request runs, so nobody can subscribe to changes.
      maxSubscriptions: 0,
    });
    const response = await fetch(request.request, { parsedBody: body });
    // A client that asks for progress gets the response while the call runs.
    if (response.body === null || asksForProgress(body)) return response;
    return new Response(await response.text(), response);
  },
});

/**
 * A page of another site must not use a token that its browser has. Without a public address, only pages of the same
 * computer are allowed: another name can point to this computer, so the host of the request proves nothing.
 */
function checkOrigin({ headers }: Request, publicUrl: string | undefined): void {
  const origin = headers.get("origin");
  if (origin === null || (publicUrl === undefined ? isLoopback(origin) : origin === publicUrl)) return;
  throw new ConnectorError("insufficient_scope", "A page of another site has sent this request.", {
    path: "origin",
    hint: "Send the request from a program, without the header Origin.",
  });
}

const isLoopback = (origin: string): boolean =>
  /^https?:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/.test(origin);

const asksForProgress = (body: object): boolean => {
  const { params } = body as { params?: { _meta?: { progressToken?: unknown } } };
  return params?._meta?.progressToken !== undefined;
};

function instructionsFor(connectors: readonly UserConnector[]): string {
  if (connectors.length === 0) return "The user has connected no account yet. Call the tool connect_account.";
  const lines = connectors.map(({ name, title, row }) => {
    const account = row.account === null ? "" : `, account ${row.account}`;
    return `${name}: ${title} ${quoted(row)}${account}`;
  });
  return `The accounts of the user, by the start of the names of their tools:\n${lines.join("\n")}`;
}

/** Returns the tools for a request, sorted by name. A call needs only the tools of its own connector. */
async function askedTools(
  connectors: readonly UserConnector[],
  request: RouteRequest<{ method?: string | undefined; params?: unknown }, unknown>,
  context: Context,
): Promise<AgentTool[]> {
  const { method, params } = request.body;
  const called = method === "tools/call" ? (params as { name?: unknown } | undefined)?.name : undefined;
  const named = connectors.filter(({ name }) => typeof called === "string" && called.startsWith(`${name}_`));
  const reasons: string[] = [];
  const tools: AgentTool[] = [];
  for (const one of named.length > 0 ? named : connectors)
    try {
      tools.push(...(await userTools(one, request, context)));
    } catch (error) {
      const { code, message } = request.explain(error);
      if (code === "internal") throw error;
      reasons.push(`${one.title} ${quoted(one.row)} offers no tools: ${message}`);
    }
  if (tools.length > 0) return tools.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const platforms = connectors.length > 0 ? [] : await connectableTypes(request, context);
  return [connectTool(platforms, reasons, request, context)];
}
