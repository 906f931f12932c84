import { record, replay, type Recording } from "agent-connectors/testing";
import { expect, test } from "vitest";
import { AcmeConnector } from "../../../examples/connector.ts";
import { runNode } from "../../run-node.ts";

const endpoint = "https://api.acme.example";
const json = { "content-type": "application/json" };
const exchange = (method: string, url: string, body?: string, answer = "{}", type = "application/json") => ({
  request: { method, url, ...(body === undefined ? {} : { body, type }) },
  response: { status: 200, headers: json, body: answer },
});
const recordingOf = (...exchanges: Recording["exchanges"][number][]): Recording => ({
  format: "agent-connectors-recording",
  exchanges,
});
const note = { id: "n1", title: "Milk" };
const open = (fetch: typeof globalThis.fetch) =>
  new AcmeConnector({ auth: { api_key: "ak-0123456789" } }, { fetch });

test("a connector gets the recorded responses", async () => {
  const { fetch, unused } = await replay(
    recordingOf(
      exchange("GET", `${endpoint}/notes/n1`, undefined, JSON.stringify(note)),
      exchange("POST", `${endpoint}/notes`, '{"title":"Milk"}', JSON.stringify(note)),
    ),
  );
  const acme = open(fetch);
  expect((await acme.notes.get({ id: "n1" })).data).toEqual(note);
  expect(unused().map(({ request }) => request.method)).toEqual(["POST"]);
  expect((await acme.notes.create({ title: "Milk" })).data).toEqual(note);
  expect(unused()).toEqual([]);
});

test("each exchange answers once, in the recorded order", async () => {
  const { fetch } = await replay(
    recordingOf(
      exchange("GET", `${endpoint}/a`, undefined, "1"),
      exchange("GET", `${endpoint}/a`, undefined, "2"),
    ),
  );
  const read = async () => (await fetch(`${endpoint}/a`)).text();
  expect([await read(), await read()]).toEqual(["1", "2"]);
  await expect(read()).rejects.toThrow(
    "GET https://api.acme.example/a was recorded 2 times, and is sent once more.",
  );
});

const post = (body: string | FormData | URLSearchParams, type?: string): RequestInit => ({
  method: "POST",
  body,
  ...(type === undefined ? {} : { headers: { "content-type": type } }),
});
const part = (text: string) => {
  const form = new FormData();
  form.set("file", new Blob([text]), "a.txt");
  return form;
};
const partRequest = new Request(endpoint, post(part("A")));

test.for<[string, ReturnType<typeof exchange>, string, RequestInit?]>([
  ["params of the query in another order", exchange("GET", `${endpoint}/a?x=1&y=a%20b`), `${endpoint}/a?y=a+b&x=1`],
  ["JSON with other spaces and another order", exchange("POST", endpoint, '{"a": {"b":1,"c":[2]}}'), endpoint, post('{"a":{"c":[2],"b":1}}')],
  ["a form with another order", exchange("POST", endpoint, "a=1&b=x+y", undefined, "application/x-www-form-urlencoded"), endpoint, post(new URLSearchParams({ b: "x y", a: "1" }))],
  ["multipart with another boundary", exchange("POST", endpoint, await partRequest.clone().text(), undefined, partRequest.headers.get("content-type")!), endpoint, post(part("A"))],
  ["multipart with headers in capitals", exchange("POST", endpoint, (await partRequest.clone().text()).replace("Content-Type", "CONTENT-type"), undefined, partRequest.headers.get("content-type")!), endpoint, post(part("A"))],
  ["an encoded letter in the path", exchange("GET", `${endpoint}/%61`), `${endpoint}/a`],
  ["another token in the query", exchange("GET", `${endpoint}/a?access_token=recorded-1`), `${endpoint}/a?access_token=t2`],
  ["another secret in the body", exchange("POST", endpoint, '{"client_secret":"recorded-1"}'), endpoint, post('{"client_secret":"x"}')],
  ["a secret that was removed from the path", exchange("GET", `${endpoint}/bot[secret]/me`), `${endpoint}/bot77/me`],
])("%s is the same request", async ([, recorded, url, init]) => {
  const { fetch, unused } = await replay(recordingOf(recorded));
  expect((await fetch(url, init)).status).toBe(200);
  expect(unused()).toEqual([]);
}); // prettier-ignore

