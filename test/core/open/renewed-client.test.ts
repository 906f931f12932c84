import { describe, expect, test } from "vitest";
import { type ConnectorOptions, ConnectorError, defineConnector } from "../../../src/index.ts";
import { memoryStore } from "../../../src/core/store/memory-store.ts";
import { AcmeConnector } from "../../fixtures/acme/index.ts";
import { acme as acmePlatform } from "../../fixtures/acme/server.ts";
import { testClock } from "../../fixtures/clock.ts";
import { json, serve } from "../../fixtures/server.ts";

/** Opens Acme with a function as `auth`. The platform accepts only the key `good()`. */
async function open(auth: () => unknown, code: ConnectorOptions = {}) {
  const platform = acmePlatform();
  let good = "ak-canary-1";
  const server = await serve((request, response) => {
    if (request.headers.authorization !== `Bearer ${good}`) return json(response, 401, { error: "bad_key" });
    const [status, body] = platform.answer(request);
    return json(response, status, body);
  });
  const options = { auth } as { auth: () => Promise<{ api_key: string }> };
  const acme = new AcmeConnector(options, { endpoint: server.url, clock: testClock(), ...code });
  const sent = () => server.requests.map(({ method, headers }) => [method, headers.authorization]);
  return {
    acme,
    sent,
    accept: (key: string) => void (good = key),
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}
/** A function that returns each of the keys once, and then the last one. `runs` counts its runs. */
function keys(...all: string[]) {
  const runs: number[] = [];
  const auth = async () => {
    await new Promise((resolve) => setTimeout(resolve, 5));
    return { api_key: all[Math.min(runs.push(1), all.length) - 1]! };
  };
  return { auth, runs };
}
const caught = async (call: Promise<unknown>) => {
  const error = await call.then(
    () => expect.fail("it succeeded"),
    (thrown: unknown) => thrown as ConnectorError,
  );
  expect(JSON.stringify(error) + error.stack + String(error)).not.toContain("canary");
  return error;
};

/** A connector with a client of its own. `sent` has the key of each request. */
function ownClient(answer = () => {}) {
  const sent: string[] = [];
  const Own = defineConnector({
    name: "own",
    title: "Own",
    endpoint: "https://own.example",
    auth: { key: { api_key: { description: "key" } } },
    entities: {},
    operations: {},
    rawRequests: {
      operation: () => ({ operation: { method: "POST" as const, path: "/", docs: "" }, args: {} }),
    },
    connect: ({ api_key }) => ({
      identify: async () => expect.unreachable(),
      async send() {
        sent.push(api_key!);
        answer();
        return { body: {}, headers: new Headers() };
      },
    }),
  });
  return { sent, Own };
}

describe("a function that reads the credentials", () => {
  test("runs when they are first needed, and once for many calls", async () => {
    const { auth, runs } = keys("ak-canary-1");
    await using bench = await open(auth);
    expect(runs).toHaveLength(0);
    await Promise.all([bench.acme.notes.list(), bench.acme.notes.get({ id: "n1" }), bench.acme.check()]);
    await bench.acme.request("GET /notes", { size: 1 }, { effect: "read" });
    expect(runs).toHaveLength(1);
  });
  test("runs again after a refusal, once for many calls, and a write is then sent once", async () => {
    const { auth, runs } = keys("ak-canary-1", "ak-canary-2");
    await using bench = await open(auth);
    await bench.acme.notes.list();
    bench.accept("ak-canary-2");
    const before = bench.sent().length;
    await Promise.all([
      bench.acme.notes.create({ title: "x" }),
      bench.acme.notes.get({ id: "n1" }),
      bench.acme.request("GET /notes", { size: 1 }, { effect: "read" }),
    ]);
    expect(runs).toHaveLength(2);
    const later = bench.sent().slice(before);
    expect(later.filter(([method]) => method === "POST")).toEqual([
      ["POST", "Bearer ak-canary-1"],
      ["POST", "Bearer ak-canary-2"],
    ]);
    expect(later).toHaveLength(6);
  });
  test("runs once for each refusal, if it has nothing newer", async () => {
    const { auth, runs } = keys("ak-canary-1");
    await using bench = await open(auth);
    bench.accept("another");
    for (const expected of [2, 3]) {
      expect(await caught(bench.acme.notes.list())).toMatchObject({ code: "credential_rejected" });
      expect(runs).toHaveLength(expected);
    }
    expect(bench.sent()).toHaveLength(2);
    expect((await bench.acme.check()).status).toBe("unhealthy");
    bench.accept("ak-canary-1");
    expect((await bench.acme.check()).status).toBe("healthy");
  });
  test("does not run for a late refusal of credentials that were already renewed", async () => {
    const { auth, runs } = keys("ak-1", "ak-2");
    let answerLate = () => {};
    await using server = await serve((request, response) => {
      const isOld = request.headers.authorization === "Bearer ak-1";
      const answer = () => json(response, isOld ? 401 : 200, {});
      if (isOld && request.path === "/late") answerLate = answer;
      else answer();
    });
    const acme = new AcmeConnector({ auth }, { endpoint: server.url, clock: testClock() });
    const read = { effect: "read" } as const;
    const late = acme.request("GET /late", {}, read);
    while (server.requests.length === 0) await new Promise((resolve) => setTimeout(resolve, 1));
    await acme.request("GET /soon", {}, read);
    answerLate();
    await late;
    expect(runs).toHaveLength(2);
  });
  test("does not run if the refused write may have been done", async () => {
    const { auth, runs } = keys("ak-1", "ak-2");
    const { sent, Own } = ownClient(() => {
      throw new ConnectorError("credential_rejected", "The second step was refused.", { outcome: "unknown" });
    });
    expect(await caught(new Own({ auth }).request("x"))).toMatchObject({ outcome: "unknown" });
    expect([sent, runs.length]).toEqual([["ak-1"], 1]);
  });
  test("beforeWrite runs before a client of your own sends a write", async () => {
    const { auth } = keys("ak-1");
    const { sent, Own } = ownClient();
    const beforeWrite = () => void sent.push("beforeWrite");
    const own = new Own({ auth }, { beforeWrite });
    await own.request("x", {}, { effect: "read" });
    await own.request("x", {}, { effect: "write" });
    expect(sent).toEqual(["ak-1", "beforeWrite", "ak-1"]);
  });
  test("a second refusal ends the call", async () => {
    const { auth, runs } = keys("ak-canary-1", "ak-canary-2", "ak-canary-3");
    await using bench = await open(auth);
    bench.accept("ak-canary-3");
    expect(await caught(bench.acme.notes.list())).toMatchObject({ code: "credential_rejected" });
    expect(runs).toHaveLength(2);
    await bench.acme.notes.list();
    expect(runs).toHaveLength(3);
  });
  test("another error of the platform does not run it", async () => {
    const { auth, runs } = keys("ak-canary-1");
    await using bench = await open(auth);
    expect(await caught(bench.acme.notes.get({ id: "none" }))).toMatchObject({ code: "not_found" });
    expect(runs).toHaveLength(1);
  });
  test("beforeWrite runs before the write, and once although the write is sent twice", async () => {
    const { auth } = keys("ak-canary-1", "ak-canary-2");
    const seen: unknown[] = [];
    await using bench = await open(auth, { beforeWrite: (context) => void seen.push(context) });
    bench.accept("ak-canary-2");
    await bench.acme.notes.create({ title: "x" }, { context: 7 });
    expect(seen).toEqual([7]);
  });
  test("an aborted call leaves, and the others get the credentials", async () => {
    const { auth, runs } = keys("ak-canary-1");
    await using bench = await open(auth);
    const stop = new AbortController();
    const first = bench.acme.notes.list({}, { signal: stop.signal });
    const second = bench.acme.notes.list();
    stop.abort();
    expect(await caught(first)).toMatchObject({ code: "aborted", outcome: "not_started" });
    await second;
    expect(runs).toHaveLength(1);
  });
});

describe("a function that fails", () => {
  test.each([
    ["throws", () => Promise.reject(new TypeError("the password is canary"))],
    [
      "throws at once",
      () => {
        throw new Error("canary");
      },
    ],
    ["throws a text", () => Promise.reject("canary")],
  ])("%s", async (_, auth) => {
    await using bench = await open(auth);
    expect(await caught(bench.acme.notes.create({ title: "x" }))).toMatchObject({
      code: "storage_unavailable",
      message: "The function auth failed, so there are no usable credentials.",
      outcome: "not_started",
    });
    expect(await bench.acme.check()).toMatchObject({
      status: "unhealthy",
      error: { code: "storage_unavailable" },
    });
    expect(bench.sent()).toEqual([]);
  });
  test("keeps the stack, so that the developer finds the fault", async () => {
    async function readInstallation(): Promise<never> {
      throw new Error("canary");
    }
    await using bench = await open(readInstallation);
    expect((await caught(bench.acme.notes.list())).stack).toContain("readInstallation");
  });
  test("can say why with a ConnectorError", async () => {
    const gone = new ConnectorError("reauth_required", "The workspace has removed the app.");
    await using bench = await open(() => Promise.reject(gone));
    expect(await caught(bench.acme.notes.list())).toBe(gone);
  });
  test.each([
    [undefined],
    [null],
    ["ak-canary-1"],
    [{}],
    [{ api_key: "canary" }],
    [{ api_key: 5 }],
    [{ api_key: "ak-1", more: "x" }],
  ])("returns %j", async (result) => {
    await using bench = await open(async () => result);
    expect(await caught(bench.acme.notes.list())).toMatchObject({
      code: "credentials_mismatch",
      message: expect.stringMatching(/^The function auth returned something other than credentials\. auth/),
      path: expect.stringMatching(/^auth/),
    });
    expect(bench.sent()).toEqual([]);
  });
  test("is asked again by the next call", async () => {
    let count = 0;
    const auth = async () => {
      if (count++ === 0) throw new Error("the database is down");
      return { api_key: "ak-canary-1" };
    };
    await using bench = await open(auth);
    await caught(bench.acme.notes.list());
    await bench.acme.notes.list();
    expect(count).toBe(2);
  });
});

test("refreshed tokens are stored under the credentials that the function returned", async () => {
  await using server = await serve(({ path, body }, response) =>
    path === "/token"
      ? json(response, 200, { access_token: `at-${new URLSearchParams(body).get("refresh_token")}` })
      : json(response, 200, { id: "n1" }),
  );
  const auth = { refresh_token: "rt-1", client_id: "c", client_secret: "s" };
  const Rotating = defineConnector({
    name: "rotating",
    title: "Rotating",
    endpoint: "https://rotating.example",
    auth: {
      oauth: {
        client_id: { description: "id" },
        client_secret: { description: "secret" },
        refresh_token: { description: "token" },
      },
    },
    schemes: {
      oauth: {
        kind: "oauth2-refresh",
        tokenUrl: "https://rotating.example/token",
        clientId: "{client_id}",
        clientSecret: "{client_secret}",
        refreshToken: "{refresh_token}",
      },
    },
    entities: {},
    operations: {},
  });
  const code = { endpoint: server.url, store: memoryStore() };
  const read = { effect: "read" } as const;
  await new Rotating({ auth }, code).request("GET /x", {}, read);
  await new Rotating({ auth: async () => auth }, code).request("GET /x", {}, read);
  expect(server.requests.map(({ path, headers }) => [path, headers.authorization])).toEqual([
    ["/token", undefined],
    ["/x", "Bearer at-rt-1"],
    ["/x", "Bearer at-rt-1"],
  ]);
});
