import { expect, test } from "vitest";
import type { Operation } from "../../../../src/core/contract/wire/operation.ts";
import { requestOf } from "./open-wire.ts";

const form = "application/x-www-form-urlencoded";
const rows: [
  name: string,
  operation: Partial<Operation>,
  args: Record<string, unknown>,
  type: string | undefined,
  body: string,
][] = // prettier-ignore
  [
    ["JSON by default", {}, { a: 1, b: ["x"] }, "application/json", '{"a":1,"b":["x"]}'],
    ["no body without values", {}, {}, undefined, ""],
    ["an empty object if a body is declared", { body: { kind: "json" } }, {}, "application/json", "{}"],
    ["one argument as the whole body", { body: { kind: "json", argument: "items" } }, { items: [{ a: 1 }] }, "application/json", '[{"a":1}]'], // prettier-ignore
    ["a media type of the platform", { body: { kind: "json", contentType: "application/vnd.acme.v3+json" } }, { a: 1 }, "application/vnd.acme.v3+json", '{"a":1}'], // prettier-ignore
    ["a field inside of another argument, without losing its fields", { arguments: { team: "filter.team.id", filter: "filter" } }, { team: "t1", filter: { team: { name: "Ops" }, open: true } }, "application/json", '{"filter":{"team":{"name":"Ops","id":"t1"},"open":true}}'], // prettier-ignore
    ["a form", { body: { kind: "form" } }, { a: "x y&z", n: 1, l: ["p", "q"] }, form, "a=x+y%26z&n=1&l=p&l=q"],
    ["a form with brackets", { body: { kind: "form" }, style: "deepObject" }, { items: [{ price: "p" }] }, form, "items%5B0%5D%5Bprice%5D=p"], // prettier-ignore
    ["text", { body: { kind: "raw", argument: "text" } }, { text: "hé" }, "text/plain;charset=utf-8", "hé"],
    ["bytes", { body: { kind: "raw", argument: "data", contentType: "image/png" } }, { data: new Uint8Array([104, 105]) }, "image/png", "hi"], // prettier-ignore
    // GraphQL over HTTP: a POST of JSON with `query` and `variables`. https://graphql.github.io/graphql-over-http/draft/
    ["GraphQL", { body: { kind: "graphql", document: "query($n: Int) { a(n: $n) }" } }, { n: 2 }, "application/json", '{"query":"query($n: Int) { a(n: $n) }","variables":{"n":2}}'], // prettier-ignore
    ["a DELETE with a body", { method: "DELETE", arguments: { reason: { in: "body" } } }, { reason: "old" }, "application/json", '{"reason":"old"}'], // prettier-ignore
  ];
test.for(rows)("%s", async ([, operation, args, type, expected]) => {
  const { headers, body } = await requestOf({ method: "POST", ...operation }, args);
  expect(headers["content-type"]).toBe(type);
  expect(body).toBe(expected);
});

test("an argument that gets another field is not changed", async () => {
  const filter = { team: { name: "Ops" } };
  await requestOf({ method: "POST", arguments: { team: "filter.team.id" } }, { filter, team: "t1" });
  expect(filter).toEqual({ team: { name: "Ops" } });
});

test("GraphQL accepts its own media type", async () => {
  const { headers } = await requestOf({ method: "POST", body: { kind: "graphql", document: "{ a }" } });
  expect(headers.accept).toBe("application/graphql-response+json, application/json");
});

test("multipart bodies are what the platform's parser expects", async () => {
  const operation: Partial<Operation> = { method: "POST", body: { kind: "multipart" } };
  const { headers, body } = await requestOf(operation, {
    title: "Té",
    tags: ["a", "b"],
    meta: { x: 1 },
    file: { filename: 'a"b\r\n.txt', content: "hello", content_type: "text/plain" },
    image: { filename: "i.png", content_base64: "aGk=" },
  });
  // `Response.formData()` is an independent parser of multipart bodies.
  const parsed = await new Response(body, {
    headers: { "content-type": headers["content-type"]! },
  }).formData();
  expect(parsed.get("title")).toBe("Té");
  expect(parsed.getAll("tags")).toEqual(["a", "b"]);
  const file = parsed.get("file") as File;
  expect([file.type, await file.text()]).toEqual(["text/plain", "hello"]);
  const image = parsed.get("image") as File;
  expect([image.name, image.type, await image.text()]).toEqual(["i.png", "application/octet-stream", "hi"]);
  const meta = parsed.get("meta");
  expect(JSON.parse(typeof meta === "string" ? meta : await (meta as File).text())).toEqual({ x: 1 });
});

test("a value that cannot be a body is refused before anything is sent", async () => {
  const raw: Partial<Operation> = { method: "POST", body: { kind: "raw", argument: "data" } };
  await expect(requestOf(raw, { data: { a: 1 } })).rejects.toMatchObject({ code: "invalid_params", path: "params.data" }); // prettier-ignore
  const multipart: Partial<Operation> = { method: "POST", body: { kind: "multipart" } };
  const file = { filename: "a", content_base64: "?" };
  await expect(requestOf(multipart, { file })).rejects.toMatchObject({ code: "invalid_params" });
});
