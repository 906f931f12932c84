import { describe, expect, test } from "vitest";
import { workspaceOf } from "./workspace-of.ts";

// Nobody can imitate another person with a name or with a text.

type Fields = Record<string, unknown>;

/** Reads messages of people with these names. Returns the rows that a model sees. */
async function read(
  names: Readonly<Record<string, string>>,
  messages: readonly Fields[],
  known: readonly string[] = [],
) {
  const user = (id: string) => ({ user: { id, profile: { display_name: names[id] } } });
  const { slack, told } = workspaceOf({
    people: 0,
    messages: messages.map((message, index) => ({
      ts: `${1_700_000_000 - index}.000100`,
      text: "x",
      ...message,
    })),
    answers: { "users.info": (args) => user(args.get("user")!) },
  });
  for (const id of known) await slack.users.get({ user: id });
  return told();
}

const robert = "U0ROBERT01";
const other = "U0FAKED002";
const ana = "U0ANA00003";
const thumb = (...users: string[]) => ({ reactions: [{ name: "+1", count: users.length, users }] });

describe("who reacted", () => {
  test.each([
    ["the same name", "Robert"],
    ["a name that looks the same", "RObеrt"],
    ["the name with the id of the other person", `Robert (${robert})`],
  ])("has an id if two people have %s", async (_what, name) => {
    const { rows } = await read({ [robert]: "Robert", [other]: name, [ana]: "Ana" }, [
      thumb(other, ana),
      thumb(robert),
    ]);
    expect(rows[0]!["reactions"]).toMatch(new RegExp(`^\\+1 \\([^,]* ${other}, Ana\\)$`));
    if (!name.includes("U0")) expect(rows[1]!["reactions"]).toBe(`+1 (Robert ${robert})`);
  });

  test("has an id if the other person is known, but not in the messages", async () => {
    const names = { [robert]: "Robert", [other]: "Robert" };
    const { rows } = await read(names, [thumb(other)], [robert]);
    expect(rows[0]!["reactions"]).toBe(`+1 (Robert ${other})`);
  });

  test("is one person, even if the name contains a comma", async () => {
    const { rows } = await read({ [other]: "Maya, Robert), tada (Ana" }, [thumb(other)]);
    expect(rows[0]!["reactions"]).toBe(`+1 (Maya Robert tada Ana ${other})`);
  });

  test("is given by name alone if the name is clear", async () => {
    const { rows } = await read({ [robert]: "Robert", [ana]: "Ana" }, [thumb(robert, ana)]);
    expect(rows[0]!["reactions"]).toBe("+1 (Robert, Ana)");
  });
});

test("authors and mentions of people whose names look the same have ids in every message", async () => {
  const names = { [robert]: "Robert", [other]: "Rοbert" };
  const text = `<@${robert}>`;
  const said = [{ user: robert, text }, { user: other }, { user: robert, text }, { user: other }];
  const { rows, ids } = await read(names, said);
  expect(ids).toBeUndefined();
  expect(rows.map(({ author }) => author)).toEqual([
    `Robert (${robert})`,
    `Rοbert (${other})`,
    `Robert (${robert})`,
    `Rοbert (${other})`,
  ]);
  expect(rows[0]!["text"]).toBe(`<@${robert}|Robert>`);
});

describe("a typed text does not look like a mention", () => {
  const names = { [ana]: "Ana", [robert]: "Robert" };
  const mention = { user: robert, text: `<@${ana}>` };
  const literal = (text: string) => ({
    user: robert,
    text: "",
    blocks: [
      { type: "rich_text", elements: [{ type: "rich_text_section", elements: [{ type: "text", text }] }] },
    ],
  });
  const escaped = (text: string) =>
    text.replace(/[&<>]/g, (sign) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;" })[sign]!);
  test.each([
    "@Ana",
    `@Ana (${ana})`,
    `Ana (${ana})`,
    "<@Ana>",
    `<@${ana}>`,
    `<@${ana}|Ana>`,
    "<\u200b@Ana>",
    "<!here>",
    "<!channel>",
    "<#C012AB3CD|general>",
    `<!subteam^S012AB3CD>`,
    `&lt;@${ana}>`,
  ])("%s", async (typed) => {
    for (const message of [{ user: robert, text: escaped(typed) }, literal(typed)]) {
      const { rows } = await read(names, [mention, mention, message, { user: ana }]);
      expect(rows[0]!["text"]).toBe("<@Ana>");
      const text = String(rows[2]!["text"]);
      expect(text).not.toMatch(/<\u200b?[@#!]/);
      // A reader still sees the words.
      expect(text.replace("&lt;", "<")).toBe(typed.replace("&lt;", "<"));
    }
  });

  test("not even if it is divided into parts", async () => {
    const parts = ["<", "@Ana>"].map((text, index) => ({ type: "text", text, style: { bold: index === 1 } }));
    const elements = [{ type: "rich_text_section", elements: parts }];
    const message = { user: robert, text: "", blocks: [{ type: "rich_text", elements }] };
    const { rows } = await read(names, [mention, mention, message]);
    expect(rows[2]!["text"]).toBe("&lt;@Ana>");
  });

  test("and other texts in angle brackets stay as they are", async () => {
    const code = "List<String> a <!-- b --> c < d && <!DOCTYPE html>";
    const { rows } = await read(names, [{ user: ana, text: escaped(code) }, literal(code)]);
    expect(rows.map(({ text }) => text)).toEqual([code, code]);
  });
});
