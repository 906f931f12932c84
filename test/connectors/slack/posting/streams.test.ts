import { ConnectorError, type ConnectorOptions } from "agent-connectors";
import { slackSandbox } from "agent-connectors/sandbox";
import { SlackConnector } from "agent-connectors/slack";
import { describe, expect, test } from "vitest";
import { type Streamed, cuts, linksToSecret, notifies, seeded, visible } from "./stream-cuts.ts";

// The promise of a stream: its pieces together do nothing that one message with the whole text could not do.

const channel = "C012AB3CD";
const { clock } = slackSandbox();

/** Opens a connector whose fetch keeps the texts of streamed messages. */
function open(options: ConnectorOptions = {}) {
  const texts = new Map<string, string>();
  const requests: string[] = [];
  let streams = 0;
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const [, method] = /\/api\/([\w.]+)$/.exec(String(input))!;
    const args = new URLSearchParams(String(init?.body));
    if (method === "auth.test") return Response.json({ ok: true, url: "https://acme.slack.com/" });
    requests.push(method!);
    const ts = args.get("ts") ?? `1712161829.${String(++streams).padStart(6, "0")}`;
    const chunks = JSON.parse(args.get("chunks") ?? "[]") as { text?: string; details?: string }[];
    const added = [args.get("markdown_text"), ...chunks.map(({ text }) => text)]
      .map((text) => text ?? "")
      .join("");
    texts.set(ts, (texts.get(ts) ?? "") + added);
    return Response.json({ ok: true, channel, ts });
  };
  const slack = new SlackConnector({ auth: { api_token: "xoxb-1" } }, { fetch, clock, ...options });
  return { slack, texts, requests };
}
type Opened = ReturnType<typeof open>;

const codeOf = (error: unknown): string => {
  if (!ConnectorError.is(error)) throw error;
  return error.code;
};

/** The ways to send pieces. Each way returns the text of the message. */
const ways: Record<string, (opened: Opened, pieces: readonly string[]) => Promise<Streamed>> = {
  "start and append": async ({ slack, texts }, [first, ...others]) => {
    const errors: string[] = [];
    const note = (error: unknown) => void errors.push(codeOf(error));
    const start = await slack.message_streams.start({ channel, markdown_text: first }).catch(note);
    const { data } = start ?? (await slack.message_streams.start({ channel }));
    const place = { channel, ts: data.ts };
    for (const markdown_text of others)
      await slack.message_streams.append({ ...place, markdown_text }).catch(note);
    await slack.message_streams.stop(place).catch(note);
    return { text: texts.get(data.ts)!, errors };
  },
  "append and stop with text": async ({ slack, texts }, pieces) => {
    const errors: string[] = [];
    const note = (error: unknown) => void errors.push(codeOf(error));
    const { data } = await slack.message_streams.start({ channel });
    const place = { channel, ts: data.ts };
    for (const markdown_text of pieces.slice(0, -1))
      await slack.message_streams.append({ ...place, markdown_text }).catch(note);
    const last = pieces.at(-1)!;
    await slack.message_streams.stop({ ...place, markdown_text: last }).catch(note);
    return { text: texts.get(data.ts)!, errors };
  },
  "chunks of one call": async ({ slack, texts }, pieces) => {
    const errors: string[] = [];
    const note = (error: unknown) => void errors.push(codeOf(error));
    const { data } = await slack.message_streams.start({ channel });
    const chunks = pieces.map((text) => ({ type: "markdown_text" as const, text }));
    await slack.message_streams.append({ channel, ts: data.ts, chunks }).catch(note);
    await slack.message_streams.stop({ channel, ts: data.ts }).catch(note);
    return { text: texts.get(data.ts)!, errors };
  },
  "chunks with tasks between them": async ({ slack, texts }, pieces) => {
    const errors: string[] = [];
    const note = (error: unknown) => void errors.push(codeOf(error));
    const task = { type: "task_update" as const, id: "1", title: "Search", status: "in_progress" as const };
    const { data } = await slack.message_streams.start({ channel });
    const place = { channel, ts: data.ts };
    for (const text of pieces.slice(0, -1)) {
      const chunks = [task, { type: "markdown_text" as const, text }, task];
      await slack.message_streams.append({ ...place, chunks }).catch(note);
    }
    const chunks = [task, { type: "markdown_text" as const, text: pieces.at(-1)! }];
    await slack.message_streams.stop({ ...place, chunks }).catch(note);
    return { text: texts.get(data.ts)!, errors };
  },
};

