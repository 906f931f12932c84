import type { ConnectorOptions, ConnectorError } from "agent-connectors";
import { memoryStore } from "agent-connectors/store";
import { slackSandbox } from "agent-connectors/sandbox";
import { SlackConnector } from "agent-connectors/slack";
import { describe, expect, test } from "vitest";

// The promise of a stream: what waits is sent exactly once, or an error shows it.

const channel = "C012AB3CD";
const ts = "1712161829.000300";
const place = { channel, ts };
const { clock } = slackSandbox();

/** The answers to the methods that stream nothing. */
const others: Readonly<Record<string, object>> = {
  "auth.test": { ok: true, url: "https://acme.slack.com/", team_id: "T012AB3CD", user_id: "U0BOT" },
  "conversations.info": { ok: true, channel: { id: channel, name: "general", is_ext_shared: false } },
};

type Answer = (method: string) => object | Response | Error | Promise<object>;

/** Opens a connector whose fetch answers as `answer` says, and keeps the sent texts. */
function open(options: ConnectorOptions = {}) {
  const sent: string[] = [];
  const requests: string[] = [];
  const chunks: object[] = [];
  const slack = { answer: (() => ({ ok: true })) as Answer };
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const [, method] = /\/api\/([\w.]+)$/.exec(String(input))!;
    const args = new URLSearchParams(String(init?.body));
    if (!method!.endsWith("Stream"))
      return Response.json(others[method!] ?? { ok: false, error: "missing_scope" });
    requests.push(method!);
    const answer = await slack.answer(method!);
    if (answer instanceof Error) throw answer;
    if (answer instanceof Response) return answer;
    chunks.push(...(JSON.parse(args.get("chunks") ?? "[]") as object[]));
    sent.push(args.get("markdown_text") ?? "");
    return Response.json({ ...place, ...answer });
  };
  const connect = () =>
    new SlackConnector({ auth: { api_token: "xoxb-1" } }, { fetch, clock, ...options }).message_streams;
  return { slack, streams: connect(), connect, sent, requests, chunks, text: () => sent.join("") };
}
const caught = (call: Promise<unknown>) =>
  call.then(
    () => expect.fail("it succeeded"),
    (thrown: unknown) => thrown as ConnectorError,
  );
const refused = (error: string) => Response.json({ ok: false, error });

describe("a piece that can become a mention", () => {
  test("waits, makes no request, and the result says so", async () => {
    const { streams, requests, text } = open();
    expect((await streams.append({ ...place, markdown_text: "<!cha" })).data).toEqual({
      ...place,
      waiting: "<!cha",
    });
    expect(requests).toEqual([]);
    const { data } = await streams.append({ ...place, markdown_text: "rm> and <" });
    expect([data, text()]).toEqual([{ ...place, waiting: "<" }, "<!charm> and "]);
    await streams.stop(place);
    expect(text()).toBe("<!charm> and <");
  });
  test("does not stop a text that cannot become one", async () => {
    const { streams, sent } = open();
    for (const markdown_text of ["a", " b.", "<br>", "x < y", "@ana", "\n"])
      expect((await streams.append({ ...place, markdown_text })).data).toEqual(place);
    expect(sent).toEqual(["a", " b.", "<br>", "x < y", "@ana", "\n"]);
  });
  test("waits at most until it is too long", async () => {
    const { streams, text } = open();
    await streams.append({ ...place, markdown_text: `<@U${"A".repeat(400)}` });
    expect(text()).toHaveLength(403);
  });
  test("is escaped if one of its two pieces may not mention, and the warning names it", async () => {
    const { streams, text } = open();
    await streams.append({ ...place, markdown_text: "<!chan", mentions: true });
    const { meta } = await streams.append({ ...place, markdown_text: "nel> " });
    await streams.append({ ...place, markdown_text: "<!chan" });
    await streams.append({ ...place, markdown_text: "nel> <!here> ", mentions: true });
    await streams.append({ ...place, markdown_text: "<@U0", mentions: true });
    await streams.stop({ ...place, markdown_text: "12AB3CD>", mentions: true });
    expect(text()).toBe("&lt;!channel> &lt;!channel> <!here> <@U012AB3CD>");
    expect(meta.warnings?.join()).toContain("<!channel> was sent as plain text");
  });
  test("in a task is escaped at once, because the task cannot wait", async () => {
    const { streams, chunks } = open();
    const task = { type: "task_update" as const, id: "1", title: "ask @chan", status: "pending" as const };
    await streams.append({ ...place, chunks: [{ ...task, details: "<!chan", output: "<!here>" }] });
    expect(chunks).toEqual([
      { ...task, title: "ask @\u2060chan", details: "&lt;!chan", output: "&lt;!here>" },
    ]);
  });
});

