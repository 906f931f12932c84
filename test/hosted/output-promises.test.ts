import { afterAll, beforeAll, expect, test } from "vitest";
import { functionTools } from "agent-connectors/json-schema";
import { slackSandbox } from "agent-connectors/sandbox";
import { SlackConnector } from "agent-connectors/slack";
import { type Ask, readList, readRecord, type Told } from "../suites/read-on.ts";
import { openSlackService } from "./open-service.ts";

// A result that is cut off contains special cursors and fields, such as `~12~cursor` and `text@5800`. They must also
// work through a hosted service.

const channel = "C07A1QW2ER3";
const long = `${"All work and no play makes Jack a dull boy. ".repeat(900)}The end.`;
const sandbox = slackSandbox({
  rateLimits: false,
  seed: {
    messages: {
      [channel]: Array.from({ length: 120 }, (_, index) => ({
        type: "message",
        ts: `${1_773_000_000 + index * 60}.000100`,
        user: "U07QK3V9N2M",
        text: index === 60 ? long : `Message ${index}`,
      })),
    },
  },
});
const auth = { api_token: sandbox.tokens.bot };
const inProcess = new SlackConnector({ auth }, sandbox.options);
let service: Awaited<ReturnType<typeof openSlackService>>;
let hosted: Awaited<ReturnType<typeof SlackConnector.create>>;

beforeAll(async () => {
  service = await openSlackService(sandbox.options);
  hosted = await SlackConnector.create({
    external_user_id: "user-1",
    ...service.application,
    base_url: service.url,
    auth,
  });
});
afterAll(() => service.close());

async function asker(connector: typeof hosted, name: string, outputBudget: number): Promise<Ask> {
  const tools = await functionTools(connector, { outputBudget });
  const [entity, action] = name.split(".");
  return async (params) => {
    const call = { name: "slack", arguments: JSON.stringify({ entity, action, params }) };
    const { content } = await tools.run({ type: "function", id: "c", function: call } as const);
    expect(content.length).toBeLessThanOrEqual(outputBudget);
    const told = JSON.parse(content) as Told;
    expect(told.error, content).toBeUndefined();
    return told;
  };
}

/** Removes the time of each row, because it contains the day only if the row above it has another day. */
const timeless = (items: readonly unknown[]) =>
  items.map((item) => (typeof item === "object" ? { ...item, time: undefined } : item));

test.each([
  ["channel_messages.list", { channel, limit: 50 }, 3000],
  ["channel_messages.list", { channel, limit: 7 }, 900],
  ["users.list", {}, 700],
  ["channels.list", { limit: 8 }, 500],
])(
  "a model gets every item of %s %o once, with %i characters per result",
  async (name, params, outputBudget) => {
    const whole = await readList(await asker(inProcess, name, 10_000_000), params);
    const read = await readList(await asker(hosted, name, outputBudget), params);
    expect(timeless(read.items)).toEqual(timeless(whole.items));
    expect(read.calls).toBeGreaterThan(whole.calls);
  },
);

test("a message of 40,000 characters can be read to its end", async () => {
  const { data } = await inProcess.channel_messages.list({ channel, limit: 120 });
  const { ts } = data.find(({ text }) => text === long)!;
  const message = await readRecord(await asker(hosted, "messages.get", 3000), { channel, ts });
  expect(message).toMatchObject({ ts, text: long });
});