const mentions = [
  "a <!channel> b",
  "a <!here|here> b",
  "<!everyone>",
  "a <@U012AB3CD> b",
  "a <@W012AB3CD|ana> b",
  "a <@U012AB3CD|tess> b",
  "a <!subteam^S012AB3CD|@oncall> b",
  "a @channel, @Here and @everyone",
  "<<!channel>> <!chan<!here>nel>",
  "a <\\!channel> b",
  "a <&#33;here> b",
  "a &#60;!channel> b",
  "a &#x3C;@U012AB3CD> b",
  "a \\<!channel> b",
  "a &commat;channel b",
  "a <&commat;U012AB3CD> and 😀 <!channel>",
];
const harmless = [
  "a < b & c > d, R&D, e-mail ana@example.com, <https://example.com|a link>, `x <y>` 😀 \\",
  "&lt;!channel&gt; &amp; <br> <!-- no --> <@nobody> <!date^1^{date}|then> 100% @channels 👩‍👩‍👧",
];
const links = [
  "see https://acme.slack.com/archives/C0SECRET99/p1712161829000300 now",
  "[x](https://acme.slack\\.com/archives/C0SECRET99/p1)",
  "[x](https://acme.slack&#46;com&sol;archives&#x2f;C0SECRET99)",
  "https://acme%2eslack%2ecom/archives/%430SECRET99",
  "<https://app.slack.com/client/T012AB3CD/C0SECRET99|x>",
  "slack://channel?team=T012AB3CD&id=C0SECRET99",
  "slack.com/app_redirect?channel=C0SECRET99",
  "https://acme.ｓｌａｃｋ．com/archives/C0SECRET99",
  "https://acme.sl\u200Back.com/archives/C0SE&shy;CRET99",
  "[x][1]\n\n[1]: https://acme.slack.com/files/U012AB3CD/F0SECRET99",
  "[x](<https://acme.slack.com/a b/../../archives/C0SECRET99>)",
  "news of <#C0SECRET99> today",
];
const allowedLinks = [
  "this is https://acme.slack.com/archives/C012AB3CD/p1712161829000300, see [it](https://slack\\.com/features).",
  "<#C012AB3CD> <https://acme.slack.com/archives/C012AB3CD|ours> costs 5% less, R&D says",
];
const only = { policy: { only: { channel: [channel] } } };

test("a piece that may not notify people does not, even if the next piece that may continues its word", async () => {
  for (const options of [{}, only])
    for (const [first, second] of [
      ["a <@U012AB3CD|tes", "s> b"],
      ["a <@U012AB3CD", "> b"],
    ]) {
      const { slack, texts } = open(options);
      const { data } = await slack.message_streams.start({ channel, markdown_text: first });
      const place = { channel, ts: data.ts };
      await slack.message_streams.append({ ...place, markdown_text: second, mentions: true });
      await slack.message_streams.stop(place);
      expect([notifies(texts.get(data.ts)!), visible(texts.get(data.ts)!)]).toEqual([
        false,
        `${first}${second}`,
      ]);
    }
});

test("an e-mail address of a company called here arrives unchanged if a piece ends after the @", async () => {
  const { slack, texts } = open();
  const { data } = await slack.message_streams.start({ channel, markdown_text: "mail bob@" });
  const place = { channel, ts: data.ts };
  await slack.message_streams.append({ ...place, markdown_text: "here.com now" });
  await slack.message_streams.stop(place);
  expect(texts.get(data.ts)).toBe("mail bob@here.com now");
});

// The pieces of all ways come together in the same code. So the first way tries all cuts, and the others a part of them.
describe.each(Object.entries(ways))("%s:", (way, run) => {
  const all = way === "start and append";
  test("in no cut does a mention notify anybody, and the text is whole", async () => {
    const random = seeded(1);
    const faults: unknown[] = [];
    for (const text of [...mentions, ...harmless]) {
      const opened = open();
      for (const pieces of cuts(text, random, all)) {
        const { text: sent, errors } = await run(opened, pieces);
        if (notifies(sent) || visible(sent) !== visible(text) || errors.length > 0)
          faults.push({ pieces, sent, errors });
      }
    }
    expect(faults).toEqual([]);
  });
  test("in no cut does a link or a mention show another channel", async () => {
    const random = seeded(2);
    const faults: unknown[] = [];
    for (const text of links) {
      const opened = open(only);
      expect([text, linksToSecret(text)]).toEqual([text, true]);
      for (const pieces of cuts(text, random, all)) {
        const { text: sent, errors } = await run(opened, pieces);
        if (linksToSecret(sent) || !errors.every((code) => code === "policy_denied") || errors.length === 0)
          faults.push({ pieces, sent, errors });
      }
    }
    expect(faults).toEqual([]);
  });
  test("with an allow-list, all other texts are whole, and no mention notifies anybody", async () => {
    const random = seeded(3);
    const faults: unknown[] = [];
    for (const text of [...allowedLinks, ...mentions, ...harmless]) {
      const opened = open(only);
      for (const pieces of cuts(text, random, all && allowedLinks.includes(text))) {
        const { text: sent, errors } = await run(opened, pieces);
        if (notifies(sent) || visible(sent) !== visible(text) || errors.length > 0)
          faults.push({ pieces, sent, errors });
      }
    }
    expect(faults).toEqual([]);
  });
});