describe("if a request fails,", () => {
  test("and certainly did nothing, the text still waits, and the piece can be sent again", async () => {
    const { slack, streams, text } = open();
    await streams.append({ ...place, markdown_text: "a <!chan" });
    slack.answer = () => refused("channel_not_found");
    for (const method of ["append", "stop"] as const)
      expect(await caught(streams[method]({ ...place, markdown_text: "nel> b <@" }))).toMatchObject({ outcome: "not_started" }); // prettier-ignore
    slack.answer = () => ({ ok: true });
    await streams.append({ ...place, markdown_text: "nel> b <@" });
    await streams.stop({ ...place, markdown_text: "U012AB3CD>" });
    expect(text()).toBe("a &lt;!channel> b &lt;@U012AB3CD>");
  });
  test("and the outcome is unknown, the same piece sends the same text again, and another piece continues", async () => {
    const { slack, streams, text, requests } = open();
    const fail = async (method: "append" | "stop", markdown_text: string) => {
      slack.answer = () => new Response("", { status: 500 });
      const error = await caught(streams[method]({ ...place, markdown_text }));
      slack.answer = () => ({ ok: true });
      return error;
    };
    await streams.append({ ...place, markdown_text: "a <!chan" });
    const error = await fail("append", "nel> b <@");
    expect(error).toMatchObject({ outcome: "unknown", hint: expect.stringContaining('"<!chan", which waited for this piece, may have been sent') }); // prettier-ignore
    await streams.append({ ...place, markdown_text: "nel> b <@" });
    expect(text()).toBe("a &lt;!channel> b ");
    await fail("append", "U012AB3CD> c @he");
    await streams.append({ ...place, markdown_text: "art d <" });
    expect(text()).toBe("a &lt;!channel> b @heart d ");
    await fail("stop", "e");
    await streams.stop({ ...place, markdown_text: "e" });
    expect(text()).toBe("a &lt;!channel> b @heart d <e");
    expect(requests).toHaveLength(7);
  });
  test("because somebody stopped the stream, the error shows the text that was not sent", async () => {
    const { slack, streams } = open();
    await streams.append({ ...place, markdown_text: "a <!chan" });
    slack.answer = () => refused("message_not_in_streaming_state");
    const error = await caught(streams.append({ ...place, markdown_text: "ge> " }));
    expect(error.hint).toContain('The text "<!chan", which waited for this piece, was not sent.');
    slack.answer = () => ({ ok: true });
    expect((await streams.append({ ...place, markdown_text: "x" })).data).toEqual(place);
  });
  test("because the allow-list refuses the piece, the waiting text is dropped, and the stream can end", async () => {
    const { streams, text } = open({ policy: { only: { channel: [channel] } } });
    await streams.append({ ...place, markdown_text: "see https://acme.slack.com/archives/C0SEC" });
    for (const dry_run of [true, false]) {
      const error = await caught(streams.append({ ...place, markdown_text: "<#C0SECRET99> ", dry_run }));
      expect(error).toMatchObject({
        code: "policy_denied",
        path: "params.markdown_text",
        outcome: "not_started",
      });
    }
    await streams.stop({ ...place, markdown_text: "nothing" });
    expect(text()).toBe("see nothing");
  });
  test.each([
    ["begins late in it", ["x".repeat(2500) + "https://acme.slac", "k.com/archives/C0SECRET99 "]],
    ["is too long", ["https://acme.slack.com/", "x".repeat(1990) + "s", "?channel=C0SECRET99 "]],
  ])(
    "because the address in a long word %s, no part of the address leads to another channel",
    async (_name, pieces) => {
      const { streams, text } = open({ policy: { only: { channel: [channel] } } });
      const errors: unknown[] = [];
      for (const markdown_text of pieces)
        await streams.append({ ...place, markdown_text }).catch((error: unknown) => errors.push(error));
      await streams.stop(place);
      expect(errors).toEqual([expect.objectContaining({ code: "policy_denied" })]);
      expect(text()).not.toMatch(/slack\.com.*SECRET/);
    },
  );
  test("because the text that waited makes a piece too long, nothing is sent and the text still waits", async () => {
    const { streams, text, requests } = open();
    await streams.append({ ...place, markdown_text: "<!chan" });
    const error = await caught(streams.append({ ...place, markdown_text: "x".repeat(12_000) }));
    expect(error).toMatchObject({ code: "invalid_params", path: "params.markdown_text" });
    expect(error.message).toMatch(/^The piece has 12006 characters .* waited \(6 characters\)/);
    expect(requests).toEqual([]);
    await streams.stop(place);
    expect(text()).toBe("<!chan");
  });
  test("because the end of a first piece cannot be stored, the error says that the stream has started", async () => {
    const broken = { ...memoryStore(), write: () => Promise.reject(new Error("disk full")) };
    const { streams, text } = open({ store: broken });
    const error = await caught(streams.start({ channel, markdown_text: "a <!chan" }));
    expect(error).toMatchObject({ outcome: "partial", message: expect.stringContaining(ts) });
    expect([error.hint, text()]).toEqual([expect.stringContaining('must begin with "<!chan"'), "a "]);
  });
});

