import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { AcmeConnector } from "../../examples/connector.ts";

test("the connector of docs/connectors.md works with a server as the page says", async () => {
  const requests: string[] = [];
  const respond = async (request: IncomingMessage, response: ServerResponse) => {
    let body = "";
    for await (const part of request) body += String(part);
    requests.push(`${request.method} ${request.url} ${request.headers.authorization} ${body}`.trim());
    const next = request.url?.includes("after") ? undefined : "2";
    const answer = request.method === "GET" ? { items: [{ id: "1", title: "Milk" }], next } : { id: "2" };
    response.end(JSON.stringify(answer));
  };
  const server = createServer((request, response) => void respond(request, response));
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  onTestFinished(() => void server.close());
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const acme = new AcmeConnector({ auth: { api_key: "k" } }, { endpoint });

  const titles: string[] = [];
  for await (const { title } of acme.notes.list.all({ folder: "inbox" })) titles.push(title);
  expect(titles).toEqual(["Milk", "Milk"]);
  await acme.notes.create({ title: "Bread" });
  expect(requests).toEqual([
    "GET /notes?folder=inbox&size=50 Bearer k",
    "GET /notes?folder=inbox&size=50&after=2 Bearer k",
    'POST /notes Bearer k {"title":"Bread"}',
  ]);
  expect((await acme.tool()).description).toContain("notes: list(folder?), create(title)");
});
