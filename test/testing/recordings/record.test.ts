import { record, replay, type Recording } from "agent-connectors/testing";
import * as fc from "fast-check";
import { expect, test } from "vitest";

const endpoint = "https://api.acme.example";
const secret = 's3cr3t/Ä+k=9 "q';

/** Records one exchange. */
async function recorded(
  url: string,
  init: RequestInit,
  answer: string | Uint8Array<ArrayBuffer> = "{}",
  headers: Record<string, string> = {},
  secrets: readonly string[] = [],
): Promise<Recording> {
  const recorder = record(async () => new Response(answer, { headers }), { secrets });
  await recorder.fetch(url, init);
  return recorder.recording();
}
const post = (body: unknown, headers: Record<string, string> = {}): RequestInit => ({
  method: "POST",
  headers,
  body: typeof body === "string" || body instanceof FormData || body instanceof URLSearchParams ? body : JSON.stringify(body),
}); // prettier-ignore
const form = (fields: Record<string, string>) => {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.set(name, value);
  return data;
};
const base64 = (text: string) => Buffer.from(text).toString("base64");

test("a recording is plain JSON, and keeps what is no secret", async () => {
  const recorder = record(async () =>
    Response.json({ id: "n1", next_page_token: "p2", usage: { total_tokens: 7 } }, { status: 201, headers: { etag: "x" } }),
  ); // prettier-ignore
  await recorder.fetch(`${endpoint}/notes?page_token=p1`, post({ title: "Milk", tokenizer: "o200k", code: "E7" }, { "content-type": "application/json", authorization: "Bearer ak-0123456789", "user-agent": "x" })); // prettier-ignore
  expect(recorder.recording()).toEqual({
    format: "agent-connectors-recording",
    exchanges: [
      {
        request: { method: "POST", url: `${endpoint}/notes?page_token=p1`, type: "application/json", body: '{"title":"Milk","tokenizer":"o200k","code":"E7"}' },
        response: { status: 201, headers: { "content-type": "application/json", etag: "x" }, body: '{"id":"n1","next_page_token":"p2","usage":{"total_tokens":7}}' },
      },
    ],
  }); // prettier-ignore
});

test("the platform gets the request unchanged", async () => {
  const seen: unknown[] = [];
  const recorder = record(async (url, init) => {
    const request = new Request(url, init);
    seen.push([request.method, request.url, request.headers.get("authorization"), await request.text()]);
    return new Response();
  });
  await recorder.fetch(`${endpoint}/a?token=t0123456`, post("x=1", { authorization: "Bearer b0123456" }));
  expect(seen).toEqual([["POST", `${endpoint}/a?token=t0123456`, "Bearer b0123456", "x=1"]]);
});

test("exchanges have the order of the requests, and a failed request is left out", async () => {
  const waits: Record<string, number> = { "/slow": 20, "/fast": 0 };
  const recorder = record(async (url) => {
    const { pathname } = new URL(url as string);
    if (pathname === "/lost") throw new TypeError("lost");
    await new Promise((resolve) => setTimeout(resolve, waits[pathname]));
    return new Response(pathname);
  });
  const get = (path: string) => recorder.fetch(endpoint + path);
  await Promise.all([get("/slow"), get("/lost").catch(() => {}), get("/fast")]);
  expect(recorder.recording().exchanges.map(({ response }) => response.body)).toEqual(["/slow", "/fast"]);
});

