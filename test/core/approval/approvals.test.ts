import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { agentTools, approvals, type AgentTool, type ApprovalOptions } from "agent-connectors";
import { memoryStore, type StoreDriver } from "agent-connectors/store";
import { amazonAdsSandbox } from "agent-connectors/sandbox";
import { AmazonAdsConnector } from "agent-connectors/amazon-ads";
import { fileStore } from "agent-connectors/file-store";
import { describe, expect, onTestFinished, test } from "vitest";
import type { BenchOptions } from "../../suites/adapter/open.ts";
import { firstChannels, openInProcess, stuckClock } from "../../suites/adapter/bench.ts";

const open = async (rules: Partial<ApprovalOptions> = {}, bench: BenchOptions = {}) => {
  const { connector, sandbox } = await openInProcess(bench);
  const [channel, other] = firstChannels(sandbox);
  const plain = await agentTools(connector, { effects: ["read", "write"] });
  const made = (more: Partial<ApprovalOptions> = {}) =>
    approvals(plain, { scope: "chat 1", store, ...rules, ...more })[0]!;
  const store = rules.store ?? memoryStore();
  const posts = () =>
    sandbox
      .calls()
      .filter(({ method }) => method === "chat.postMessage")
      .map(({ args }) => args.text);
  const post = (text = "Hi", to = channel!) => ({
    entity: "messages",
    action: "create",
    params: { channel: to, text },
  });
  return { tool: made(), made, connector, sandbox, channel: channel!, other: other!, posts, post };
};
const one = { callId: "c1" };

/** Holds the requests that post a message. `asked` resolves when the first request has arrived. */
function heldPost() {
  const { promise: asked, resolve } = Promise.withResolvers<void>();
  const { promise: opened, resolve: open } = Promise.withResolvers<void>();
  const wrap =
    (inner: typeof fetch): typeof fetch =>
    async (input, init) => {
      if (!String(input instanceof Request ? input.url : input).endsWith("chat.postMessage"))
        return inner(input, init);
      resolve();
      await opened;
      return inner(input, init);
    };
  return { wrap, asked, open };
}

/** Returns a store that calls `then` at its read number `count`. */
function reads(store: StoreDriver, count: number, then: () => void): StoreDriver {
  let left = count;
  return {
    ...store,
    read(key) {
      if (--left === 0) then();
      return store.read(key);
    },
  };
}

/** Returns a store like after a crash: every write has started `ms` milliseconds ago, elsewhere, and its outcome was lost. */
function afterCrash(ms: number): StoreDriver {
  const inner = memoryStore();
  const since = Date.now() - ms;
  return {
    ...inner,
    write(key, text, ...rest) {
      if (!key.startsWith("approved/")) return inner.write(key, text, ...rest);
      const { value, ...entry } = JSON.parse(text) as { value: { fingerprint: string } };
      const lost = { fingerprint: value.fingerprint, owner: "a process that has ended", since };
      return inner.write(key, JSON.stringify({ ...entry, value: lost }), ...rest);
    },
  };
}