describe("pieces that are sent at the same time", () => {
  test("are written one after another, in the order of the calls", async () => {
    const { slack, streams, text } = open();
    const release: (() => void)[] = [];
    slack.answer = () => new Promise((resolve) => release.push(() => resolve({ ok: true })));
    const calls = ["a <!ch", "annel> b <", "@U012AB3CD> c"].map((markdown_text) =>
      streams.append({ ...place, markdown_text }),
    );
    for (const call of calls) {
      await expect.poll(() => release.length).toBe(1);
      release.pop()!();
      await call;
    }
    expect(text()).toBe("a &lt;!channel> b &lt;@U012AB3CD> c");
  });
  test("through several connectors with one store send each text once", async () => {
    const store = memoryStore();
    const { connect, text } = open({ store });
    const pieces = ["a <!chan", "nel> b <", "@U012AB3CD", "> c"];
    for (const markdown_text of pieces) await connect().append({ ...place, markdown_text });
    expect(text()).toBe("a &lt;!channel> b &lt;@U012AB3CD> c");
    expect(await store.list("")).toEqual([]);
  });
  test("of different streams do not mix", async () => {
    const { streams, text } = open();
    await streams.append({ ...place, markdown_text: "<!chan" });
    const other = await streams.append({ channel, ts: "1712161829.000400", markdown_text: "nel>" });
    const elsewhere = await streams.append({ channel: "C045EF6GH", ts, markdown_text: "nel>" });
    expect([other.data, elsewhere.data]).toEqual([expect.not.objectContaining({ waiting: expect.anything() }), expect.not.objectContaining({ waiting: expect.anything() })]); // prettier-ignore
    expect(text()).toBe("nel>nel>");
  });
});

test("in hosted mode, a client with its own allow-list cannot stream, because the service joins the pieces", async () => {
  const never = () => Promise.reject(new Error("a request was made"));
  const slack = new SlackConnector(
    { external_user_id: "ana", base_url: "https://service.test", airbyte_client_id: "x", airbyte_client_secret: "y", connector_id: crypto.randomUUID() } as never, // prettier-ignore
    { fetch: never, policy: { only: { channel: [channel] } } },
  );
  for (const call of [
    slack.message_streams.append({ ...place, markdown_text: "hi" }),
    slack.message_streams.start({ channel, markdown_text: "hi" }),
  ])
    expect(await caught(call)).toMatchObject({
      code: "policy_denied",
      hint: expect.stringContaining("PUT /v1/policies"),
    });
});
