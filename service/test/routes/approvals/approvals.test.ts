import { slackSandbox, type SlackSandbox } from "agent-connectors/sandbox";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openBrowser } from "../../support/connect.ts";
import { signIn } from "../../support/operator.ts";
import { executePath, testService, type TestService } from "../../support/service.ts";
import { onBothStores } from "../../support/stores.ts";

// Calls that wait for a person, over HTTP.

onBothStores((newLocation, kind) => {
  let service: TestService;
  let connector_id: string;
  let location: Awaited<ReturnType<typeof newLocation>>;
  let channel: string;
  let shared: string;
  let sandbox: SlackSandbox;
  let agent: string;
  let application: string;

  const open = () => testService(location, { sandbox, limits: { approvalSeconds: 3600 } });
  beforeEach(async () => {
    sandbox = slackSandbox({
      rateLimits: false,
      workspace: {
        users: ["Maya", { name: "Paul", company: "Acme Corp" }, { name: "assistant", is_bot: true }],
        channels: ["general", { name: "partners", shared_with: ["Acme Corp"] }],
      },
    });
    const channels = sandbox.state().channels;
    channel = channels.find(({ name }) => name === "general")!.id;
    shared = channels.find(({ name }) => name === "partners")!.id;
    location = await newLocation();
    service = await open();
    connector_id = await service.create("ana");
    agent = await service.scopedToken("ana", { effects: ["read", "write", "spend", "destructive"] });
    application = await service.applicationToken();
    await setRules([{ effects: ["write"] }]);
  });
  afterEach(() => service.close());

  const setRules = async (approval: unknown, status = 200) => {
    const answer = await service.ask("/v1/policies", {
      method: "PUT",
      token: application,
      json: { connector_type: "Slack", policy: { approval } },
    });
    expect(answer.status).toBe(status);
    return answer.body;
  };
  const post = (text: string, more: { key?: string; to?: string; token?: string } = {}) =>
    service.ask(executePath(connector_id), {
      token: more.token ?? agent,
      json: { entity: "messages", action: "create", params: { channel: more.to ?? channel, text } },
      ...(more.key === undefined ? {} : { headers: { "idempotency-key": more.key } }),
    });
  const posts = () =>
    sandbox
      .calls()
      .filter(({ method }) => method === "chat.postMessage")
      .map(({ args }) => args.text);
  const ask = async (text: string, more = {}): Promise<string> => {
    const { status, body } = await post(text, more);
    expect({ status, code: body.code, outcome: body.outcome }).toEqual({
      status: 202,
      code: "approval_pending",
      outcome: "not_started",
    });
    return body.pending.id;
  };
  const decide = (id: string, json: object = {}, token = application) =>
    service.ask(`/v1/approvals/${id}/decide`, { token, json: { approve: true, by: "maya", ...json } });
  const get = async (id: string, token = agent) => (await service.ask(`/v1/approvals/${id}`, { token })).body;
  const list = async (token = agent) => (await service.ask("/v1/approvals", { token })).body.data;

  test("a write waits, a decision runs it, and the agent reads the outcome", async () => {
    const id = await ask("Hi");
    expect(posts()).toEqual([]);
    expect(await list()).toMatchObject([
      { id, status: "pending", entity: "messages", connector_type: "Slack" },
    ]);
    const shown = await get(id);
    expect(shown.text).toContain("Where: #general");
    expect(shown.text).toContain('Param text: "Hi"');
    const { status, body } = await decide(id);
    expect(status).toBe(200);
    expect(body).toMatchObject({ status: "ended", outcome: { ok: true }, answers: [{ by: "maya" }] });
    expect(posts()).toEqual(["Hi"]);
    expect((await get(id)).result).toMatchObject({ status: "success", result: { channel } });
    expect(await list()).toEqual([]);
    expect((await decide(id)).status).toBe(200);
    expect((await decide(id, { by: "ken", approve: false })).body).toMatchObject({
      code: "approval_closed",
      message: expect.stringContaining("already ended") as unknown,
    });
    expect(posts()).toEqual(["Hi"]);
  });

  test("reads and calls without a rule are not asked about; without the field, nobody is asked", async () => {
    const read = { entity: "channels", action: "list" };
    expect((await service.ask(executePath(connector_id), { token: agent, json: read })).status).toBe(200);
    await setRules([]);
    expect((await post("free")).status).toBe(200);
    // With rules, also with none, people of another company are a reason to ask and not a reason to refuse.
    await ask("to partners", { to: shared });
    await service.ask("/v1/policies?connector_type=Slack", { method: "DELETE", token: application });
    expect((await post("to partners", { to: shared })).body.code).toBe("policy_denied");
    expect(posts()).toEqual(["free"]);
  });

  test("a standing permission covers what it names until it ends", async () => {
    const until = new Date(Date.now() + 3_600_000).toISOString();
    await setRules([{ effects: ["write"] }, { allow: true, actions: ["messages.create"], until }]);
    expect((await post("free")).status).toBe(200);
    await ask("to partners", { to: shared });
    await setRules([
      { effects: ["write"] },
      { allow: true, actions: ["messages.create"], until: "2020-01-01T00:00:00Z" },
    ]);
    await ask("again");
    expect(posts()).toEqual(["free"]);
  });

  test("the token of an agent can never decide, nor make a link; another user sees nothing", async () => {
    const id = await ask("Hi");
    for (const path of ["decide", "links"])
      expect(
        await service.ask(`/v1/approvals/${id}/${path}`, {
          token: agent,
          json: { approve: true, by: "maya" },
        }),
      ).toMatchObject({ status: 403, body: { code: "insufficient_scope" } });
    const other = await service.scopedToken("bob");
    expect((await get(id, other)).code).toBe("not_found");
    expect(await list(other)).toEqual([]);
    expect(posts()).toEqual([]);
  });

  test("a refused or cancelled call is not sent, and the agent reads why", async () => {
    const [first, second] = [await ask("one"), await ask("two")];
    const cancel = (token: string, json: unknown) =>
      service.ask(`/v1/approvals/${first}/cancel`, { method: "POST", token, json });
    // Only the application can say which person cancels.
    for (const [token, json, status] of [
      [agent, { by: "maya" }, 403],
      [application, { by: "" }, 422],
      [application, { by: "a\u0000" }, 422],
      [application, { by: "maya", note: "x" }, 422],
      [application, [], 422],
    ] as const)
      expect([json, (await cancel(token, json)).status]).toEqual([json, status]);
    expect((await decide(first, { approve: false, note: "Not today" })).body.status).toBe("rejected");
    expect(await get(first)).toMatchObject({ status: "rejected", answers: [{ note: "Not today" }] });
    expect(
      (await service.ask(`/v1/approvals/${second}/cancel`, { method: "POST", token: agent })).body.status,
    ).toBe("cancelled");
    expect((await decide(second)).body.code).toBe("approval_closed");
    expect(posts()).toEqual([]);
  });

  test("a cancellation of a call that runs already says that it runs, and the call ends", async () => {
    const arrived = Promise.withResolvers<void>();
    const opened = Promise.withResolvers<void>();
    const { fetch: send } = sandbox.options;
    const fetch: typeof globalThis.fetch = async (input, init) => {
      if (String(input instanceof Request ? input.url : input).endsWith("chat.postMessage")) {
        arrived.resolve();
        await opened.promise;
      }
      return send!(input, init);
    };
    await service.close();
    service = await testService(location, { sandbox, code: { fetch } });
    const id = await ask("Hi");
    const decided = decide(id);
    await arrived.promise;
    const cancelled = await service.ask(`/v1/approvals/${id}/cancel`, { method: "POST", token: agent });
    expect(cancelled.body.status).toBe("running");
    opened.resolve();
    expect((await decided).body).toMatchObject({ status: "ended", outcome: { ok: true } });
    expect(await get(id)).toMatchObject({ status: "ended", outcome: { ok: true } });
    expect(posts()).toEqual(["Hi"]);
  });

  // With SQLite, there is only one process.
  test.skipIf(kind === "sqlite").each(["create", "update"])(
    "a replica that comes too late to run messages.%s says nothing about its outcome",
    async (action) => {
      await setRules([]);
      const { ts } = (await post("Draft")).body.result;
      await setRules([{ effects: ["write"] }]);
      const params = action === "create" ? { channel, text: "Hi" } : { channel, ts, text: "Hi" };
      const { body: asked } = await service.ask(executePath(connector_id), {
        token: agent,
        json: { entity: "messages", action, params },
      });
      const { id } = asked.pending;
      await service.close();
      const { fetch: send } = sandbox.options;
      const [lateLooks, written, swept] = [
        Promise.withResolvers<void>(),
        Promise.withResolvers<void>(),
        Promise.withResolvers<void>(),
      ];
      service = await testService(location, {
        sandbox,
        code: {
          async fetch(input, init) {
            await lateLooks.promise;
            const answer = await send!(input, init);
            const url = String(input instanceof Request ? input.url : input);
            if (/chat\.(postMessage|update)$/.test(url)) {
              written.resolve();
              await swept.promise;
            }
            return answer;
          },
        },
      });
      const { service: late, close } = await testService(location, {
        sandbox,
        code: {
          async fetch(input, init) {
            lateLooks.resolve();
            await written.promise;
            return send!(input, init);
          },
        },
      });
      const decided = decide(id);
      while ((await get(id)).status === "pending") await new Promise((resolve) => setTimeout(resolve, 1));
      await late.sweep();
      swept.resolve();
      await close();
      expect((await decided).body).toMatchObject({ status: "ended", outcome: { ok: true } });
      const { messages } = sandbox.state().channels.find((one) => one.id === channel)!;
      expect(messages.filter(({ text }) => text === "Hi")).toHaveLength(1);
    },
  );

  test("many decisions at the same time run the call once", async () => {
    const id = await ask("Hi");
    const answers = await Promise.all(
      Array.from({ length: 12 }, async (_, index) =>
        decide(id, { by: index % 2 ? "maya" : "ken", approve: index !== 5 }),
      ),
    );
    expect(answers.every(({ status }) => [200, 409].includes(status))).toBe(true);
    const { status, answers: stored } = await get(id);
    expect(stored).toHaveLength(1);
    expect(posts()).toHaveLength(status === "ended" ? 1 : 0);
  });

  test("the same call is asked about once; the same idempotency key finds its approval", async () => {
    const id = await ask("Hi");
    expect(await ask("Hi")).toBe(id);
    expect(await ask("Other")).not.toBe(id);
    const keyed = await ask("Hi", { key: "k1" });
    expect(keyed).not.toBe(id);
    await decide(keyed);
    const { status, body, headers } = await post("Hi", { key: "k1" });
    expect([status, body.status, headers.get("idempotent-replayed")]).toEqual([200, "success", "true"]);
    expect((await post("Else", { key: "k1" })).body.code).toBe("idempotency_key_reused");
    const refused = await ask("No", { key: "k2" });
    expect(await ask("No", { key: "k2" })).toBe(refused);
    await decide(refused, { approve: false, note: "never" });
    expect((await post("No", { key: "k2" })).body).toMatchObject({
      code: "approval_denied",
      message: expect.stringContaining("never") as unknown,
    });
    expect(posts()).toEqual(["Hi"]);
  });

  test("a call does not run if what it rests on has changed since", async () => {
    await setRules([]);
    const { ts } = (await post("first")).body.result as { ts: string };
    const update = async (text: string) =>
      service.ask(executePath(connector_id), {
        token: agent,
        json: { entity: "messages", action: "update", params: { channel, ts, text } },
      });
    await setRules([{ actions: ["messages.update"] }]);
    const id = (await update("approved")).body.pending.id as string;
    await setRules([]);
    expect((await update("in between")).status).toBe(200);
    const { body } = await decide(id);
    expect(body).toMatchObject({
      status: "ended",
      outcome: { ok: false, error: { code: "approval_denied", outcome: "not_started" } },
    });
    expect(body.outcome.error.message).toContain("in between");
    expect(sandbox.calls().filter(({ method }) => method === "chat.update")).toHaveLength(1);
  });

  test("a revoked token, and a policy that came later, stop an approved call", async () => {
    const [first, second] = [await ask("one"), await ask("two")];
    await service.ask("/v1/policies", {
      method: "PUT",
      token: application,
      json: { connector_id, policy: { exclude: ["messages.create"] } },
    });
    expect((await decide(first)).body.outcome).toMatchObject({ ok: false, error: { code: "policy_denied" } });
    await service.ask("/v1/applications/tokens/revoke", { token: application, json: { token: agent } });
    expect((await decide(second)).body.outcome).toMatchObject({
      ok: false,
      error: { code: "approval_denied", message: expect.stringContaining("revoked") as unknown },
    });
    expect(posts()).toEqual([]);
  });

  test("a revoked long-lived token stops an approved call", async () => {
    const named = { external_user_id: "ana", name: "n8n" };
    const program = (await service.ask("/v1/tokens", { token: application, json: named })).body;
    const third = await ask("three", { token: program.token });
    await service.ask(`/v1/tokens/${program.id}`, { method: "DELETE", token: application });
    expect((await decide(third)).body.outcome).toMatchObject({
      ok: false,
      error: { code: "approval_denied" },
    });
    expect(posts()).toEqual([]);
  });

  test("a call of an MCP client waits for a person too, and the client learns how to read the outcome", async () => {
    const params = {
      name: "slack_write",
      arguments: { entity: "messages", action: "create", params: { channel, markdown_text: "Hi" } },
    };
    const { body } = await service
      .ask("/mcp", {
        token: agent,
        json: { jsonrpc: "2.0", id: 1, method: "tools/call", params },
        headers: { accept: "application/json, text/event-stream" },
      })
      .then(({ text }) => ({ body: JSON.parse(/^data: (.*)$/m.exec(text)?.[1] ?? text) }));
    const [{ id }] = await list();
    expect(body.result.content[0].text).toContain("approval_pending");
    expect(body.result.content[0].text).toContain(id);
    expect((await decide(id)).body).toMatchObject({ status: "ended", outcome: { ok: true } });
    expect(posts()).toHaveLength(1);
  });

  test("an approved call that the platform did not take yet runs after a restart, once, although nobody asks for it", async () => {
    let isDown = true;
    const { fetch: send } = sandbox.options;
    const fetch: typeof globalThis.fetch = async (input, init) => {
      const url = String(input instanceof Request ? input.url : input);
      if (isDown && url.endsWith("chat.postMessage"))
        return new Response("", { status: 429, headers: { "retry-after": "600" } });
      return send!(input, init);
    };
    await service.close();
    service = await testService(location, { sandbox, code: { fetch, totalWaitMs: 0 } });
    const id = await ask("Hi");
    expect((await decide(id)).body).toMatchObject({ status: "approved" });
    expect(posts()).toEqual([]);
    isDown = false;
    await service.close();
    service = await open();
    await Promise.all([service.service.sweep(), service.service.sweep()]);
    await service.service.sweep();
    expect(await get(id)).toMatchObject({ status: "ended", outcome: { ok: true } });
    expect(posts()).toEqual(["Hi"]);
  });

  test("deleting the user deletes the calls that wait", async () => {
    const id = await ask("Hi");
    await service.ask("/v1/users/ana", { method: "DELETE", token: application });
    expect((await get(id, application)).code).toBe("not_found");
    expect(
      await service.store.db.selectFrom("records").selectAll().where("key", "like", `%${id}`).execute(),
    ).toEqual([]);
  });

  test("the store has neither the text of the call nor its preview in the clear", async () => {
    await ask("a very private text");
    const rows = await service.store.db.selectFrom("records").selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain("private text");
  });

  describe("two persons", () => {
    beforeEach(() => setRules([{ effects: ["write"], persons: 2 }]));

    test("links are not enough, and two different signed-in people are", async () => {
      const id = await ask("Hi");
      expect((await decide(id)).body.code).toBe("approval_denied");
      expect((await decide(id, { signed_in: true })).body.status).toBe("pending");
      expect((await decide(id, { signed_in: true })).body.status).toBe("pending");
      expect(posts()).toEqual([]);
      const ken = await signIn(service, ["approvals:decide"], { name: "Ken" });
      expect((await ken.submit(`/operate/approvals/${id}`, { decision: "approve" })).status).toBe(303);
      expect((await get(id)).status).toBe("ended");
      expect(posts()).toEqual(["Hi"]);
    });
  });

  describe("pages", () => {
    const link = async (id: string, by = "maya@example.com") =>
      (await service.ask(`/v1/approvals/${id}/links`, { token: application, json: { by } })).body
        .url as string;

    test("a link shows the call, changes nothing when it is opened, and decides once when the form is sent", async () => {
      const id = await ask("Hi <b>all</b>");
      const url = await link(id);
      const browser = openBrowser(service);
      for (let opened = 0; opened < 3; opened++) {
        const { status, text } = await browser.get(url);
        expect(status).toBe(200);
        expect(text).toContain("#general");
        expect(text).not.toContain("<b>all</b>");
      }
      expect((await get(id)).status).toBe("pending");
      expect(
        (
          await service.ask(new URL(url).pathname, {
            body: "decision=approve",
            headers: { "content-type": "application/x-www-form-urlencoded" },
          })
        ).status,
      ).toBe(403);
      expect((await browser.submit(url, { decision: "approve" })).status).toBe(303);
      expect((await browser.get(url)).text).toContain("and done");
      expect((await browser.submit(url, { decision: "refuse" })).status).toBe(409);
      expect(posts()).toEqual(["Hi <b>all</b>"]);
      expect(await get(id)).toMatchObject({ answers: [{ by: "maya@example.com", signed_in: false }] });
    });

    test("a changed link is refused", async () => {
      const url = await link(await ask("Hi"));
      const path = new URL(url).pathname;
      const last = path.at(-2) === "A" ? "B" : "A";
      for (const one of [
        `${path}x`,
        path.slice(0, -2) + last + path.at(-1)!,
        "/approve/x",
        `/approve/${"~".repeat(40)}`,
      ])
        expect((await service.ask(one)).status).toBe(404);
    });

    test("operators see what waits, and only those with the role decide", async () => {
      const id = await ask("Hi");
      const reader = await signIn(service, ["audit:read"], { name: "Rita" });
      expect((await reader.get("/operate/approvals")).status).toBe(403);
      expect((await reader.submit(`/operate/approvals/${id}`, { decision: "approve" })).status).toBe(403);
      const ken = await signIn(service, ["approvals:decide"], { name: "Ken" });
      expect((await ken.get("/operate/approvals")).text).toContain(id);
      expect((await ken.get(`/operate/approvals/${id}`)).text).toContain("#general");
      await ken.submit(`/operate/approvals/${id}`, { decision: "refuse", note: "No" });
      expect(await get(id)).toMatchObject({
        status: "rejected",
        answers: [{ by: "Ken", note: "No", signed_in: true }],
      });
      expect(posts()).toEqual([]);
    });
  });

  test("a tool call of a program in any language waits too, and its text says so to the model", async () => {
    const { body } = await service.ask(`/v1/integrations/connectors/${connector_id}/tools/call`, {
      token: agent,
      json: {
        tool: "slack",
        arguments: { entity: "messages", action: "create", params: { channel, text: "Hi" } },
      },
    });
    expect(body).toMatchObject({ ok: false, error: { code: "approval_pending" } });
    const { id } = body.error.pending;
    expect(body.text).toContain(id);
    const read = async (token = agent) =>
      (
        await service.ask(`/v1/integrations/connectors/${connector_id}/tools/call`, {
          token,
          json: { tool: "slack", arguments: { entity: "connector", action: "outcome", params: { id } } },
        })
      ).body;
    expect(await read()).toMatchObject({ ok: false, error: { code: "approval_pending", pending: { id } } });
    const { body: ended } = await decide(id);
    expect(ended).toMatchObject({ status: "ended", result: { ok: true } });
    expect(await read()).toEqual(ended.result);
    expect(await read(await service.scopedToken("bob"))).toMatchObject({ code: "connector_not_found" });
    expect(posts()).toEqual(["Hi"]);
  });

  test("a call over /mcp waits too, and the client reads its outcome", async () => {
    const call = async (name: string, args: object) => {
      const params = { name, arguments: args };
      const { text } = await service.ask("/mcp", {
        token: agent,
        json: { jsonrpc: "2.0", id: 1, method: "tools/call", params },
        headers: { accept: "application/json, text/event-stream" },
      });
      const [data] = /\{.*\}/s.exec(text)!;
      return (JSON.parse(data!) as { result: unknown }).result as {
        isError?: boolean;
        content: { text: string }[];
      };
    };
    const asked = await call("slack_write", {
      entity: "messages",
      action: "create",
      params: { channel, text: "Hi" },
    });
    expect([asked.isError, asked.content[0]!.text]).toEqual([
      true,
      expect.stringContaining("approval_pending") as unknown,
    ]);
    const [{ id }] = (await list()) as [{ id: string }];
    const read = () => call("slack_read", { entity: "connector", action: "outcome", params: { id } });
    expect((await read()).content[0]!.text).toContain("approval_pending");
    await decide(id);
    const outcome = await read();
    expect([outcome.isError ?? false, outcome.content[0]!.text]).toEqual([
      false,
      expect.stringContaining('"ts"') as unknown,
    ]);
    expect(posts()).toEqual(["Hi"]);
  });

  test("webhooks tell what happened without the content of the call", async () => {
    await service.ask("/v1/webhooks", {
      token: application,
      json: {
        url: "https://example.com/hook",
        event_types: ["approval.requested", "approval.decided", "approval.ended"],
      },
    });
    const id = await ask("a very private text");
    await decide(id);
    const rows = await service.store.db.selectFrom("webhook_deliveries").selectAll().orderBy("id").execute();
    expect(rows.map(({ type }) => type).sort()).toEqual([
      "approval.decided",
      "approval.ended",
      "approval.requested",
    ]);
    for (const { payload } of rows) {
      expect(payload).not.toContain("private");
      expect(JSON.parse(payload)).toMatchObject({
        data: { approval_id: id, connector_id, external_user_id: "ana" },
      });
    }
  });

  test("wrong rules, ids and decisions are refused with the name of the field", async () => {
    for (const [rules, path] of [
      ["yes", "policy.approval"],
      [[{ effect: ["write"] }], "policy.approval[0].effect"],
      [[{ persons: 0 }], "policy.approval[0].persons"],
      [[{ allow: true }], "policy.approval[0].until"],
    ] as const)
      expect(await setRules(rules, 422)).toMatchObject({ path });
    expect((await get("nothing")).code).toBe("not_found");
    expect((await get("%27%20or%201=1")).code).toBe("not_found");
    const id = await ask("Hi");
    for (const json of [{ approve: "yes" }, { by: "" }, { by: 7 }, { note: "x".repeat(2000) }, { more: 1 }])
      expect((await decide(id, json)).status).toBe(422);
    expect(posts()).toEqual([]);
  });
});