describe("decide", () => {
  test("shows what a write does, and sends only reads", async () => {
    const { tool, post, posts, channel } = await open();
    expect(await tool.decide(post("Hi\nWhere: #other"), one)).toEqual({
      status: "ask",
      id: expect.stringMatching(/^\w{32}$/) as unknown,
      reason: [
        "Action: Slack messages.create. Post a message, or a reply.",
        "As: assistant (U07BT6A4R2C) in Fernhill Outdoor",
        `Where: #general (${channel}), 11 members`,
        `Who reads it: #general (${channel}), 11 people`,
        "Notified: nobody",
        `Param channel: "${channel}"`,
        'Param text: "Hi\\nWhere: #other"',
        "Param unfurl_links: false",
        "Param unfurl_media: false",
      ].join("\n"),
    });
    expect(posts()).toEqual([]);
  });

  test("reads nothing for a call that it has already decided", async () => {
    const { tool, made, post, sandbox } = await open();
    const first = await tool.decide(post(), one);
    const reads = sandbox.calls().length;
    expect(await made().decide(post(), one)).toEqual(first);
    expect(sandbox.calls()).toHaveLength(reads);
  });

  test("a read, a question and a call that cannot run need no approval", async () => {
    const { tool, post } = await open();
    for (const input of [
      { entity: "channels", action: "list" },
      { entity: "channels", action: "describe" },
      { entity: "messages", action: "create" },
      { ...post(), params: { ...post().params, dry_run: true } },
    ])
      expect(await tool.decide(input, one)).toEqual({ status: "run" });
  });

  test("refuses a call that the platform would refuse; the call itself fails with this error", async () => {
    const { tool, post, posts, sandbox } = await open();
    const input = post("Hi", "C0NOSUCHONE");
    expect(await tool.decide(input, one)).toMatchObject({
      status: "refuse",
      reason: expect.stringContaining("channel_not_found"),
    });
    const sent = sandbox.calls().length;
    expect(await tool.call(input, one)).toMatchObject({ ok: false, error: { code: "upstream_rejected" } });
    expect(sandbox.calls()).toHaveLength(sent);
    expect(posts()).toEqual([]);
  });

  test("the rule needsApproval decides for writes and reads", async () => {
    const { made, post, posts } = await open();
    const free = made({ needsApproval: ({ entity }) => entity === "channels" });
    expect(await free.decide(post(), one)).toEqual({ status: "run" });
    expect((await free.call(post(), one)).ok).toBe(true);
    expect(posts()).toEqual(["Hi"]);
    const list = { entity: "channels", action: "list", params: { limit: 1 } };
    expect((await free.call(list, { callId: "c2" })).ok).toBe(false);
    expect((await free.decide(list, { callId: "c2" })).status).toBe("ask");
    expect((await free.call(list, { callId: "c2" })).ok).toBe(true);
    expect((await free.call(list, { callId: "c2" })).ok).toBe(true);
  });

  test("the rule needsApproval can return a promise, such as after a look into a database", async () => {
    const { made, post, posts } = await open();
    const later = made({ needsApproval: async ({ params }) => params.text !== "harmless" });
    expect(await later.decide(post("harmless"), one)).toEqual({ status: "run" });
    expect((await later.call(post("harmless"), one)).ok).toBe(true);
    expect((await later.decide(post(), { callId: "c2" })).status).toBe("ask");
    expect((await later.call(post("Hi!"), { callId: "c3" })).ok).toBe(false);
    expect(posts()).toEqual(["harmless"]);
  });

  test("an action with a guard needs approval even if its effect is not known yet", async () => {
    const ads = amazonAdsSandbox();
    const connector = new AmazonAdsConnector({ auth: ads.credentials }, ads.options);
    const { data: profiles } = await connector.profiles.list();
    const profileId = profiles[0]!.profileId;
    const { data } = await connector.sponsored_product_campaigns.list({ profileId, limit: 1 });
    const [tool] = approvals(await agentTools(connector, { effects: ["read", "write"] }), {
      scope: "chat 1",
      store: memoryStore(),
    });
    const { campaignId } = data[0]!;
    const campaigns = [{ campaignId, name: "Winter" }];
    const input = {
      entity: "sponsored_product_campaigns",
      action: "update",
      params: { profileId, campaigns },
    };
    expect((await tool!.call(input, one)).ok).toBe(false);
    const decision = await tool!.decide(input, one);
    expect(decision).toMatchObject({
      status: "ask",
      reason: expect.stringContaining(
        `Change: ${data[0]!.name} (campaignId ${campaignId}): name "${data[0]!.name}" -> "Winter"`,
      ),
    });
    expect((await tool!.call(input, one)).ok).toBe(true);
  });
});

