import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { defineConnector } from "agent-connectors";
import { importConnector } from "agent-connectors/import";

// A small API on this computer, in place of yours.
const tickets = [{ id: "T-1", title: "The tent is torn", status: "open" }];
const api = createServer((_request, response) => response.end(JSON.stringify({ tickets })));
await new Promise<void>((ready) => api.listen(0, "127.0.0.1", ready));
const { port } = api.address() as AddressInfo;
const { API_URL = `http://127.0.0.1:${port}`, API_KEY = "a-made-up-key" } = process.env;

// Its description, in place of your OpenAPI file.
const text = { type: "string" };
const ticket = { type: "object", properties: { id: text, title: text, status: text } };
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
    },
    "/tickets/{id}": {
      delete: {
        summary: "Delete a ticket",
        parameters: [{ name: "id", in: "path", required: true, schema: text }],
        responses: { 204: { description: "The ticket is deleted" } },
      },
    },
  },
});

const options = { name: "tickets", server: API_URL, allowLoopback: true };
const { file } = await importConnector(openApi, options);
const Tickets = defineConnector(file);
const connector = new Tickets({ auth: { access_token: API_KEY } });

const tool = await connector.tool({ effects: ["read"] });
const call = (action: string, params: object) => tool.call({ entity: "tickets", action, params });
console.log((await call("list", { status: "open" })).text);
console.log((await call("delete", { id: "T-1" })).text);
api.close();
