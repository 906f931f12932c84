import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createInterface } from "node:readline/promises";
import { agentTools, approvals, defineConnector } from "agent-connectors";
import { importConnector } from "agent-connectors/import";
import { memoryStore } from "agent-connectors/store";

// A small API on this computer, in place of yours.
const tickets = [{ id: "T-1", title: "The tent is torn", status: "open" }];
const api = createServer(({ method }, response) =>
  response.end(JSON.stringify(method === "POST" ? { id: "T-2" } : { tickets })),
);
await new Promise<void>((ready) => api.listen(0, "127.0.0.1", ready));
const { port } = api.address() as AddressInfo;
const { API_URL = `http://127.0.0.1:${port}`, API_KEY = "a-made-up-key" } = process.env;

// Its description, in place of your OpenAPI file.
const text = { type: "string" };
const ticket = { type: "object", properties: { id: text, title: text, status: text } };
const created = { type: "object", properties: { title: text }, required: ["title"] };
const list = { type: "object", properties: { tickets: { type: "array", items: ticket } } };
const json = (schema: object) => ({ description: "Tickets", content: { "application/json": { schema } } });
const openApi = JSON.stringify({
  openapi: "3.1.0",
  info: { title: "Tickets", version: "1" },
  components: { securitySchemes: { key: { type: "http", scheme: "bearer" } } },
  security: [{ key: [] }],
  paths: {
    "/tickets": {
      get: {
        summary: "List the tickets",
        parameters: [{ name: "status", in: "query", schema: { enum: ["open", "closed"] } }],
        responses: { 200: json(list) },
      },
      post: {
        summary: "Create a ticket",
        requestBody: { content: { "application/json": { schema: created } } },
        responses: { 200: json(ticket) },
      },
    },
  },
});

const options = { name: "tickets", server: API_URL, allowLoopback: true };
const { file } = await importConnector(openApi, options);
const Tickets = defineConnector(file);
const connector = new Tickets({ auth: { access_token: API_KEY } });

// Without `effects`, the tool of an imported connector only reads.
const reader = await connector.tool();
const listed = await reader.call({ entity: "tickets", action: "list", params: { status: "open" } });
const input = { entity: "tickets", action: "create", params: { title: "The stove leaks" } };
const refused = await reader.call(input);
console.log(`${listed.text}\n${refused.text}\n`);

// This tool also writes, after a person has agreed.
const tools = await agentTools(connector, { effects: ["read", "write"] });
const [writer] = approvals(tools, { scope: "conversation 1", store: memoryStore() });
const decision = await writer!.decide(input, { callId: "call_1" });
const person = createInterface({ input: process.stdin, output: process.stdout });
const isYes = async (reason: string) => (await person.question(`${reason}\nRun it? (y/n) `)) === "y";
if (decision.status !== "ask" || (await isYes(decision.reason)))
  console.log((await writer!.call(input, { callId: "call_1" })).text);
person.close();
api.close();