describe("call", () => {
  const refused = { ok: false, error: { code: "approval_denied", outcome: "not_started" } };

  test("runs only what a person was asked about", async () => {
    const { tool, post, posts, other } = await open();
    expect(await tool.call(post(), one)).toMatchObject(refused);
    await tool.decide(post(), one);
    expect(await tool.call(post("Hi!"), one)).toMatchObject(refused);
    expect(await tool.call(post("Hi", other), one)).toMatchObject(refused);
    expect(await tool.call(post(), { callId: "c2" })).toMatchObject(refused);
    expect(await tool.call(post())).toMatchObject(refused);
    expect(posts()).toEqual([]);
    expect((await tool.call(post(), one)).ok).toBe(true);
    expect(posts()).toEqual(["Hi"]);
  });

  test("a changed call and an invented approval are refused", async () => {
    const { tool, post, posts } = await open();
    await tool.decide(post(), one);
    expect(await tool.decide(post("Hi!"), { ...one, answered: true })).toMatchObject({ status: "refuse" });
    expect(await tool.decide(post("Hi!"), one)).toMatchObject({ status: "refuse" });
    expect(await tool.call(post("Hi!"), one)).toMatchObject(refused);
    expect(await tool.decide(post(), { callId: "c9", answered: true })).toMatchObject({ status: "refuse" });
    expect(await tool.call(post(), { callId: "c9" })).toMatchObject(refused);
    expect(posts()).toEqual([]);
  });

  test("an approval of one tool does not count for another tool with the same call id and arguments", async () => {
    const { connector, post, posts } = await open();
    const tools = await Promise.all(
      ["trial", "live"].map(async (name) => (await agentTools(connector, { name }))[0]!),
    );
    const [trial, live] = approvals(tools, { scope: "chat 1", store: memoryStore() });
    expect((await trial!.decide(post(), one)).status).toBe("ask");
    expect(await live!.decide(post(), { ...one, answered: true })).toMatchObject({ status: "refuse" });
    expect(await live!.call(post(), one)).toMatchObject(refused);
    expect(posts()).toEqual([]);
  });

  test("an edited call runs if it needs no approval, and then the original call is refused", async () => {
    const { made, post, posts } = await open();
    const tool = made({ needsApproval: ({ params }) => params.text !== "harmless" });
    await tool.decide(post(), one);
    expect((await tool.call(post("harmless"), one)).ok).toBe(true);
    expect(await tool.call(post(), one)).toMatchObject(refused);
    expect(posts()).toEqual(["harmless"]);
  });

  test("refuses a call whose effect has changed since the approval, and shows the change", async () => {
    const { tool, connector, sandbox, channel, other } = await open();
    const topic = { entity: "channel_topics", action: "create", params: { channel, topic: "New" } };
    await tool.decide(topic, one);
    await connector.channel_topics.create({ channel, topic: "Changed" });
    const result = await tool.call(topic, one);
    expect(result).toMatchObject(refused);
    expect(result.text).toContain('Now: “Change: topic \\"Changed\\" -> \\"New\\"');
    expect(sandbox.state().channels.find(({ id }) => id === channel)?.topic).toMatchObject({
      value: "Changed",
    });
    const unsent = { entity: "messages", action: "create", params: { channel: other, text: "Hi" } };
    await tool.decide(unsent, { callId: "c2" });
    await connector.channels.archive({ channel: other });
    expect((await tool.call(unsent, { callId: "c2" })).text).toContain(
      "The approved call is no longer possible: Slack chat.postMessage failed with is_archived",
    );
  });

  test("a relative time and the number of members do not change what was approved", async () => {
    let members = 40;
    const wrap =
      (inner: typeof fetch) =>
      async (...[url, init]: Parameters<typeof fetch>) => {
        const text = await (await inner(url, init)).text();
        return new Response(text.replaceAll(/"num_members":\d+/g, `"num_members":${members}`));
      };
    const { tool, sandbox, channel } = await open({}, { wrap });
    const input = {
      entity: "scheduled_messages",
      action: "create",
      params: { channel, text: "Hi", post_at: "2h" },
    };
    expect(await tool.decide(input, one)).toMatchObject({
      reason: expect.stringMatching(/post_at: \S+Z, from "2h"/),
    });
    await sandbox.clock.sleep(5000);
    members = 41;
    expect((await tool.call(input, one)).ok).toBe(true);
  });
});

