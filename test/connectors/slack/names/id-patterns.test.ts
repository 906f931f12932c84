import * as fc from "fast-check";
import { ConnectorError } from "agent-connectors";
import { slackSandbox } from "agent-connectors/sandbox";
import { SlackConnector } from "agent-connectors/slack";
import { expect, test } from "vitest";

let sent = 0;
const fetch = async () => {
  sent++;
  return Response.json({ ok: true });
};
// With the sandbox's clock, calls do not wait for the rate limit.
const { clock } = slackSandbox();
const slack = new SlackConnector({ auth: { api_token: "xoxb-1" } }, { fetch, clock });
const channel = "C012AB3CD";
const good = "1712161829.000300";

async function refusedAt(path: string, call: () => Promise<unknown>): Promise<ConnectorError> {
  const before = sent;
  const error: unknown = await call().catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ConnectorError);
  const refused = error as ConnectorError;
  expect(refused).toMatchObject({ code: "invalid_params", path, outcome: "not_started" });
  expect(sent).toBe(before);
  return refused;
}

const isTs = (value: unknown) => typeof value === "string" && /^\d{10}\.\d{6}$/.test(value);
const numbers = fc.oneof(
  fc.integer({ min: 0, max: 2_000_000_000 }),
  fc.integer({ min: 1_000_000_000_000_000, max: Number.MAX_SAFE_INTEGER }),
  fc.double({ min: 1_000_000_000, max: 2_000_000_000, noNaN: true }),
  fc.constantFrom(-1, 0, 1712161829.0003, 1712161829000300),
);
/** Texts that look almost like a `ts`, but lack a part or have something added. */
const nearly = fc.oneof(
  fc.integer({ min: 1_000_000_000, max: 1_999_999_999 }).map(String),
  fc
    .tuple(fc.integer({ min: 1_000_000_000, max: 1_999_999_999 }), fc.nat({ max: 99_999 }))
    .map(([seconds, rest]) => `${seconds}.${rest}`),
  fc.constantFrom(
    "",
    `${good} `,
    ` ${good}`,
    `${good}\n`,
    `p${good.replace(".", "")}`,
    good.replace(".", ""),
    good.replace(".", ","),
    `"${good}"`,
    "1.7121618290003e9",
    "17121618290.000300",
    "１７１２１６１８２９.000300",
  ),
  fc.string().filter((text) => !isTs(text)),
);

test("a ts that is a number is refused, and the error gives the reason", async () => {
  await fc.assert(
    fc.asyncProperty(numbers, async (ts) => {
      const error = await refusedAt("params.ts", () => slack.pins.create({ channel, ts: ts as never }));
      expect(error.message).toMatch(/ts: expected .*as text, such as "1712161829\.000300"/);
      await refusedAt("params.thread_ts", () =>
        slack.messages.create({ channel, text: "x", thread_ts: ts as never }),
      );
    }),
  );
});

test.each([NaN, Infinity, 10n, true, {}, [good], new Date(0)])("a ts that is %s is refused", async (ts) => {
  await refusedAt("params.ts", () => slack.pins.create({ channel, ts: ts as never }));
});

test("a ts with another format is refused", async () => {
  await fc.assert(
    fc.asyncProperty(nearly, async (ts) => {
      await refusedAt("params.ts", () => slack.threads.list({ channel, ts }));
    }),
  );
});

test("every ts is sent and returned digit for digit", async () => {
  const digits = (length: number) => fc.stringMatching(new RegExp(`^[0-9]{${length}}$`));
  await fc.assert(
    fc.asyncProperty(digits(10), digits(6), async (seconds, rest) => {
      const ts = `${seconds}.${rest}`;
      const { data, meta } = await slack.pins.create({ channel, ts });
      expect(data).toEqual({ channel, ts });
      expect(meta).toMatchObject({ undo: { entity: "pins", action: "delete", params: { channel, ts } } });
    }),
  );
});

const id = (letters: string) => fc.stringMatching(new RegExp(`^[${letters}][A-Z0-9]{8,14}$`));

test("ids of every kind of channel and user are accepted unchanged", async () => {
  await fc.assert(
    fc.asyncProperty(id("CGD"), id("UW"), async (room, user) => {
      const { data } = await slack.channel_kicks.create({ channel: room, user });
      expect(data).toEqual({ channel: room, user });
      await slack.messages.create({ channel: user, text: "x" });
    }),
  );
});

test("a value that is not an id is refused: names, other letters, ids of other things", async () => {
  const wrong = fc.oneof(
    fc.constantFrom("c012ab3cd", "u012ab3cd", "C", "C0", "B012AB3CD", "T012AB3CD", "F012AB3CD"),
    fc.constantFrom(
      "<#C012AB3CD|general>",
      "C012AB3CD ",
      "C012AB3CD\n",
      "../C012AB3CD",
      "C012AB3CD?x=1",
      "С012AB3CD",
    ),
    fc.string().filter((text) => !/^[CGDUW][A-Z0-9]{2,}$|[#@]|^\p{L}.*\p{Ll}|^\p{Ll}/u.test(text)),
  );
  await fc.assert(
    fc.asyncProperty(wrong, async (value) => {
      await refusedAt("params.channel", () => slack.channels.get({ channel: value }));
      await refusedAt("params.channel", () => slack.messages.create({ channel: value, text: "x" }));
      await refusedAt("params.user", () => slack.users.get({ user: value }));
    }),
  );
});

test("a name without # or @ is refused as the target of a message, because it can be a channel or a person", async () => {
  for (const value of ["general", "maya"])
    await refusedAt("params.channel", () => slack.messages.create({ channel: value, text: "x" }));
});

test.each(["thumbsup", "+1", "-1", "wave::skin-tone-3", "ok_hand", "e-mail", "überfall", "寿司", "don't"])(
  "the emoji %s is a name",
  async (name) => {
    expect((await slack.reactions.create({ channel, ts: good, name })).data).toMatchObject({ name });
  },
);
test.each(["::", "", "thumbs up", "👍 👍", "a👍", "wave::skin-tone-9", "👍".repeat(21), "a".repeat(101)])(
  "the emoji %s is refused",
  async (name) => {
    await refusedAt("params.name", () => slack.reactions.create({ channel, ts: good, name }));
  },
);
test.each(["project-atlas", "über-uns", "データ", "हिन्दी", "a_1", "x".repeat(80)])(
  "a channel can have the name %s",
  async (name) => {
    await slack.channels.create({ name });
  },
);
test.each(["Project", "two words", "##general", "", "x".repeat(81), "a.b"])(
  "a channel cannot have the name %s",
  async (name) => {
    await refusedAt("params.name", () => slack.channels.create({ name }));
  },
);
