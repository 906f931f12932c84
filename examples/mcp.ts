import { McpServer } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { registerMcpTools } from "agent-connectors/mcp";
import { SlackConnector } from "agent-connectors/slack";

const slack = new SlackConnector({ auth: { api_token: process.env.SLACK_TOKEN! } });

serveStdio(() => registerMcpTools(new McpServer({ name: "slack", version: "1.0.0" }), slack));
