import { agentTools, approvalDesk, approvals, journal } from "agent-connectors";
import { AmazonAdsConnector } from "agent-connectors/amazon-ads";
import { amazonAdsSandbox, slackSandbox } from "agent-connectors/sandbox";
import { SlackConnector } from "agent-connectors/slack";
import { memoryStore, type StoreDriver } from "agent-connectors/store";
import { expect, test } from "vitest";

// Every write is one record: it is stored before the first request, and its end after the last.

const channel = "C07A1QW2ER3";
const post = (text: string) => ({ entity: "messages", action: "create", params: { channel, text } });

function openSlack(store: StoreDriver = memoryStore(), wrap = (inner: typeof fetch) => inner) {
  const sandbox = slackSandbox();
  const slack = new SlackConnector(
    { auth: { api_token: sandbox.tokens.bot } },
    { ...sandbox.options, fetch: wrap(sandbox.fetch), store, journal: true },
  );
  const posts = () => sandbox.calls().filter(({ method }) => method === "chat.postMessage").length;
  return { sandbox, slack, store, posts };
}

/** A store that counts its operations, and fails those that `fails` names. */
function watched(fails: (method: string, key: string) => boolean = () => false) {
  const inner = memoryStore();
  const done: string[] = [];
  const watch =
    <A extends unknown[], R>(method: string, run: (key: string, ...rest: A) => Promise<R>) =>
    async (key: string, ...rest: A): Promise<R> => {
      if (fails(method, key)) throw Object.assign(new Error("down"), { code: "EACCES" });
      done.push(`${method} ${key.split("/")[0]}`);
      return run(key, ...rest);
    };
  const store: StoreDriver = {
    private: true,
    read: watch("read", inner.read),
    write: watch("write", inner.write),
    delete: watch("delete", inner.delete),
    list: watch("list", inner.list),
  };
  return { store, done, inner };
}

test("a write of a run has its call, its params, its end and its undo; a read and a dry run have no record", async () => {
  const { slack, store } = openSlack();
  const options = { context: { run: "run 7" }, callId: "c1" };
  const { data } = await slack.messages.create({ channel, text: "Hi" }, options);
  await slack.channels.list({}, options);
  await slack.messages.create({ channel, text: "Hi", dry_run: true }, options);
  const entries = await journal(store);
  expect(entries).toMatchObject([
    {
      status: "ok",
      run: "run 7",
      call_id: "c1",
      connector: "slack",
      entity: "messages",
      action: "create",
      effects: ["write"],
      params: { channel, text: "Hi" },
      undo: { entity: "messages", action: "delete", params: { channel, ts: data.ts } },
    },
  ]);
  expect(Date.parse(entries[0]!.ended_at!)).toBeGreaterThanOrEqual(Date.parse(entries[0]!.started_at));
});

test("the newest write comes first, a run has only its own writes, and pages follow each other", async () => {
  const { slack, store } = openSlack();
  for (const n of [1, 2, 3, 4])
    await slack.messages.create({ channel, text: `${n}` }, { context: { run: `run ${n % 2}` } });
  const texts = (entries: Awaited<ReturnType<typeof journal>>) =>
    entries.map(({ params }) => (params as { text: string }).text).join();
  expect(texts(await journal(store))).toBe("4,3,2,1");
  expect(texts(await journal(store, { run: "run 1" }))).toBe("3,1");
  const [first] = await journal(store, { run: "run 1", limit: 1 });
  expect(texts(await journal(store, { run: "run 1", after: first!.id }))).toBe("1");
  expect(await journal(store, { run: "run 2" })).toEqual([]);
});

test("without a run, the writes of one tool are one run, and those of another tool are another", async () => {
  const { slack, store } = openSlack();
  const [one, two] = [await slack.tool(), await slack.tool()];
  for (const tool of [one, one, two]) await tool.call(post("Hi"));
  await slack.messages.create({ channel, text: "Hi" });
  const runs = (await journal(store)).map(({ run }) => run).toReversed();
  expect(runs[0]).toBe(runs[1]);
  expect(new Set(runs).size).toBe(3);
});

test("a write costs three operations of the store, one after another, and a read none", async () => {
  const { store, done } = watched();
  const { slack } = openSlack(store);
  await slack.channels.list({});
  expect(done).toEqual([]);
  await slack.messages.create({ channel, text: "Hi" });
  expect(done).toEqual(["write journal", "read stops", "write ended"]);
});

test("a write whose start cannot be stored, or that cannot read the stop, is not sent", async () => {
  for (const method of ["write", "read"]) {
    const { store } = watched((one) => one === method);
    const { slack, posts } = openSlack(store);
    await expect(slack.messages.create({ channel, text: "Hi" })).rejects.toMatchObject({
      code: "storage_unavailable",
      outcome: "not_started",
    });
    expect(posts()).toBe(0);
  }
});

test("a write whose end cannot be stored returns its result, and its record says that the outcome is unknown", async () => {
  const { store, inner } = watched((method, key) => method === "write" && key.startsWith("ended/"));
  const { sandbox, slack, posts } = openSlack(store);
  const { clock } = sandbox.options;
  expect((await slack.messages.create({ channel, text: "Hi" })).data).toMatchObject({ text: "Hi" });
  expect(posts()).toBe(1);
  expect(await journal(inner, { clock })).toMatchObject([{ status: "running" }]);
  const later = { ...clock, now: () => clock.now() + 200_000 };
  expect(await journal(inner, { clock: later })).toMatchObject([{ status: "unknown" }]);
});