test.for<[string, ReturnType<typeof exchange>, string, RequestInit | undefined, string]>([
  ["another method", exchange("GET", endpoint), endpoint, { method: "DELETE" }, 'the method is "DELETE", and was recorded as "GET"'],
  ["another path", exchange("GET", `${endpoint}/a`), `${endpoint}/b`, undefined, 'the address is "https://api.acme.example/b", and was recorded as "https://api.acme.example/a"'],
  ["a slash and an encoded slash", exchange("GET", `${endpoint}/a%2Fb`), `${endpoint}/a/b`, undefined, "the address is"],
  ["another value in the query", exchange("GET", `${endpoint}/a?x=1`), `${endpoint}/a?x=2`, undefined, 'query.x is "2", and was recorded as "1"'],
  ["a missing param", exchange("GET", `${endpoint}/a?x=1`), `${endpoint}/a`, undefined, 'query.x is missing, and was recorded as "1"'],
  ["one param more", exchange("GET", `${endpoint}/a`), `${endpoint}/a?x=1`, undefined, 'query.x is "1", and was not recorded'],
  ["another value in JSON", exchange("POST", endpoint, '{"a":[{"b":1}]}'), endpoint, post('{"a":[{"b":2}]}'), "body.a[0].b is 2, and was recorded as 1"],
  ["a large integer that differs in its last digit", exchange("POST", endpoint, '{"a":144373194309380061}'), endpoint, post('{"a":144373194309380060}'), 'body.a is "144373194309380060"'],
  ["no body", exchange("POST", endpoint, "{}"), endpoint, { method: "POST" }, "body is missing, and was recorded as an object"],
  ["another text before a secret", exchange("POST", endpoint, '{"a":"b[secret]"}'), endpoint, post('{"a":"xb77"}'), "body.a is"],
  ["another end after a secret", exchange("GET", `${endpoint}/bot[secret]/me`), `${endpoint}/bot77/you`, undefined, "the address is"],
  ["a text that is too short for a secret", exchange("POST", endpoint, '{"a":"ab[secret]ba"}'), endpoint, post('{"a":"aba"}'), "body.a is"],
  ["another file", exchange("POST", endpoint, await partRequest.clone().text(), undefined, partRequest.headers.get("content-type")!), endpoint, post(part("B")), "body is"],
])("%s is another request, and the error says what differs", async ([, recorded, url, init, says]) => {
  const { fetch, unused } = await replay(recordingOf(recorded));
  await expect(fetch(url, init)).rejects.toThrow(says);
  expect(unused()).toHaveLength(1);
}); // prettier-ignore

test("the error of a connector shows the nearest recorded request, and says that nothing was sent", async () => {
  const { fetch } = await replay(
    recordingOf(
      exchange("GET", `${endpoint}/notes/n1`),
      exchange("POST", `${endpoint}/notes`, '{"title":"Milk"}'),
      exchange("POST", `${endpoint}/other`, '{"title":"Bread"}'),
    ),
  );
  await expect(open(fetch).notes.create({ title: "Bread" })).rejects.toMatchObject({
    code: "config_error",
    outcome: "not_started",
    message:
      'POST https://api.acme.example/notes was not recorded. The nearest recorded request is POST https://api.acme.example/notes: body.title is "Bread", and was recorded as "Milk".',
  });
});