const authorization = { authorization: `Bearer ${secret.replace("Ä", "A")}` };
test.for<[string, Promise<Recording>, unknown[]]>([
  ["a param of the query", recorded(`${endpoint}/a?x=1&api_key=${encodeURIComponent(secret)}&y=2`, {}), [`${endpoint}/a?x=1&api_key=[secret]&y=2`, "{}"]],
  ["a field of JSON", recorded(endpoint, post({ a: 1, client_secret: secret, list: [{ password: 123 }] })), [`${endpoint}/`, "{}", '{"a":1,"client_secret":"[secret]","list":[{"password":"[secret]"}]}']],
  ["an object with the name of a secret", recorded(endpoint, post({ credentials: { a: [secret], b: null } })), [`${endpoint}/`, "{}", '{"credentials":{"a":["[secret]"],"b":null}}']],
  ["JSON in JSON", recorded(endpoint, post({ body: JSON.stringify({ token: secret }) })), [`${endpoint}/`, "{}", '{"body":"{\\"token\\":\\"[secret]\\"}"}']],
  ["a field of a form", recorded(endpoint, post(new URLSearchParams({ a: "1", refresh_token: secret }))), [`${endpoint}/`, "{}", "a=1&refresh_token=[secret]"]],
  ["a code for tokens", recorded(endpoint, post(new URLSearchParams({ grant_type: "authorization_code", code: "c0de" }))), [`${endpoint}/`, "{}", "grant_type=authorization_code&code=[secret]"]],
  ["an answer with tokens", recorded(endpoint, {}, '{ "access_token": "a-0123456", "token_type":"bearer" }'), [`${endpoint}/`, '{ "access_token": "[secret]", "token_type":"bearer" }']],
  ["a signed address in an answer", recorded(endpoint, {}, '{"url":"https://f.example/a?X-Amz-Signature=0a1b2c&x=1"}'), [`${endpoint}/`, '{"url":"https://f.example/a?X-Amz-Signature=[secret]&x=1"}']],
  ["a given credential in the path", recorded(`${endpoint}/bot${encodeURIComponent(secret)}/me`, {}, "{}", {}, [secret]), [`${endpoint}/bot[secret]/me`, "{}"]],
  ["a verifier for tokens in JSON", recorded(endpoint, post({ grant_type: "x", code_verifier: "c0de" })), [`${endpoint}/`, "{}", '{"grant_type":"x","code_verifier":"[secret]"}']],
  ["a token of a param of the header in the answer", recorded(endpoint, { headers: { authorization: 'Token token="a-0123456"' } }, "you sent a-0123456!"), [`${endpoint}/`, "you sent [secret]!"]],
  ["an escaped credential in a text", recorded(endpoint, {}, `log: ${JSON.stringify({ a: secret })}`, {}, [secret]), [`${endpoint}/`, 'log: {"a":"[secret]"}']],
  ["the token of the header in the answer", recorded(endpoint, { headers: authorization }, `you sent ${authorization.authorization.slice(7)}!`), [`${endpoint}/`, "you sent [secret]!"]],
])("%s is removed, and nothing else", async ([, recording, [url, answer, body]]) => {
  const [{ request, response }] = (await recording).exchanges as [Recording["exchanges"][number]];
  expect([request.url, response.body, request.body]).toEqual([url, answer, body]);
}); // prettier-ignore

test("a part of a multipart body and a cookie are removed", async () => {
  const data = await recorded(endpoint, post(form({ token: secret, title: "Milk" })), "{}", { "set-cookie": `sid=${base64(secret)}; Path=/` }); // prettier-ignore
  const [{ request, response }] = data.exchanges as [Recording["exchanges"][number]];
  expect(request.body).toMatch(/name="token"\r\n\r\n\[secret\]\r\n[\s\S]*name="title"\r\n\r\nMilk\r\n/);
  expect(response.headers).toEqual({ "content-type": "text/plain;charset=UTF-8", "set-cookie": "[secret]" });
});

test("a recording without secrets still answers the connector that has them", async () => {
  const recorder = record(async () => Response.json({ ok: true, echo: secret }), { secrets: [secret] });
  const send = (one: typeof fetch, key: string) =>
    one(`${endpoint}/bot${key}/me?token=${key}`, post({ password: key, note: `my ${key}`, title: "Milk" }));
  await send(recorder.fetch, secret);
  const { fetch, unused } = await replay(JSON.stringify(recorder.recording()));
  expect(await (await send(fetch, "another")).json()).toEqual({ ok: true, echo: "[secret]" });
  expect(unused()).toEqual([]);
});

/** Everything that the strings of a value say, also decoded from percent-encoding, base64 and JSON. Written without the code of `record`. */
function everyReading(value: unknown, depth = 0): string[] {
  if (typeof value === "object" && value !== null)
    return Object.entries(value).flatMap(([key, one]) => [key, ...everyReading(one, depth)]);
  if (typeof value !== "string" || depth > 3) return [String(value)];
  const more: unknown[] = [];
  for (const read of [
    decodeURIComponent,
    (text: string) => decodeURIComponent(text.replaceAll("+", " ")),
    JSON.parse,
  ])
    // prettier-ignore
    try {
      more.push(read(value));
    } catch {}
  for (const run of value.match(/[A-Za-z0-9+/_-]{6,}/g) ?? [])
    for (const start of [0, 1, 2, 3]) more.push(Buffer.from(run.slice(start), "base64").toString("latin1"));
  return [value, ...more.filter((one) => one !== value).flatMap((one) => everyReading(one, depth + 1))];
}

