import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { AcmeConnector } from "../../examples/connector.ts";

const requests: string[] = [];
beforeEach(() => void (requests.length = 0));

/** Starts a platform that knows the key `k`, and answers a write with the status 201 and an empty body. */
async function open(api_key = "k") {
  const respond = async (request: IncomingMessage, response: ServerResponse) => {
    let body = "";
    for await (const part of request) body += String(part);
    requests.push(`${request.method} ${request.url} ${request.headers.authorization} ${body}`.trim());
    const { method, url = "", headers } = request;
    if (headers.authorization !== "Bearer k")
      return response
        .writeHead(401)
        .end(JSON.stringify({ error: { code: "bad_key", message: "No such key." } }));
    if (method === "POST") return response.writeHead(201).end();
    if (url === "/me") return response.end(JSON.stringify({ id: "u1" }));
    const next = url.includes("after") ? undefined : "2";
    return response.end(JSON.stringify({ items: [{ id: "1", title: "Milk" }], next }));
  };
  const server = createServer((request, response) => void respond(request, response));
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  onTestFinished(() => void server.close());
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return new AcmeConnector({ auth: { api_key } }, { endpoint });
}

test("the connector of docs/connectors.md works with a server as the page says", async () => {
  const acme = await open();
  const titles: string[] = [];
  for await (const { title } of acme.notes.list.all({ folder: "inbox" })) titles.push(title);
  expect(titles).toEqual(["Milk", "Milk"]);
  await acme.notes.create({ title: "Bread" });
  expect(requests).toEqual([
    "GET /notes?folder=inbox&size=50 Bearer k",
    "GET /notes?folder=inbox&size=50&after=2 Bearer k",
    'POST /notes Bearer k {"title":"Bread"}',
  ]);
  expect((await acme.tool()).description).toContain("notes: list(folder?), get(id), create(title)");
});

test("a write that is answered with nothing has succeeded", async () => {
  expect(await (await open()).notes.create({ title: "Bread" })).toMatchObject({ data: {} });
});

test("a refused key is a rejected credential, and check() says so", async () => {
  const acme = await open("wrong");
  await expect(acme.notes.list()).rejects.toMatchObject({
    code: "credential_rejected",
    message: "Acme Notes notes.list was refused (HTTP 401 bad_key): “No such key”.",
  });
  expect(await acme.check()).toMatchObject({ status: "unhealthy", error: { code: "credential_rejected" } });
  expect(await (await open()).check()).toEqual({ status: "healthy", identity: { id: "u1" } });
});

test("an id cannot lead to another address", async () => {
  const acme = await open();
  for (const id of ["..", ".", "%2e%2e", "a/../../me", "\\evil"])
    await expect(acme.notes.get({ id })).rejects.toMatchObject({ code: "invalid_params", path: "params.id" });
  expect(requests).toEqual([]);
});
