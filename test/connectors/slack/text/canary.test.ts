import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readableText } from "../../../../src/connectors/slack/text/readable-text.ts";
import type { Dict } from "../../../../src/core/ground/json.ts";
import { faults } from "./canary-check.ts";
import { corrected } from "./canary-corrected.ts";
import { absent, corpus } from "./canary-corpus.ts";
import { attachmentFixtures, blockFixtures, fileFixtures, fixtures } from "./canary-fixtures.ts";
import { plantMessage } from "./canary-messages.ts";
import type { Planted } from "./canary-planter.ts";
import { lists, richText, slackText } from "./canary-rich-text.ts";

// Each string of a message is replaced by a unique word. Then each word that a person sees in Slack is in the readable
// text exactly once, each other word is not, and nothing is added.

const told = ({ message, names }: Planted) => readableText(message, names);
const faultsOf = (message: Dict) => {
  const planted = plantMessage(message);
  return faults(told(planted), planted);
};
/** The words that are seen, in the order of the message. */
const seen = ({ words }: Planted) => words.filter(({ fate }) => fate === "seen").map(({ word }) => word);
const order = (text: string, words: readonly string[]) => {
  const wanted = new Set(words);
  return (text.match(/w\d{5}x|7\d{6}/g) ?? []).filter((word) => wanted.has(word));
};

test("the canary notices a lost, a repeated, a hidden and an added word", () => {
  const planted = plantMessage({ text: "one two", username: "nobody sees me" });
  const [one, two] = seen(planted);
  const hidden = planted.words.find(({ fate }) => fate === "never")!.word;
  expect(faults(`${one} ${two}`, planted)).toEqual([]);
  expect(faults(`${one}`, planted)).toHaveLength(1);
  expect(faults(`${one} ${two} ${two}`, planted)).toHaveLength(1);
  expect(faults(`${one} ${two} ${hidden}`, planted)).toHaveLength(1);
  expect(faults(`${one} ${two} extra`, planted)).toEqual(['"extra" was added']);
});

describe("a message of each kind", () => {
  test.each(fixtures)("%s", (_name, message) => {
    expect(faultsOf(message)).toEqual([]);
  });
});

describe("once read wrongly:", () => {
  test.each(corrected.map(({ fault, message }) => [fault, message] as const))("%s", (_fault, message) => {
    expect(faultsOf(message)).toEqual([]);
  });

  // The text of an old upload says "and commented: ...", and the file has the same comment.
  test("the comment of an old upload is told twice", () => {
    const text = readableText(
      {
        text: "<@U0123ABCD|ann> uploaded a file: <https://f.example/|a.txt> and commented: look here",
        files: [
          { id: "F0123ABCD", title: "a.txt", mode: "hosted", initial_comment: { comment: "look here" } },
        ],
      },
      {},
    );
    expect(text.match(/look here/g)).toHaveLength(1);
  });
});

// Slack documents that a cell with rich text has the same words in `text`.
// https://docs.slack.dev/reference/methods/slackLists.items.info
test("a cell of a list is told once, although it has its words in several forms", () => {
  const words = [{ type: "rich_text_section", elements: [{ type: "text", text: "Write docs" }] }];
  const cell = { key: "Col0123", value: "Write docs", text: "Write docs", rich_text: [{ type: "rich_text", elements: words }] }; // prettier-ignore
  const text = readableText({ attachments: [{ list_record: { record: { fields: [cell] } } }] }, {});
  expect(text.match(/Write docs/g)).toHaveLength(1);
});

describe.skipIf(absent)(`public fixtures${absent ? ` (${absent})` : ""}`, () => {
  const all = absent ? [] : corpus();
  const projects = [...new Set(all.map(({ from }) => from.split("/")[0]!))];
  test.each(projects)("%s", (project) => {
    const found = all
      .filter(({ from }) => from.startsWith(`${project}/`))
      .flatMap(({ from, message }) => faultsOf(message).map((fault) => `${from}: ${fault}`));
    expect(found).toEqual([]);
  });

  test("there are many", () => {
    expect(all.length).toBeGreaterThan(900);
  });
});