describe("once only", () => {
  test("a repeated call returns the first result; other scopes and calls run", async () => {
    const { tool, made, post, posts } = await open();
    await tool.decide(post(), one);
    const first = await tool.call(post(), one);
    expect(await tool.call(post(), one)).toEqual(first);
    expect(await made().call(post(), one)).toEqual(first);
    expect(posts()).toHaveLength(1);
    const scopes = made({ scope: (context) => `chat ${String(context)}` });
    for (const context of [2, 3]) {
      await scopes.decide(post(), { ...one, context });
      expect((await scopes.call(post(), { ...one, context })).ok).toBe(true);
    }
    expect(posts()).toHaveLength(3);
  });

  test("after the record of an approved write was lost, the platform gets the same idempotency key again", async () => {
    const keys: unknown[] = [];
    const own: AgentTool = {
      name: "mail",
      description: "Sends mails.",
      inputSchema: {},
      effects: ["write"],
      plan: (input) => ({
        resolved: { entity: "mails", action: "send", params: input as { text: string }, effect: "write" },
        async run({ idempotencyKey } = {}) {
          keys.push(idempotencyKey);
          return { ok: true, data: 1, meta: {}, text: "{}" };
        },
      }),
      call: (input, options) => own.plan(input).run(options),
    };
    const approvedCall = async (text: string, callId = "c1") => {
      // A new store is a store that has lost the record.
      const [tool] = approvals([own], { scope: "chat 1", store: memoryStore() });
      expect(await tool!.decide({ text }, { callId })).toMatchObject({ status: "ask" });
      expect(await tool!.call({ text }, { callId })).toMatchObject({ ok: true });
    };
    await approvedCall("Hi");
    await approvedCall("Hi");
    await approvedCall("Other");
    await approvedCall("Hi", "c2");
    expect(keys[0]).toEqual(expect.any(String));
    expect(keys[1]).toBe(keys[0]);
    expect(new Set(keys).size).toBe(3);
  });

  test("two calls at once run once, and both get the result; a second process waits too", async () => {
    const directory = await mkdtemp(join(tmpdir(), "approvals-"));
    onTestFinished(() => rm(directory, { recursive: true }));
    for (const stores of [[memoryStore()], [fileStore(directory), fileStore(directory)]]) {
      const { wrap, asked, open: answer } = heldPost();
      const { made, post, posts } = await open({}, { wrap });
      const [tool, other] = [made({ store: stores[0]! }), made({ store: reads(stores.at(-1)!, 3, answer) })];
      await tool.decide(post(), one);
      const first = tool.call(post(), one);
      await asked;
      const second = other.call(post(), one);
      const [result] = await Promise.all([first, second]);
      expect(result).toMatchObject({ ok: true, data: { ts: expect.any(String) } });
      expect(JSON.stringify(await second)).toBe(JSON.stringify(result));
      expect(posts()).toEqual(["Hi"]);
    }
  });

  test("after a crash during the first run, nobody waits longer than a minute; an abort ends the wait", async () => {
    const waiting = async (ms: number, abortAfterMs?: number) => {
      const aborted = new AbortController();
      const store = afterCrash(ms);
      const { tool, post, posts } = await open({ needsApproval: () => false, store });
      expect((await tool.call(post(), one)).ok).toBe(true);
      if (abortAfterMs !== undefined) setTimeout(() => aborted.abort(left), abortAfterMs);
      const again = await tool
        .call(post(), { ...one, signal: aborted.signal })
        .catch((error: unknown) => error);
      expect(posts()).toHaveLength(1);
      return again;
    };
    const left = new Error("The person left.");
    expect(await waiting(60_000)).toMatchObject({
      error: { code: "idempotency_outcome_unknown", outcome: "unknown" },
    });
    expect(await waiting(0, 100)).toBe(left);
  });

  test("an abort ends the wait for a store that does not answer", async () => {
    const left = new Error("The person left.");
    const never = () => new Promise<never>(() => {});
    for (const [method, stuck] of [
      ["decide", { read: never }],
      ["decide", { write: never }],
      ["call", { read: never }],
    ] as const) {
      const { tool, post, posts } = await open({ store: { ...memoryStore(), ...stuck } });
      const aborted = new AbortController();
      const pending = tool[method](post(), { ...one, signal: aborted.signal });
      setImmediate(() => aborted.abort(left));
      await expect(pending).rejects.toThrow(left);
      expect(posts()).toEqual([]);
    }
  });

  test("a write without approval also runs once; if the call has no id, the write runs each time", async () => {
    const { made, post, posts } = await open({ needsApproval: () => false });
    const tool = made();
    for (let times = 0; times < 2; times++) await tool.call(post(), one);
    await tool.call(post("Other"), one);
    expect(posts()).toEqual(["Hi", "Other"]);
    for (let times = 0; times < 2; times++) await tool.call(post());
    expect(posts()).toHaveLength(4);
  });

  test("a write that was aborted before its start runs when it is called again", async () => {
    const { tool, post, posts } = await open({ needsApproval: () => false });
    const left = new Error("The person left.");
    await expect(tool.call(post(), { ...one, signal: AbortSignal.abort(left) })).rejects.toThrow(left);
    expect(posts()).toEqual([]);
    expect(await tool.call(post(), one)).toMatchObject({ ok: true });
    expect(posts()).toEqual(["Hi"]);
  });

  test("a write that was aborted after its start is not run again, because its outcome is not known", async () => {
    const clock = stuckClock();
    const { tool, post, posts, sandbox } = await open({ needsApproval: () => false }, { clock });
    const left = new Error("The person left.");
    const controller = new AbortController();
    sandbox.fail({ operation: "chat.postMessage", kind: "rate_limit", retryAfter: 20 });
    const running = tool.call(post(), { ...one, signal: controller.signal });
    await clock.asleep;
    controller.abort(left);
    await expect(running).rejects.toThrow(left);
    const signal = AbortSignal.timeout(5000);
    expect(await tool.call(post(), { ...one, signal })).toMatchObject({
      ok: false,
      error: { outcome: "unknown" },
    });
    expect(posts()).toHaveLength(1);
  });

  test("if the store fails before the write, nothing is sent; if the store fails after the write, the result is returned", async () => {
    const inner = memoryStore();
    let left = Infinity;
    let repaired = false;
    const store: StoreDriver = {
      ...inner,
      read: async (key) => {
        if (left-- <= 0 || (posts().length > 0 && !repaired)) throw new Error("The store is down.");
        return inner.read(key);
      },
    };
    const { tool, post, posts } = await open({ store });
    await tool.decide(post(), one);
    for (let reads = 0; reads < 4; reads++) {
      left = reads;
      const refused = await tool.call(post(), one);
      expect(refused).toMatchObject({ ok: false, error: { code: "storage_unavailable" } });
    }
    expect(posts()).toEqual([]);
    left = Infinity;
    expect((await tool.call(post(), one)).ok).toBe(true);
    repaired = true;
    expect(await tool.call(post(), one)).toMatchObject({ ok: false, error: { outcome: "unknown" } });
    expect(posts()).toHaveLength(1);
  });

  test("an error of the application's store becomes storage_unavailable, and the model does not get its text", async () => {
    const store: StoreDriver = {
      ...memoryStore(),
      read: async () => {
        throw new Error("connect ECONNREFUSED postgres://app:hunter2@db");
      },
    };
    const { tool, post, posts } = await open({ store });
    const expected = { code: "storage_unavailable", outcome: "not_started", retryable: true };
    await expect(tool.decide(post(), one)).rejects.toMatchObject(expected);
    const refused = await tool.call(post(), one);
    expect(refused).toMatchObject({ ok: false, error: expected });
    expect(JSON.stringify(refused)).not.toContain("hunter2");
    expect(posts()).toEqual([]);
  });
});

