import { slackSandbox, type SlackSandbox } from "agent-connectors/sandbox";
import { afterEach, beforeEach, expect, test } from "vitest";
import { signIn } from "../../support/operator.ts";
import { executePath, testService, type TestService } from "../../support/service.ts";
import { onBothStores } from "../../support/stores.ts";

// What agents have written, and stops of all writes, over HTTP.

onBothStores((newLocation) => {
  let service: TestService;
  let sandbox: SlackSandbox;
  let location: Awaited<ReturnType<typeof newLocation>>;
  let connector_id: string;
  let channel: string;
  let agent: string;
  let application: string;

  beforeEach(async () => {
    sandbox = slackSandbox({ rateLimits: false });
    channel = "C07A1QW2ER3";
    location = await newLocation();
    service = await testService(location, { sandbox });
    connector_id = await service.create("ana");
    const effects = ["read", "write", "spend", "destructive"];
    agent = await service.scopedToken("ana", { effects });
    application = await service.applicationToken();
  });
  afterEach(() => service.close());

  const post = (text: string, { id = connector_id, token = agent, ...more } = {} as Record<string, string>) =>
    service.ask(executePath(id!), {
      token: token!,
      json: { entity: "messages", action: "create", params: { channel, text }, ...more },
    });
  const posts = () => sandbox.calls().filter(({ method }) => method === "chat.postMessage").length;
  const journal = async (query = "", token = application) =>
    (await service.ask(`/v1/journal${query}`, { token })).body.data;
  const stop = (json: object = {}, token = application) =>
    service.ask("/v1/stops", { token, json: { by: "maya@example.com", ...json } });
  const resume = (query = "", token = application) =>
    service.ask(`/v1/stops${query}`, { method: "DELETE", token });

  test("the journal lists the writes of a run, of a connector and of a user, and no read", async () => {
    const other = await service.create("bob");
    const { body } = await post("one", { run: "run 7" });
    await post("two");
    await post("three", { id: other, token: await service.scopedToken("bob") });
    await service.ask(executePath(connector_id), {
      token: agent,
      json: { entity: "channels", action: "list" },
    });
    expect(await journal("?run=run%207")).toMatchObject([
      {
        status: "ok",
        run: "run 7",
        connector: "slack",
        connector_id,
        external_user_id: "ana",
        entity: "messages",
        action: "create",
        params: { channel, text: "one" },
        undo: { action: "delete", params: { ts: body.result.ts } },
      },
    ]);
    const texts = async (query: string, token?: string) =>
      (await journal(query, token)).map(({ params }: { params: { text: string } }) => params.text).join();
    expect((await texts("")).split(",").toSorted()).toEqual(["one", "three", "two"]);
    expect(await texts(`?connector_id=${connector_id}`)).toBe("two,one");
    expect(await texts("?external_user_id=bob")).toBe("three");
    const ana = `?connector_id=${connector_id}&limit=1`;
    const page = await service.ask(`/v1/journal${ana}`, { token: application });
    expect(await texts(`${ana}&cursor=${page.body.next_cursor}`)).toBe("one");
    expect(page.body.data[0].run).toMatch(/^token /);
    const reader = await service.scopedToken("bob", { scopes: ["audit:read"] });
    expect(await texts("", reader)).toBe("three");
    expect((await service.ask("/v1/journal", { token: agent })).status).toBe(403);
  });

  test.each([
    ["the organization", () => ({}), ""],
    ["a user", () => ({ external_user_id: "ana" }), "?external_user_id=ana"],
    ["a connector", () => ({ connector_id }), () => `?connector_id=${connector_id}`],
  ])("a stop of %s refuses writes, keeps reads, and an agent cannot end it", async (_name, target, query) => {
    const ended = typeof query === "string" ? query : query();
    expect((await stop({}, agent)).status).toBe(403);
    const { status, body } = await stop({ ...target(), reason: "The wrong channel" });
    expect({ status, ...body }).toMatchObject({ status: 200, by: "maya@example.com", under_way: [] });
    const refused = await post("no");
    expect({ status: refused.status, ...refused.body }).toMatchObject({
      status: 403,
      code: "stopped",
      outcome: "not_started",
      message: expect.stringContaining("maya@example.com"),
    });
    expect(posts()).toBe(0);
    expect(await journal()).toMatchObject([{ status: "failed", error: { code: "stopped" } }]);
    const read = { entity: "channels", action: "list" };
    expect((await service.ask(executePath(connector_id), { token: agent, json: read })).status).toBe(200);
    expect((await service.ask("/v1/stops", { token: application })).body.data).toMatchObject([target()]);
    expect((await resume(ended, agent)).status).toBe(403);
    expect((await resume(ended)).body).toEqual({ resumed: true });
    expect((await resume(ended)).body).toEqual({ resumed: false });
    expect((await post("yes")).status).toBe(200);
    expect(posts()).toBe(1);
  });

  test("a stop names every write that reaches the platform after its answer", async () => {
    for (let round = 0; round < 4; round++) {
      const texts = Array.from({ length: 8 }, (_, index) => `${round} ${index}`);
      const writing = texts.map((text) => post(text));
      await writing[round * 2];
      const { body } = await stop({ connector_id });
      const before = posts();
      await Promise.all(writing);
      const later = sandbox
        .calls()
        .filter(({ method }) => method === "chat.postMessage")
        .slice(before);
      const named = body.under_way.map(({ params }: { params: { text: string } }) => params.text);
      expect(named).toEqual(expect.arrayContaining(later.map(({ args }) => args.text)));
      await resume(`?connector_id=${connector_id}`);
    }
  });

  test("a stop concerns only its user, and a user without connectors can be unknown", async () => {
    const other = await service.create("bob");
    await stop({ external_user_id: "bob" });
    expect((await post("yes")).status).toBe(200);
    const bob = await service.scopedToken("bob");
    expect((await post("no", { id: other, token: bob })).body.code).toBe("stopped");
    expect((await stop({ external_user_id: "eve" })).status).toBe(404);
    expect((await stop({ external_user_id: "bob", connector_id: other })).status).toBe(422);
  });

  test("a stop ends with its connector or its user, because nobody could end it afterwards", async () => {
    const stops = async () => (await service.ask("/v1/stops", { token: application })).body.data.length;
    await stop({ connector_id });
    await stop({ external_user_id: "ana" });
    expect(await stops()).toBe(2);
    const path = `/v1/integrations/connectors/${connector_id}`;
    await service.ask(path, { token: application, method: "DELETE" });
    expect(await stops()).toBe(1);
    await service.ask("/v1/users/ana", { token: application, method: "DELETE" });
    expect(await stops()).toBe(0);
  });

  test("a call that waits for an approval does not run after a stop, although a person agrees", async () => {
    await service.ask("/v1/policies", {
      method: "PUT",
      token: application,
      json: { connector_type: "Slack", policy: { approval: [{ effects: ["write"] }] } },
    });
    const { body } = await post("Hi", { run: "run 8" });
    await stop();
    const decided = await service.ask(`/v1/approvals/${body.pending.id}/decide`, {
      token: application,
      json: { approve: true, by: "maya" },
    });
    expect(decided.body).toMatchObject({
      status: "ended",
      outcome: { ok: false, error: { code: "stopped" } },
    });
    expect(posts()).toBe(0);
    const decision = { by: ["maya"], approval: body.pending.id };
    expect(await journal("?run=run%208")).toMatchObject([{ status: "failed", decision }]);
  });

  test("operators read the journal, and only an admin stops and resumes on its page", async () => {
    await post("Hi <b>all</b>", { run: "<i>run</i>" });
    const reader = await signIn(service, ["audit:read"], { name: "Rita" });
    const { text } = await reader.get("/operate/journal");
    expect(text).toContain("messages.create");
    expect(text).not.toContain("<i>run</i>");
    expect(text).not.toContain("/operate/journal/stop");
    expect((await reader.submit("/operate/journal/stop", {})).status).toBe(403);
    const connector = await signIn(service, ["connect"], { name: "Cleo" });
    expect((await connector.get("/operate/journal")).status).toBe(403);
    const admin = await signIn(service, ["admin"], { name: "Ana" });
    const fields = { of: "writes", external_user_id: "ana", reason: "The wrong channel" };
    const stopped = await admin.submit("/operate/journal/stop", fields);
    expect(stopped.text).toContain("No write was under way.");
    expect((await post("no")).body.message).toContain("“Ana” stopped them");
    expect((await admin.get("/operate/journal")).text).toContain(
      "Ana has stopped the writes of the user ana",
    );
    const target = { of: "writes", external_user_id: "ana" };
    const { status } = await admin.submit("/operate/journal/resume", target);
    expect(status).toBe(303);
    expect((await post("yes")).status).toBe(200);
  });

  test("the policies and rules of a connector are explained in sentences", async () => {
    const policy = { exclude: ["pins"], external: false, approval: [{ notified_over: 5 }] };
    await service.ask("/v1/policies", {
      method: "PUT",
      token: application,
      json: { connector_type: "Slack", policy },
    });
    const path = `/v1/integrations/connectors/${connector_id}/explain`;
    const token = await service.scopedToken("ana", { effects: ["read", "write"] });
    const { body } = await service.ask(path, { token });
    for (const sentence of [
      "The agent cannot do what cannot be undone in Slack.",
      "The agent cannot write where people of another company can read.",
      "A person must agree to every call that notifies more than 5 people.",
    ])
      expect(body.sentences).toContain(sentence);
    expect(body.refused.length).toBeGreaterThan(1);
    expect((await service.ask(path, { token: await service.scopedToken("bob") })).status).toBe(404);
  });

  test("a run is undone while writes are stopped, and only once", async () => {
    await post("one", { run: "run/9" });
    await post("two", { run: "run/9" });
    await stop();
    const undo = (token = application) =>
      service.ask(`/v1/journal/runs/${encodeURIComponent("run/9")}/undo`, { token, json: { by: "maya" } });
    expect((await undo(agent)).status).toBe(403);
    const outcomes = async () =>
      (await undo()).body.data.map(({ outcome }: { outcome: string }) => outcome).join();
    expect(await outcomes()).toBe("undone,undone");
    expect(await outcomes()).toBe("already,already");
    expect(sandbox.calls().filter(({ method }) => method === "chat.delete")).toHaveLength(2);
    expect(await journal("?run=run%2F9")).toMatchObject([
      { undone: { by: "maya" } },
      { undone: { by: "maya" } },
    ]);
    const unknown = await service.ask("/v1/journal/runs/no/undo", {
      token: application,
      json: { by: "maya" },
    });
    expect(unknown.status).toBe(404);
  });
});