describe("generated messages", () => {
  test("nested lists lose nothing, repeat nothing and keep their order", () => {
    fc.assert(
      fc.property(lists, (list) => {
        const planted = plantMessage({ blocks: [list] });
        expect(faults(told(planted), planted)).toEqual([]);
        expect(order(told(planted), seen(planted))).toEqual(seen(planted));
      }),
    );
  });

  test("Slack's own text beside the same rich text repeats nothing", () => {
    fc.assert(
      fc.property(richText, (rich) => {
        const planted = plantMessage({ blocks: [rich] });
        const { blocks } = planted.message;
        const text = slackText((blocks as Dict[])[0]!);
        const shared = { fallback: text, text, is_share: true, message_blocks: [{ message: { blocks } }] };
        for (const message of [
          { text, blocks },
          { attachments: [shared] },
          { text: "", attachments: [{ fallback: text, blocks }] },
        ])
          // prettier-ignore
          expect(faults(readableText(message, planted.names), planted), JSON.stringify(message)).toEqual([]);
      }),
    );
  });

  test("Slack's own text without blocks loses nothing", () => {
    fc.assert(
      fc.property(richText, (rich) => {
        const planted = plantMessage({ blocks: [rich] });
        const text = slackText((planted.message.blocks as Dict[])[0]!);
        for (const message of [{ text }, { attachments: [{ text, fallback: text }] }])
          expect(faults(readableText(message, planted.names), planted), text).toEqual([]);
      }),
    );
  });

  test("blocks and attachments never repeat their fallback texts", () => {
    fc.assert(
      fc.property(
        fc.shuffledSubarray([...blockFixtures], { minLength: 1 }),
        fc.integer({ min: 0, max: 3 }),
        (some, depth) => {
          let blocks: Dict[] = [...some];
          for (let level = 0; level < depth; level++)
            blocks = [
              {
                type: "container",
                title: { type: "plain_text", text: `level ${level}` },
                child_blocks: blocks,
              },
            ];
          const planted = plantMessage({ blocks });
          const text = told(planted);
          const fallback = text.slice(0, 200);
          for (const message of [
            planted.message,
            { ...planted.message, text },
            { attachments: [{ fallback, blocks: planted.message.blocks }] },
          ])
            // prettier-ignore
            expect(faults(readableText(message, planted.names), planted)).toEqual([]);
        },
      ),
      { numRuns: 50 },
    );
  });

  test("attachments never repeat the fallback that an app made from their fields", () => {
    const words = fc.constantFrom(
      "one",
      "two words",
      "*big* words",
      "a & b",
      "line one\nline two\nline three",
    );
    const fields = fc.array(fc.record({ title: words, value: words }), { minLength: 1, maxLength: 3 });
    const attachment = fc.record(
      { pretext: words, author_name: words, title: words, text: words, fields, footer: words },
      { requiredKeys: [] },
    );
    const parts = ({ pretext, author_name, title, text, fields: given }: Dict): string[][] => {
      const pairs = ((given ?? []) as Dict[]).flatMap((field) => [field.title, field.value]);
      const all = [pretext, author_name, title, text, ...pairs].filter(
        (part) => part !== undefined,
      ) as string[];
      return [all, all.slice(0, 1), all.slice(-1), all.slice(0, 2)];
    };
    fc.assert(
      fc.property(
        fc.array(attachment, { minLength: 1, maxLength: 3 }),
        fc.nat(3),
        fc.constantFrom(" ", "\n", " - ", ": "),
        (given, choice, joint) => {
          // An attachment that has only a fallback shows the fallback.
          const filled = given.map((one): Dict => (Object.keys(one).length > 0 ? one : { text: "plain" }));
          const planted = plantMessage({ attachments: filled });
          const attachments = (planted.message.attachments as Dict[]).map((one) => {
            const fallback = parts(one)[choice]!.join(joint);
            return fallback === "" ? one : { ...one, fallback };
          });
          expect(faults(readableText({ attachments }, planted.names), planted)).toEqual([]);
        },
      ),
    );
  });

  test("whole messages with text, blocks, attachments and files lose nothing and repeat nothing", () => {
    const some = (list: readonly Dict[]) => fc.shuffledSubarray([...list], { maxLength: 3 });
    const parts = fc.record({
      text: fc.constantFrom("", "Hi <@U0123ABCD>, see *this*"),
      // If a message has only a divider, the reader tells its text, because nothing else says what the message is.
      blocks: some(blockFixtures.filter(({ type }) => type !== "divider")),
      attachments: some(attachmentFixtures),
      files: some(fileFixtures),
    });
    fc.assert(
      fc.property(parts, (message) => {
        expect(faultsOf(message)).toEqual([]);
      }),
    );
  });

  test("a table loses no cell and keeps the order of the cells", () => {
    const cell = fc.oneof(
      fc.constant<Dict>({ type: "raw_text", text: "raw words" }),
      fc.constant<Dict>({ type: "raw_text", text: "two\nlines | and a bar" }),
      fc.constant<Dict>({ type: "raw_number", value: 5 }),
      fc.constant<Dict>({ type: "raw_number", value: 5, text: "5 EUR" }),
      fc.constant(null),
      richText,
    );
    const rows = fc
      .integer({ min: 1, max: 6 })
      .chain((columns) =>
        fc.array(fc.array(cell, { minLength: columns, maxLength: columns }), { minLength: 1, maxLength: 8 }),
      );
    fc.assert(
      fc.property(rows, fc.constantFrom("table", "data_table"), (cells, type) => {
        const planted = plantMessage({
          blocks: [{ type, ...(type === "data_table" ? { caption: "about it" } : {}), rows: cells }],
        });
        expect(faults(told(planted), planted)).toEqual([]);
        expect(order(told(planted), seen(planted))).toEqual(seen(planted));
      }),
    );
  });

  test("a message with twelve kinds of blocks loses none of them", () => {
    fc.assert(
      fc.property(fc.shuffledSubarray([...blockFixtures], { minLength: 12, maxLength: 12 }), (blocks) => {
        expect(faultsOf({ blocks })).toEqual([]);
      }),
      { numRuns: 50 },
    );
  });
});