test("a store that others can read is refused, because the texts of people would lie in it", () => {
  const rules = { scope: "chat 1", store: { ...memoryStore(), private: false } };
  expect(() => approvals([], rules)).toThrow(
    expect.objectContaining({ code: "config_error", path: "store" }) as Error,
  );
  expect(() => approvals([], { ...rules, store: memoryStore() })).not.toThrow();
});

test("a tool without a dry run shows the params", async () => {
  const calls: unknown[] = [];
  const own: AgentTool = {
    name: "own",
    description: "An application's own tool.",
    inputSchema: {},
    effects: ["write"],
    plan: (input) => ({
      resolved: { entity: "mails", action: "send", params: { to: "a\u202Eb" }, effect: "write" },
      run: () => own.call(input),
    }),
    call: async (input) => {
      calls.push(input);
      return { ok: true, data: 1, meta: {}, text: "{}" };
    },
  };
  const [tool] = approvals([own], { scope: "1", store: memoryStore() });
  expect(await tool!.decide({}, one)).toMatchObject({
    status: "ask",
    reason: 'Action: own mails.send.\nParam to: "a\\u{202e}b"',
  });
  expect((await tool!.call({}, one)).ok).toBe(true);
  expect(calls).toHaveLength(1);
});

test.each([undefined, null, "", 7])(
  "a call without a conversation is refused, if scope returns %j",
  async (scope) => {
    const { made, post, posts } = await open();
    const tool = made({ scope: () => scope as never });
    await expect(tool.decide(post(), one)).rejects.toMatchObject({ code: "config_error", path: "scope" });
    expect(await tool.call(post(), one)).toMatchObject({ ok: false, error: { code: "config_error" } });
    expect(posts()).toEqual([]);
  },
);

test("a rule without a scope or a store is refused", () => {
  const store = memoryStore();
  for (const [rules, path] of [
    [{ store }, "scope"],
    [{ scope: "", store }, "scope"],
    [{ scope: "1" }, "store"],
  ] as const)
    expect(() => approvals([], rules as ApprovalOptions)).toThrow(
      expect.objectContaining({ code: "config_error", path }),
    );
});

test("a misspelled rule, and tools that are not tools, are refused", async () => {
  const { made, connector } = await open();
  const misspelled = { needApproval: () => true } as Partial<ApprovalOptions>;
  expect(() => made(misspelled)).toThrow(/no option "needApproval" in the options of approvals/);
  const rules = { scope: "1", store: memoryStore() };
  for (const tools of [connector, [connector], undefined])
    expect(() => approvals(tools as never, rules)).toThrow("The tools must be the result of agentTools.");
});