test("the nearest recorded request has the most similar address, then the same method, then the fewest differences", async () => {
  const { fetch } = await replay(
    recordingOf(
      exchange("POST", `${endpoint}/notes/n1/tags`, "{}"),
      exchange("POST", `${endpoint}/notes/n1/parts?x=2&y=2`, "{}"),
      exchange("POST", `${endpoint}/notes/n1/parts?x=2`, "{}"),
      exchange("PUT", `${endpoint}/notes/n1/parts`, "{}"),
    ),
  );
  const asked = fetch(`${endpoint}/notes/n1/parts`, post("{}"));
  await expect(asked).rejects.toThrow(/parts: query\.x is missing, and was recorded as "2"\.$/);
});

test("the error contains no secret of the request, and none of the recording", async () => {
  const secret = "s3cr3t-0123456789";
  const recorded = exchange("POST", `${endpoint}/a?api_key=${secret}-r`, JSON.stringify({ password: `${secret}-r`, note: `${secret}-r`, x: 1 })); // prettier-ignore
  const { fetch } = await replay(recordingOf(recorded));
  const body = JSON.stringify({ password: secret, note: secret, copy: btoa(`x${secret}`), x: 2 });
  const asked = fetch(`${endpoint}/a?api_key=${secret}&at=${secret}`, { method: "POST", body, headers: { authorization: `Bearer ${secret}` } }); // prettier-ignore
  const error = (await asked.catch((reason: unknown) => reason)) as Error;
  expect(error.message).toContain("body.x is 2, and was recorded as 1");
  expect(error.message).not.toContain("s3cr3t");
  expect(error.message).not.toContain(btoa(`x${secret}`).slice(4, 16));
});

const har = {
  log: {
    version: "1.2",
    entries: [
      { request: { method: "GET", url: `${endpoint}/blocked` }, response: { status: 0, headers: [], content: {} } },
      {
        request: { method: "POST", url: `${endpoint}/form`, postData: { mimeType: "application/x-www-form-urlencoded", params: [{ name: "b", value: "2" }, { name: "a", value: "x y" }] } },
        response: { status: 201, headers: [{ name: "X-Id", value: "7" }, { name: "Content-Encoding", value: "br" }], content: { mimeType: "text/plain", text: "done" } },
      },
      {
        request: { method: "GET", url: `${endpoint}/file` },
        response: { status: 200, headers: [], content: { text: "AP8A/w==", encoding: "base64" } },
      },
    ],
  },
}; // prettier-ignore

test.each([har, JSON.stringify(har)])("a HAR file answers, as an object and as text", async (given) => {
  const { fetch, unused } = await replay(given);
  const form = await fetch(`${endpoint}/form`, post(new URLSearchParams({ a: "x y", b: "2" })));
  expect([form.status, form.headers.get("x-id"), form.headers.get("content-encoding"), await form.text()]).toEqual([201, "7", null, "done"]); // prettier-ignore
  const file = await fetch(`${endpoint}/file`);
  expect([...new Uint8Array(await file.arrayBuffer())]).toEqual([0, 255, 0, 255]);
  expect(unused()).toEqual([]);
});

