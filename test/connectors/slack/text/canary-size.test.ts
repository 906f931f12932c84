import { describe, expect, test } from "vitest";
import { readableText } from "../../../../src/connectors/slack/text/readable-text.ts";
import type { Dict } from "../../../../src/core/ground/json.ts";

describe("large messages", () => {
  /** Counts how often the reader reads a key of the message. */
  function reads(message: Dict): number {
    let count = 0;
    const watch = <T>(value: T): T =>
      typeof value === "object" && value !== null
        ? new Proxy(value, { get: (target, key) => (count++, watch(Reflect.get(target, key) as object)) })
        : value;
    readableText(watch(message), {});
    return count;
  }
  const text = (words: string) => ({ type: "mrkdwn", text: words });
  const times = (count: number, one: Dict) => Array.from({ length: count }, () => one);
  const deep = (count: number, wrap: (inner: Dict) => Dict, inner: Dict) => {
    let all = inner;
    for (let level = 0; level < count; level++) all = wrap(all);
    return all;
  };
  const section = { type: "section", text: text("hello <@U0123ABCD>"), fields: [text("one")] };
  const item = { type: "rich_text_section", elements: [{ type: "text", text: "item" }] };
  const shapes: [string, (count: number) => Dict][] = [
    ["many blocks", (count) => ({ blocks: times(count, section) })],
    ["many items of a list", (count) => ({ blocks: [{ type: "rich_text", elements: [{ type: "rich_text_list", style: "ordered", elements: times(count, item) }] }] })], // prettier-ignore
    ["many lists", (count) => ({ blocks: [{ type: "rich_text", elements: times(count, { type: "rich_text_list", style: "bullet", indent: 3, elements: [item] }) }] })], // prettier-ignore
    ["many attachments", (count) => ({ attachments: times(count, { fallback: "f", text: "t", fields: [{ title: "a", value: "b" }] }) })], // prettier-ignore
    ["many rows", (count) => ({ blocks: [{ type: "table", rows: Array.from({ length: count }, () => times(3, { type: "raw_text", text: "x" })) }] })], // prettier-ignore
    ["deep containers", (count) => ({ blocks: [deep(count / 10, (inner) => ({ type: "container", child_blocks: [inner] }), section)] })], // prettier-ignore
    ["deep tables", (count) => ({ blocks: [deep(count / 10, (inner) => ({ type: "table", rows: [[inner]] }), { type: "raw_text", text: "end" })] })], // prettier-ignore
    ["deep attachments", (count) => ({ attachments: [deep(count / 10, (inner) => ({ text: "t", attachments: [inner] }), { text: "end" })] })], // prettier-ignore
    ["deep shared messages", (count) => ({ attachments: [deep(count / 10, (inner) => ({ text: "t", message_blocks: [{ message: { blocks: [section], attachments: [inner] } }] }), { text: "end" })] })], // prettier-ignore
    ["deep unknown blocks", (count) => ({ blocks: [deep(count / 10, (inner) => ({ type: "unknown", parts: [inner] }), section)] })], // prettier-ignore
  ];
  test.each(shapes)("%s: twice the size needs twice the reads", (_name, shape) => {
    const half = reads(shape(1000));
    expect(half).toBeGreaterThan(0);
    expect(reads(shape(2000))).toBeLessThan(half * 2.5);
  });

  test.each([
    ["tables", (inner: Dict) => ({ type: "table", rows: [[inner]] })],
    ["containers", (inner: Dict) => ({ type: "container", child_blocks: [inner] })],
    ["titles of charts", (inner: Dict) => ({ type: "data_visualization", title: inner })],
  ])("the text in %s that are nested 20,000 times is read", (_name, wrap) => {
    const blocks = [deep(20_000, wrap, { type: "raw_text", text: "end" })];
    expect(readableText({ blocks }, {})).toContain("end");
  });

  // A reader that starts again at each character would need so long for these texts that the test reaches its time
  // limit.
  test.each([
    "<",
    "<@",
    "<@U",
    "<!date^1^",
    "&",
    "&lt;",
    "*",
    "_",
    "`",
    "```",
    "~",
    ":a",
    "> ",
    "\n",
    " ",
    "1. ",
    "•",
    "|",
    "[",
    "](",
    "<a|",
  ])("%j repeated a hundred thousand times is read in time", (part) => {
    const long = part.repeat(100_000);
    const rich = { type: "rich_text", elements: [{ type: "rich_text_section", elements: [{ type: "text", text: long }] }] }; // prettier-ignore
    for (const message of [
      { text: long },
      { text: long, blocks: [rich] },
      { attachments: [{ text: long, fallback: long }] },
      { blocks: [{ type: "markdown", text: long }] },
    ])
      // prettier-ignore
      expect(typeof readableText(message, {})).toBe("string");
  });
});