const runs = Number(process.env.FUZZ_RUNS ?? 150);
const among = (list: string) => fc.constantFrom(...list.split(""));
const letters = fc.oneof(
  { weight: 8, arbitrary: among("abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ0123456789") },
  { weight: 2, arbitrary: among("-_.~+/= \"'\\&?#%:;,<>[]{}|") },
  { weight: 1, arbitrary: fc.constantFrom("é", "漢", "😀") },
);
const secrets = fc.string({ unit: letters, minLength: 8, maxLength: 60 }).filter((one) => one.trim() === one && new Set(one).size > 5); // prettier-ignore
const isAscii = (text: string) => /^[\x20-\x7e]*$/.test(text);

type Request = { url: string; init: RequestInit };
type Place = (request: Request, value: string) => Request;
const withHeader = (name: string, value: string): Place => (request) => ({ ...request, init: { ...request.init, headers: { ...(request.init.headers as object), [name]: value } } }); // prettier-ignore
/** Places in which `record` must find a secret that nobody has told it. */
const places: Record<string, Place> = {
  bearer: (request, value) => (isAscii(value) ? withHeader("authorization", `Bearer ${value}`)(request, value) : places.json!(request, value)), // prettier-ignore
  basic: (request, value) => withHeader("Authorization", `Basic ${base64(`client-1:${value}`)}`)(request, value), // prettier-ignore
  header: (request, value) => (isAscii(value) ? withHeader("X-Api-Key", value)(request, value) : places.query!(request, value)), // prettier-ignore
  query: ({ url, init }, value) => ({ url: `${url}&access_token=${encodeURIComponent(value)}`, init }),
  json: ({ url, init }, value) => ({ url, init: { ...init, ...post({ a: "x", auth: { clientSecret: value } }) , headers: init.headers! } }), // prettier-ignore
  form: ({ url, init }, value) => ({ url, init: { ...init, method: "POST", body: new URLSearchParams({ a: "x", password: value }) } }), // prettier-ignore
  part: ({ url, init }, value) => ({ url, init: { ...init, method: "POST", body: form({ a: "x", api_token: value.replaceAll(/[\r\n]/g, "") }) } }), // prettier-ignore
  answer: (request) => request,
};
/** How an answer can repeat a secret. */
const echoes: Record<string, (value: string) => string> = {
  text: (value) => `you sent ${value} here`,
  json: (value) => JSON.stringify({ a: [1, { message: `bad ${value}` }] }),
  name: (value) => JSON.stringify({ [value]: 1 }),
  escaped: (value) => JSON.stringify({ a: value }).replaceAll("/", "\\/").replace(/[^\x20-\x7e]|e/g, (one) => Array.from({ length: one.length }, (_, at) => `\\u${one.charCodeAt(at).toString(16).padStart(4, "0")}`).join("")), // prettier-ignore
  jsonInJson: (value) => JSON.stringify({ a: JSON.stringify({ b: JSON.stringify({ c: value }) }) }),
  percent: (value) => `location: https://x.example/cb?state=${encodeURIComponent(value)}&x=1`,
  twice: (value) => `https://x.example/?next=${encodeURIComponent(`/cb?s=${encodeURIComponent(value)}`)}`,
  form: (value) => new URLSearchParams({ echo: value }).toString(),
  base64: (value) => `id ${base64(value)} end`,
  base64Url: (value) => JSON.stringify({ a: Buffer.from(`xy${value}z`).toString("base64url") }),
  inBase64: (value) => `a=${encodeURIComponent(base64(`{"k":"${value}"}`))}`,
};

test(`${runs} random recordings contain no secret`, { timeout: 600_000 }, async () => {
  const one = fc.record({
    value: secrets,
    place: fc.constantFrom(...Object.keys(places)),
    echoed: fc.subarray(Object.keys(echoes), { minLength: 1, maxLength: 3 }),
    given: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(one, async ({ value, place, echoed, given }) => {
      const answers = [...echoed.map((name) => echoes[name]!(value)), JSON.stringify({ refresh_token: value, id: 1 })]; // prettier-ignore
      let sent = 0;
      const recorder = record(async () => new Response(answers[sent++]), given ? { secrets: [value] } : {});
      for (let at = 0; at < answers.length - (place === "answer" ? 0 : 1); at++) {
        const plain: Request = { url: `${endpoint}/a?x=${at}`, init: {} };
        const { url, init } = at === 0 ? places[place]!(plain, value) : plain;
        await recorder.fetch(url, init);
      }
      const inLatin1 = Buffer.from(value).toString("latin1");
      const stored = JSON.parse(JSON.stringify(recorder.recording())) as unknown;
      const found = everyReading(stored).filter((text) => text.includes(value) || text.includes(inLatin1));
      expect(found.length > 0 ? [found[0], stored] : []).toEqual([]);
    }),
    { numRuns: runs },
  );
});