test("a process that ends between the request and its answer leaves a record of the write", async () => {
  const { promise: never } = Promise.withResolvers<Response>();
  const { promise: sent, resolve: arrived } = Promise.withResolvers<void>();
  const wrap = (inner: typeof fetch) => async (url: string | URL | Request, init?: RequestInit) => {
    if (!String(url).endsWith("chat.postMessage")) return inner(url, init);
    arrived();
    return never;
  };
  const { sandbox, slack, store } = openSlack(memoryStore(), wrap);
  void slack.messages.create({ channel, text: "Hi" }).catch(() => {});
  await sent;
  const { clock } = sandbox.options;
  expect(await journal(store, { clock })).toMatchObject([{ status: "running", params: { text: "Hi" } }]);
});

test("a failed write keeps the code, the outcome and the platform's id of the request", async () => {
  const sandbox = amazonAdsSandbox({ rateLimits: false });
  const store = memoryStore();
  const ads = new AmazonAdsConnector(
    { auth: sandbox.credentials },
    { ...sandbox.options, store, journal: true },
  );
  const profileId = "2381940675312846";
  const campaigns = [
    { campaignId: "144373194309380061", budget: { budget: 60, budgetType: "DAILY" as const } },
  ];
  await ads.sponsored_product_campaigns.update({ profileId, campaigns });
  const refuse: typeof fetch = async (url, init) =>
    init?.method === "PUT" ? new Response("{}", { status: 500 }) : sandbox.fetch(url, init);
  const failing = new AmazonAdsConnector(
    { auth: sandbox.credentials },
    { ...sandbox.options, fetch: refuse, store, journal: true },
  );
  await expect(failing.sponsored_product_campaigns.update({ profileId, campaigns })).rejects.toThrow();
  const [failed, done] = await journal(store);
  expect(done).toMatchObject({ status: "ok", requests: [expect.any(String)] });
  expect(failed).toMatchObject({ status: "unknown", error: { outcome: "unknown" } });
});

test("the record of an approved write names the approval and who has agreed", async () => {
  const { slack, store } = openSlack();
  const tools = approvals(await agentTools(slack), { scope: "run 1", store, decides: "desk" });
  await tools[0]!.call(post("Hi"), { callId: "c1" });
  expect(await journal(store)).toEqual([]);
  const desk = approvalDesk(store);
  const { id } = (await desk.list())[0]!;
  await desk.decide(id, { approve: true, by: "maya@example.com" });
  await tools[0]!.call(post("Hi"), { callId: "c1" });
  expect(await journal(store)).toMatchObject([{ decision: { approval: id, by: ["maya@example.com"] } }]);
});

test("a request that no action covers is a write of the journal too, unless it is a read", async () => {
  const { slack, store } = openSlack();
  await slack.request("auth.test", {}, { effect: "read" });
  await slack.request("chat.postMessage", { channel, text: "Hi" }, { effect: "write" });
  expect(await journal(store)).toMatchObject([
    { status: "ok", entity: "request", action: "chat.postMessage", params: { text: "Hi" } },
  ]);
});

test("a long text of the params is cut", async () => {
  const { slack, store } = openSlack();
  await slack.files.upload({ channel, filename: "a.txt", content: "x".repeat(100_000) }).catch(() => {});
  const [entry] = await journal(store);
  expect(JSON.stringify(entry!.params).length).toBeLessThan(10_000);
});

test("the journal needs a store", () => {
  expect(() => new SlackConnector({ auth: { api_token: "xoxb-1" } }, { journal: true })).toThrow(
    "The journal needs the option store",
  );
});

test("a service can store the entry of a call elsewhere: a refused start stops the write, and other calls use the store", async () => {
  const sandbox = slackSandbox();
  const store = memoryStore();
  const entries: string[] = [];
  const slack = new SlackConnector(
    { auth: { api_token: sandbox.tokens.bot } },
    {
      ...sandbox.options,
      store,
      journal: true,
      journalStore(context) {
        const { service } = (context ?? {}) as { service?: "accepts" | "refuses" };
        if (!service) return undefined;
        const write: StoreDriver["write"] = async (key, ...rest) => {
          if (service === "refuses") throw new Error("The key is used.");
          entries.push(key.split("/")[0]!);
          return store.write(key, ...rest);
        };
        return { ...store, retry: false, write };
      },
    },
  );
  await slack.messages.create({ channel, text: "own" }, { context: { service: "accepts" } });
  expect(entries).toEqual(["journal", "ended"]);
  const refused = slack.messages.create({ channel, text: "refused" }, { context: { service: "refuses" } });
  await expect(refused).rejects.toMatchObject({ code: "storage_unavailable", outcome: "not_started" });
  await slack.messages.create({ channel, text: "usual" });
  expect(entries).toHaveLength(2);
  expect(await journal(store)).toMatchObject([
    { status: "ok", params: { text: "usual" } },
    { status: "ok", params: { text: "own" } },
  ]);
  expect(sandbox.calls().filter(({ method }) => method === "chat.postMessage")).toHaveLength(2);
});
