import { SlackConnector } from "agent-connectors/slack";
import { describe, expect, test } from "vitest";
import { untable } from "../../../suites/read-on.ts";

type Fields = Record<string, unknown>;
const names: Record<string, string> = { U012AB3CD: "ana", U045EF6GH: "bo", U078IJ9KL: "bo" };

/** Lists these messages with the tool. Returns the rows as records, and the ids of the names in the rows. */
async function read(...messages: Fields[]) {
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const id = new URLSearchParams(String(init?.body)).get("user") ?? "";
    const answers: Record<string, Fields> = {
      "conversations.history": { messages },
      "users.info": { user: { id, name: names[id] } },
    };
    return Response.json({ ok: true, ...answers[new URL(String(input)).pathname.slice("/api/".length)] });
  };
  const slack = new SlackConnector({ auth: { api_token: "xoxb-1" } }, { fetch });
  const tool = await slack.tool();
  const call = { entity: "channel_messages", action: "list", params: { channel: "C012AB3CD" } };
  const { data, ids } = JSON.parse((await tool.call(call)).text) as {
    data: unknown;
    ids?: Record<string, string>;
  };
  return { rows: untable(data) as Fields[], ids };
}
const at = (time: string) => `${Date.parse(time) / 1000}.000100`;
let said = 0;
const says = (message: Fields): Fields => ({
  ts: at(`2026-03-11T14:00:${String(said++ % 60).padStart(2, "0")}Z`),
  text: "x",
  ...message,
});

test("a row shows the day only if it differs from the row above", async () => {
  const moments = [
    "2026-03-11T09:05:10Z",
    "2026-03-11T00:00:00Z",
    "2026-03-10T23:59:59Z",
    "2026-03-09T12:00:00Z",
  ];
  const { rows } = await read(...moments.map((moment) => ({ ts: at(moment), text: "x" })));
  expect(rows.map(({ time }) => time)).toEqual([
    "2026-03-11T09:05Z",
    "00:00",
    "2026-03-10T23:59Z",
    "2026-03-09T12:00Z",
  ]);
});

describe("ids", () => {
  test("are listed once if a name is in several messages, or else follow the name", async () => {
    const { rows, ids } = await read(
      says({ user: "U012AB3CD", text: "<@U045EF6GH>" }),
      says({ user: "U012AB3CD" }),
      says({ username: "Ship It", bot_id: "B0000001" }),
      says({ username: "Ship It", bot_id: "B0000001" }),
      says({ username: "Once", bot_id: "B0000002" }),
    );
    expect(ids).toEqual({ ana: "U012AB3CD", "Ship It": "B0000001" });
    expect(rows.map(({ author }) => author)).toEqual(["ana", "ana", "Ship It", "Ship It", "Once (B0000002)"]);
    expect(rows[0]).toMatchObject({ text: "<@U045EF6GH|bo>" });
  });

  test.each([
    [
      "two people of one name",
      { user: "U045EF6GH" },
      { user: "U078IJ9KL" },
      "bo",
      ["U045EF6GH", "U078IJ9KL"],
    ],
    [
      "an app under a person's name",
      { user: "U012AB3CD" },
      { username: "ana", bot_id: "B0000001" },
      "ana",
      ["U012AB3CD", "B0000001"],
    ],
  ])("%s are distinguished in every row", async (_what, one, other, name, [first, second]) => {
    const { rows, ids } = await read(...[one, one, other, other].map(says));
    expect(ids).toBeUndefined();
    expect(rows.map(({ author }) => author)).toEqual(
      [first, first, second, second].map((id) => `${name} (${id})`),
    );
  });

  test.each(["ana (U012AB3CD)", "U012AB3CD"])(
    "an app with the name %s is shown with its own id",
    async (username) => {
      const posing = () => says({ username, bot_id: "B0000001" });
      const { rows } = await read(posing(), posing());
      expect(rows.map(({ author }) => author)).toEqual(Array(2).fill(`${username} (B0000001)`));
    },
  );
});

test("a file is shown once, with its name, title, description and id", async () => {
  const files = [
    { id: "F012AB3CD", name: "plan.png", title: "plan.png" },
    { id: "F045EF6GH", name: "a &amp; b.png", title: "The plan", alt_txt: "boxes" },
  ];
  const { rows } = await read(says({ subtype: "file_share", text: "here", files }));
  expect(rows[0]).toMatchObject({
    text: "here",
    files: "plan.png [F012AB3CD], a & b.png, The plan, boxes [F045EF6GH]",
  });
  expect(rows[0]).not.toHaveProperty("subtype");
});

test("each field is on a separate line, after its title", async () => {
  const mrkdwn = (text: string) => ({ type: "mrkdwn", text });
  const { rows } = await read(
    says({
      text: "",
      blocks: [{ type: "section", fields: [mrkdwn("*From*\nMonday"), mrkdwn("*To*\nFriday")] }],
    }),
    says({
      text: "",
      attachments: [
        {
          fields: [
            { title: "Severity", value: "high" },
            { title: "Region", value: "all" },
          ],
        },
      ],
    }),
  );
  expect(rows.map(({ text }) => text)).toEqual(["*From* Monday\n*To* Friday", "Severity: high\nRegion: all"]);
});
