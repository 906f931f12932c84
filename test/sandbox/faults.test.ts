import { slackSandbox, type Fault, type Listening } from "agent-connectors/sandbox";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

const sandbox = slackSandbox({ rateLimits: false });
let server: Listening;
beforeAll(async () => {
  server = await sandbox.listen();
});
afterAll(() => server.close());

const CHANNEL = "C07A2RT4YU5";

describe.each(["injected", "socket"])("%s:", (route) => {
  const post = (text: string, init: RequestInit = {}): Promise<Response> =>
    (route === "socket" ? fetch : sandbox.fetch)(
      `${route === "socket" ? server.url : "https://slack.com/api/"}chat.postMessage`,
      {
        method: "POST",
        headers: { authorization: `Bearer ${sandbox.tokens.bot}` },
        body: new URLSearchParams({ channel: CHANNEL, text }),
        ...init,
      },
    );
  const happened = (text: string): boolean =>
    sandbox.state().channels.some(({ messages }) => messages.some((message) => message.text === text));
  const last = () => sandbox.calls().at(-1);

  test("rate_limit comes with or without Retry-After", async () => {
    sandbox.fail({ kind: "rate_limit", retryAfter: 7 });
    const told = await post("limited");
    expect([told.status, told.headers.get("retry-after")]).toEqual([429, "7"]);
    expect(await told.json()).toEqual({ ok: false, error: "ratelimited" });
    sandbox.fail({ kind: "rate_limit", retryAfter: null });
    expect((await post("limited")).headers.get("retry-after")).toBeNull();
    expect(happened("limited")).toBe(false);
    expect(last()).toMatchObject({ status: 429, ok: false, error: "ratelimited", fault: "rate_limit" });
  });

  test.each([
    ["http_500", 500],
    ["http_503", 503],
    ["not_json", 200],
  ] as const)("%s is a page of HTML", async (kind, status) => {
    sandbox.fail({ kind });
    const response = await post(`page ${route}`);
    expect(response.status).toBe(status);
    expect(response.headers.get("content-type")).toContain("text/html");
    expect(await response.text()).toContain("<html>");
    expect(happened(`page ${route}`)).toBe(false);
  });

  test("truncated cuts the JSON of a call that took effect", async () => {
    sandbox.fail({ kind: "truncated" });
    const text = await (await post(`cut ${route}`)).text();
    expect(text.startsWith('{"ok":true')).toBe(true);
    expect(() => JSON.parse(text) as unknown).toThrow();
    expect(happened(`cut ${route}`)).toBe(true);
  });

  test("broken: the connection dies after half of the response, and the call took effect", async () => {
    sandbox.fail({ kind: "broken" });
    const response = await post(`broken ${route}`);
    expect(response.status).toBe(200);
    await expect(response.text()).rejects.toThrow(TypeError);
    expect(happened(`broken ${route}`)).toBe(true);
  });

  test("reset happens before the effect, and reset_after after it", async () => {
    sandbox.fail({ kind: "reset" });
    await expect(post(`lost ${route}`)).rejects.toThrow(TypeError);
    expect(happened(`lost ${route}`)).toBe(false);
    sandbox.fail({ kind: "reset_after" });
    await expect(post(`done ${route}`)).rejects.toThrow(TypeError);
    expect(happened(`done ${route}`)).toBe(true);
    expect(last()).toMatchObject({ status: 0, ok: true, fault: "reset_after" });
  });

  test("timeout lasts until the caller gives up", async () => {
    sandbox.fail({ kind: "timeout" });
    await expect(post("late", { signal: AbortSignal.timeout(50) })).rejects.toMatchObject({
      name: "TimeoutError",
    });
    expect(happened("late")).toBe(false);
  });

  test("ok_false has its code and its other fields", async () => {
    sandbox.fail({ kind: "ok_false", error: "missing_scope", needed: "chat:write", provided: "users:read" });
    expect(await (await post("refused")).json()).toEqual({
      ok: false,
      error: "missing_scope",
      needed: "chat:write",
      provided: "users:read",
    });
    expect(last()).toMatchObject({ status: 200, ok: false, error: "missing_scope" });
  });

  test("redirect leads to the given address", async () => {
    sandbox.fail({ kind: "redirect", location: "https://elsewhere.example/x", times: 2 });
    const response = await post("moved", { redirect: "manual" });
    expect([response.status, response.headers.get("location")]).toEqual([302, "https://elsewhere.example/x"]);
    await expect(post("moved", { redirect: "error" })).rejects.toThrow(TypeError);
  });

  test("oversized sends as many bytes as given", async () => {
    sandbox.fail({ kind: "oversized", bytes: 1_000_000 });
    const body = await (await post("big")).text();
    expect(body).toHaveLength(1_000_000);
    expect(JSON.parse(body)).toMatchObject({ ok: true });
  });
});

test("an injected redirect leads to another address", async () => {
  sandbox.fail({ kind: "redirect" });
  const response = await sandbox.fetch("https://slack.com/api/api.test");
  expect([response.url, response.redirected]).toEqual(["https://elsewhere.example/", true]);
});

test("an injected call with an aborted signal does nothing", async () => {
  const count = sandbox.calls().length;
  const signal = AbortSignal.abort(new Error("gone"));
  await expect(sandbox.fetch("https://slack.com/api/api.test", { signal })).rejects.toThrow("gone");
  expect(sandbox.calls()).toHaveLength(count);
});

test("faults affect only their operation, as often as planned, in order", async () => {
  const fresh = slackSandbox();
  const status = async (method: string): Promise<number> =>
    (await fresh.fetch(`https://slack.com/api/${method}`)).status;
  const faults: Fault[] = [
    { kind: "http_503", operation: "auth.test", times: 2 },
    { kind: "http_500", operation: "auth.test" },
  ];
  for (const fault of faults) fresh.fail(fault);
  expect(await status("api.test")).toBe(200);
  expect([
    await status("auth.test"),
    await status("auth.test"),
    await status("auth.test"),
    await status("auth.test"),
  ]).toEqual([503, 503, 500, 200]);
  expect(() => fresh.fail({ kind: "reset", operation: "chat.shout" })).toThrow("chat.shout");
});
