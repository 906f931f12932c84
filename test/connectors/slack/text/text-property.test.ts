import * as fc from "fast-check";
import { expect, test } from "vitest";
import { readableText, withText } from "../../../../src/connectors/slack/text/readable-text.ts";

// For any blocks, the readable text contains every text that a reader would see, and nothing throws. Every text in the
// generated blocks is a unique word, so the test can search for it.

interface Tree {
  node: unknown;
  words: string[];
}
const word = fc.stringMatching(/^[a-zäé0-9]{6,12}$/).map((text) => `w${text}`);
const many = <T>(one: fc.Arbitrary<T>) => fc.array(one, { minLength: 1, maxLength: 4 });
const text = (type: string) => word.map((leaf): Tree => ({ node: { type, text: leaf }, words: [leaf] }));
const join = (trees: readonly Tree[]) => trees.flatMap(({ words }) => words);
const nodes = (trees: readonly Tree[]) => trees.map(({ node }) => node);
const holding = (parts: fc.Arbitrary<Tree[]>, make: (inner: unknown[]) => unknown) =>
  parts.map((trees): Tree => ({ node: make(nodes(trees)), words: join(trees) }));

const plain = fc.oneof(text("plain_text"), text("mrkdwn"));
const inline = fc.oneof(
  text("text"),
  word.map((id): Tree => ({ node: { type: "user", user_id: id }, words: [id] })),
  word.map((id): Tree => ({ node: { type: "channel", channel_id: id }, words: [id] })),
  word.map((id): Tree => ({ node: { type: "usergroup", usergroup_id: id }, words: [id] })),
  word.map((name): Tree => ({ node: { type: "emoji", name }, words: [name] })),
  word.map((leaf): Tree => ({ node: { type: "date", timestamp: 1, fallback: leaf }, words: [leaf] })),
  fc.tuple(word, word).map(([url, label]): Tree => ({
    node: { type: "link", url: `https://${url}.example`, text: label },
    words: [url, label],
  })),
);
const image = fc.tuple(plain, word).map(([title, alt]): Tree => ({
  node: { type: "image", image_url: "https://x.example", title: title.node, alt_text: alt },
  words: [...title.words, alt],
}));
const button = holding(fc.tuple(plain), ([label]) => ({ type: "button", text: label, value: "hidden" }));

const rich = fc.letrec<{ part: Tree }>((tie) => ({
  part: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    holding(many(inline), (elements) => ({ type: "rich_text_section", elements })),
    holding(many(inline), (elements) => ({ type: "rich_text_quote", elements })),
    holding(many(inline), (elements) => ({ type: "rich_text_preformatted", elements })),
    fc
      .tuple(many(tie("part")), fc.constantFrom("bullet", "ordered"), fc.nat(9))
      .map(([items, style, indent]): Tree => ({
        node: { type: "rich_text_list", style, indent, elements: nodes(items) },
        words: join(items),
      })),
  ),
})).part;

const message = fc.letrec<{ block: Tree; attachment: Tree }>((tie) => ({
  block: fc.oneof(
    holding(many(rich), (elements) => ({ type: "rich_text", elements })),
    holding(fc.tuple(plain, plain, plain), ([head, ...fields]) => ({ type: "section", text: head, fields })),
    holding(fc.tuple(plain, button), ([head, accessory]) => ({ type: "section", text: head, accessory })),
    holding(fc.tuple(plain), ([head]) => ({ type: "header", text: head })),
    holding(many(fc.oneof(plain, image)), (elements) => ({ type: "context", elements })),
    holding(many(button), (elements) => ({ type: "actions", elements })),
    word.map((leaf): Tree => ({ node: { type: "markdown", text: `**${leaf}**` }, words: [leaf] })),
    image,
    holding(many(fc.oneof(text("raw_text"), rich)), (cells) => ({ type: "table", rows: [cells, cells] })),
  ),
  attachment: fc.oneof(
    { depthSize: "small" },
    word.map((fallback): Tree => ({ node: { fallback }, words: [fallback] })),
    fc.tuple(word, word, word, word, word).map(([pretext, title, value, leaf, footer]): Tree => ({
      node: { pretext, title, text: leaf, fields: [{ title: value, value: footer }], footer, fallback: "no" },
      words: [pretext, title, value, leaf, footer],
    })),
    holding(many(tie("block")), (blocks) => ({ blocks })),
    holding(many(tie("block")), (blocks) => ({ message_blocks: [{ message: { blocks } }] })),
    holding(many(tie("attachment")), (attachments) => ({ elements: attachments })),
  ),
}));

test("the readable text contains every text of generated blocks and attachments, for any text of Slack", () => {
  fc.assert(
    fc.property(
      fc.array(message.block, { maxLength: 4 }),
      fc.array(message.attachment, { maxLength: 3 }),
      fc.option(word, { nil: "" }),
      (blocks, attachments, own) => {
        const given = { text: own, blocks: nodes(blocks), attachments: nodes(attachments) };
        const whole = readableText(given, {});
        // Slack shows the blocks in place of the text.
        const shown = blocks.length > 0 ? "" : own;
        for (const leaf of [shown, ...join(blocks), ...join(attachments)]) expect(whole).toContain(leaf);
        const filled = String(withText({ ...given, text: "" })["text"]);
        for (const leaf of [...join(blocks), ...join(attachments)]) expect(filled).toContain(leaf);
      },
    ),
    { numRuns: 400 },
  );
});

test("no part of a message makes the reader throw", () => {
  fc.assert(
    fc.property(
      fc.record({ text: fc.anything(), blocks: fc.anything(), attachments: fc.anything() }),
      (given) => {
        expect(typeof readableText(given, {})).toBe("string");
        expect(typeof withText(given)["text"]).toBe("string");
      },
    ),
  );
});

test.each([10, 61, 200, 50_000])("a text %i levels deep is readable", (depth) => {
  for (const key of ["elements", "text", "blocks", "fields"]) {
    let node: unknown = { type: "plain_text", text: "deepest" };
    for (let level = 0; level < depth; level++) node = level % 2 === 0 ? { [key]: node } : [node];
    expect(readableText({ blocks: [node] }, {})).toBe("deepest");
  }
});

test.each(Object.getOwnPropertyNames(Object.prototype))(
  "a part may have the type or the field %s",
  (name) => {
    const part = { [name]: "kept", type: name };
    const given = {
      blocks: [part, { type: "header", [name]: "kept" }],
      attachments: [part],
      files: [{ mode: name }],
    };
    expect(readableText(given, {}).match(/kept/g)).toHaveLength(3);
  },
);