const zipped = Buffer.from(
  await new Response(new Blob(["zipped"]).stream().pipeThrough(new CompressionStream("gzip"))).arrayBuffer(),
).toString("base64");
const cassettes: Record<string, string> = {
  "of Python": `interactions:
- request:
    body: '{"a": 1}'
    headers: {content-type: [application/json]}
    method: POST
    uri: ${endpoint}/a
  response:
    body: {string: !!binary ${zipped}}
    headers: {X-Id: ['7'], content-encoding: [gzip]}
    status: {code: 201, message: Created}
version: 1
`,
  "of Ruby": `http_interactions:
- request:
    method: post
    uri: ${endpoint}/a
    body: {encoding: UTF-8, base64_string: ${btoa('{"a":1}')}}
    headers: {Content-Type: [application/json]}
  response:
    status: {code: 201, message: Created}
    headers: {X-Id: ['7']}
    body: {encoding: UTF-8, string: zipped}
`,
  "of Go": `version: 2
interactions:
- id: 0
  request: {method: POST, url: "${endpoint}/a", body: '{"a":1}', headers: {Content-Type: [application/json]}}
  response: {code: 201, status: 201 Created, body: zipped, headers: {X-Id: ['7']}}
`,
  "in JSON": JSON.stringify({
    interactions: [
      {
        request: { method: "POST", uri: `${endpoint}/a`, body: '{"a":1}', headers: {} },
        response: { status: { code: 201 }, headers: { "x-id": ["7"] }, body: { string: "zipped" } },
      },
    ],
  }),
};
test.each(Object.keys(cassettes))("a VCR cassette %s answers", async (name) => {
  const { fetch, unused } = await replay(cassettes[name]!);
  const response = await fetch(`${endpoint}/a`, post('{"a":1}'));
  expect([response.status, response.headers.get("x-id"), await response.text()]).toEqual([
    201,
    "7",
    "zipped",
  ]);
  expect(unused()).toEqual([]);
});

test.each([{}, [], "", "{", "a: [b", { exchanges: [{}] }, { log: { entries: 1 } }, null])(
  "%j is no recording",
  async (given) => {
    await expect(replay(given as object)).rejects.toMatchObject({ code: "config_error" });
  },
);

test("without the package yaml, JSON works, and YAML says what is missing", async () => {
  const program = `
    import { registerHooks } from "node:module";
    registerHooks({ resolve(name, context, next) { if (name === "yaml") throw new Error("no yaml"); return next(name, context); } });
    const { replay } = await import("agent-connectors/testing");
    await replay('{"interactions": []}');
    await replay("interactions: []").catch((error) => console.log(error.code, error.message, error.hint));
  `;
  const { stdout } = await runNode(["--input-type=module", "--eval", program]);
  expect(stdout).toContain("config_error A recording in YAML needs the package `yaml`. Run npm install --save-dev yaml"); // prettier-ignore
});

test("an aborted request is not answered", async () => {
  const { fetch, unused } = await replay(recordingOf(exchange("GET", endpoint)));
  await expect(fetch(endpoint, { signal: AbortSignal.abort() })).rejects.toThrow(/abort/i);
  expect(unused()).toHaveLength(1);
});

test("a replayed recording gives the same bytes as the platform", async () => {
  const bytes = Uint8Array.from({ length: 300 }, (_, at) => at % 256);
  const answers: Record<string, () => Response> = {
    "/json": () => new Response('{ "b" : 1.0,\n"a":144373194309380061 , "é":"\\u00e9\\/"}', { headers: { ...json, link: '<x>; rel="next"' } }),
    "/bytes": () => new Response(bytes, { status: 206 }),
    "/mark": () => new Response("\uFEFFtext"),
    "/nothing": () => new Response(null, { status: 204, headers: { "x-id": "1" } }),
    "/moved": () => new Response(null, { status: 302, headers: { location: "/json" } }),
    "/fault": () => new Response("no", { status: 503, headers: { "retry-after": "2" } }),
  }; // prettier-ignore
  const platform: typeof fetch = async (url) => answers[new URL(url as string).pathname]!();
  const recorder = record(platform);
  const read = async (one: typeof fetch) =>
    Promise.all(
      Object.keys(answers).map(async (path) => {
        const response = await one(endpoint + path, { redirect: "manual" });
        const { "content-length": _length, ...headers } = Object.fromEntries(response.headers);
        return [response.status, headers, [...new Uint8Array(await response.arrayBuffer())]];
      }),
    );
  const direct = await read(platform);
  expect(await read(recorder.fetch)).toEqual(direct);
  const stored = JSON.stringify(recorder.recording());
  const { fetch: replayed, unused } = await replay(stored);
  expect(await read(replayed)).toEqual(direct);
  expect(unused()).toEqual([]);
});
