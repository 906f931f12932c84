import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { executePath, testService, type TestService } from "../support/service.ts";
import { expireAnswers } from "../support/stored-answers.ts";
import { onBothStores, type EmptyLocation } from "../support/stores.ts";

onBothStores((newLocation) => {
  let location: EmptyLocation;
  let service: TestService;
  let token: string;
  let id: string;
  let channel: string;
  let now = Date.now();
  /** Every request to the platform waits for this promise. */
  let gate: Promise<void> | undefined;
  let onReached = () => {};
  /** Sends a request and waits until the platform has received it. At that time, the key of the request is in use. */
  const until = async <T>(send: () => Promise<T>): Promise<{ answer: Promise<T> }> => {
    const reached = new Promise<void>((resolve) => (onReached = resolve));
    const answer = send();
    await reached;
    return { answer };
  };
  let broken = false;
  const open = () =>
    testService(location, {
      clock: { now: () => now, sleep: () => Promise.resolve() },
      code: {
        fetch: async (input, init) => {
          onReached();
          await gate;
          const answer = await service.sandbox.fetch(input, init);
          if (broken) throw Object.assign(new TypeError("fetch failed"), { cause: { code: "ECONNRESET" } });
          return answer;
        },
      },
    });
  beforeAll(async () => {
    location = await newLocation();
    service = await open();
    token = await service.scopedToken("u1");
    id = await service.create("u1");
    const { body } = await service.ask(executePath(id), {
      token,
      json: { entity: "channels", action: "list", params: { limit: 1 } },
    });
    channel = body.result[0].id;
  });
  afterAll(() => service.close());
  let key = 0;
  beforeEach(() => void key++);

  const post = (text: string, headers: object = { "idempotency-key": `key-${key}` }, more: object = {}) =>
    service.ask(executePath(id), {
      token,
      json: { entity: "messages", action: "create", params: { channel, text } },
      headers: { ...headers },
      ...more,
    });
  const posted = (text: string) =>
    service.sandbox.calls().filter((call) => JSON.stringify(call).includes(text)).length;

  test("execute runs once for a key, and a repeated call gets the same response", async () => {
    const first = await post("once 1");
    const again = await post("once 1");
    expect([first.status, again.status]).toEqual([200, 200]);
    expect(again.body).toEqual(first.body);
    expect([first, again].map(({ headers }) => headers.get("idempotent-replayed"))).toEqual([null, "true"]);
    expect(posted("once 1")).toBe(1);
  });

  test("a call with a key says when its connector was last used, to the minute", async () => {
    const lastUsed = async () => {
      const row = service.store.db.selectFrom("connectors").select("last_used_at").where("id", "=", id);
      return (await row.executeTakeFirstOrThrow()).last_used_at;
    };
    await post("used 1");
    const before = await lastUsed();
    now += 61_000;
    await post("used 2", { "idempotency-key": "used-2" });
    expect([before, await lastUsed()]).toEqual([expect.any(Number), now]);
    const rows = await service.store.db
      .selectFrom("audit")
      .select("id")
      .where("connector_id", "=", id)
      .where("at", "=", now)
      .execute();
    expect(rows).toHaveLength(1);
  });

  test("a token without the effect of the call does not get the stored response", async () => {
    await post("kept 1");
    for (const effects of [["read"], ["read", "spend", "destructive"], []]) {
      const weaker = await service.scopedToken("u1", { effects });
      const refused = await post("kept 1", undefined, { token: weaker });
      expect([effects, refused.status, refused.body.code]).toEqual([effects, 403, "policy_denied"]);
      expect(refused.body.errors[0].field).toBe("action");
      expect(refused.text).not.toContain("kept 1");
      expect(refused.headers.get("idempotent-replayed")).toBeNull();
    }
    const writer = await service.scopedToken("u1", { effects: ["write"] });
    expect((await post("kept 1", undefined, { token: writer })).status).toBe(200);
    expect(posted("kept 1")).toBe(1);
  });

  test("a token without the effect of the call does not get the stored error", async () => {
    broken = true;
    await post("kept 2");
    broken = false;
    const weaker = await service.scopedToken("u1", { effects: ["read"] });
    const refused = await post("kept 2", undefined, { token: weaker });
    expect([refused.status, refused.body.code]).toEqual([403, "policy_denied"]);
  });

  test("the order of params does not matter, and another request with the key is refused", async () => {
    await post("once 2");
    const turned = await post("", undefined, {
      json: { params: { text: "once 2", channel }, action: "create", entity: "messages" },
    });
    expect(turned.headers.get("idempotent-replayed")).toBe("true");
    const other = await post("twice 2");
    expect([other.status, other.body.code]).toEqual([422, "idempotency_key_reused"]);
    expect(posted("twice 2")).toBe(0);
  });

  test("while the call runs, the same key gets 409", async () => {
    const gated = Promise.withResolvers<void>();
    gate = gated.promise;
    const { answer: first } = await until(() => post("once 3"));
    const second = await post("once 3");
    expect([second.status, second.body.code, second.headers.get("retry-after")]).toEqual([
      409,
      "idempotency_in_progress",
      "1",
    ]);
    gate = undefined;
    gated.resolve();
    expect((await first).status).toBe(200);
    expect((await post("once 3")).headers.get("idempotent-replayed")).toBe("true");
    expect(posted("once 3")).toBe(1);
  });

  test("a call that did nothing can be repeated with its key", async () => {
    const nowhere = {
      json: { entity: "messages", action: "create", params: { channel: "C0000000000", text: "x" } },
    };
    expect((await post("", undefined, nowhere)).status).toBe(422);
    expect((await post("", undefined, nowhere)).headers.get("idempotent-replayed")).toBeNull();
  });

  test("an unknown outcome is stored, and the call never runs again", async () => {
    broken = true;
    const first = await post("unclear");
    broken = false;
    expect([first.status, first.body.code, first.body.outcome]).toEqual([
      502,
      "upstream_unreachable",
      "unknown",
    ]);
    const again = await post("unclear");
    expect([again.status, again.body.code, again.body.outcome]).toEqual([
      502,
      "upstream_unreachable",
      "unknown",
    ]);
    expect(posted("unclear")).toBe(1);
  });

  test("if the service stops during a call, the outcome stays unknown", async () => {
    gate = new Promise(() => {});
    const { answer: lost } = await until(() => post("lost"));
    expect((await post("lost")).body.code).toBe("idempotency_in_progress");
    // The process of the call ends, and another process opens the store.
    await service.close();
    void lost.catch(() => {});
    gate = undefined;
    const restarted = await open();
    service = restarted;
    token = await service.scopedToken("u1");
    now += 60_000 + 6000;
    const after = await post("lost");
    expect([after.status, after.body.code, after.body.outcome]).toEqual([
      409,
      "idempotency_outcome_unknown",
      "unknown",
    ]);
    expect(after.body.retryable).toBe(false);
  });

  test("create makes one connector, and a repeated request gets the same response", async () => {
    const json = {
      external_user_id: "u-create",
      connector_type: "Slack",
      credentials: { api_token: service.sandbox.tokens.bot },
    };
    const ask = {
      token: await service.scopedToken("u-create"),
      json,
      headers: { "idempotency-key": "create" },
    };
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => service.ask("/v1/integrations/connectors", ask)),
    );
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    const { body } = await service.ask("/v1/integrations/connectors", { token: ask.token });
    expect(body.data.length).toBe(1);
    const other = await service.ask("/v1/integrations/connectors", { ...ask, json: { ...json, name: "x" } });
    expect([other.status, other.body.code]).toEqual([422, "idempotency_key_reused"]);
  });

  test("a repeated create with validate does not validate again", async () => {
    const ask = {
      token: await service.scopedToken("u-validate"),
      json: {
        external_user_id: "u-validate",
        connector_type: "Slack",
        credentials: { api_token: service.sandbox.tokens.bot },
        validate: true,
      },
      headers: { "idempotency-key": "validated" },
    };
    const first = await service.ask("/v1/integrations/connectors", ask);
    expect(first.status).toBe(200);
    // From now on, the platform refuses the credentials.
    service.sandbox.fail({ operation: "auth.test", kind: "ok_false", error: "token_revoked" });
    const calls = service.sandbox.calls().length;
    const again = await service.ask("/v1/integrations/connectors", ask);
    expect([again.status, again.body]).toEqual([200, first.body]);
    expect(again.headers.get("idempotent-replayed")).toBe("true");
    expect(service.sandbox.calls().length).toBe(calls);
    const other = { ...ask, json: { ...ask.json, name: "Other" } };
    expect((await service.ask("/v1/integrations/connectors", other)).body.code).toBe(
      "idempotency_key_reused",
    );
    // This request gets the planned refusal of the platform, which no earlier request has used.
    const headers = { "idempotency-key": "refused" };
    const refused = await service.ask("/v1/integrations/connectors", { ...ask, headers });
    expect([refused.status, refused.body.code]).toEqual([424, "credential_rejected"]);
  });

  test("if the response to a post is lost, the message is found and its response is stored", async () => {
    service.sandbox.fail({ operation: "chat.postMessage", kind: "http_500", done: true });
    const [first, again] = [await post("found"), await post("found")];
    expect(first.body).toMatchObject({
      result: { channel, text: "found" },
      connector_metadata: { recovered: "upstream_error" },
    });
    expect(JSON.stringify(first.body)).not.toContain("agent_connectors_message");
    expect(again.body).toEqual(first.body);
    expect(posted("found")).toBe(1);
  });

  test("Slack gets the same fingerprint for the same key and call, even after a restart", async () => {
    const marks: unknown[] = [];
    for (let nth = 0; nth < 2; nth++) {
      // The platform refuses the call, so the key is free again.
      service.sandbox.fail({ operation: "chat.postMessage", kind: "ok_false", error: "restricted_action" });
      expect((await post("marked")).status).toBe(422);
      marks.push(service.sandbox.calls().at(-1)!.args["metadata"]);
      await service.close();
      service = await open();
      token = await service.scopedToken("u1");
    }
    expect(marks[0]).toMatch(/"key":"[0-9a-f]{32}"/);
    expect(marks[1]).toBe(marks[0]);
    // Only the store keeps the outcome. After the outcome has expired, the call runs again.
    expect((await post("marked")).status).toBe(200);
    await expireAnswers(service.store);
    expect((await post("marked")).headers.get("idempotent-replayed")).toBeNull();
    expect(posted("marked")).toBe(2);
  });

  test("a key is valid for one user and one day", async () => {
    const theirs = await service.create("u2");
    const json = { entity: "messages", action: "create", params: { channel, text: "day" } };
    const headers = { "idempotency-key": "shared" };
    await service.ask(executePath(id), { token, json, headers });
    const other = await service.ask(executePath(theirs), {
      token: await service.scopedToken("u2"),
      json,
      headers,
    });
    expect([other.status, other.headers.get("idempotent-replayed")]).toEqual([200, null]);
    await expireAnswers(service.store);
    const later = await service.ask(executePath(id), { token, json, headers });
    expect([later.status, later.headers.get("idempotent-replayed")]).toEqual([200, null]);
  });
});
