import { readableText } from "../src/connectors/slack/text/readable-text.ts";

// Measures the time to make the text of a Slack message readable, for each kind of message. If the time is linear, a
// message of 1 MB takes 4 times as long as a message of 256 KB.
// Run: node --conditions=agent-connectors-source bench/text.ts

type Make = (size: number) => Record<string, unknown>;
const repeat = <T>(size: number, each: number, make: (index: number) => T): T[] =>
  Array.from({ length: Math.ceil(size / each) }, (_, index) => make(index));
const sentence = "The build of main is <https://ci.example/1|green> &amp; <@U012AB3CD> may ship. ";
const section = (elements: unknown[]) => ({ type: "rich_text_section", elements });
const nested = (size: number, depth: number): unknown => {
  let node: unknown = { type: "plain_text", text: sentence.repeat(Math.ceil(size / sentence.length)) };
  for (let level = 0; level < depth; level++) node = { type: "rich_text_quote", elements: [node] };
  return node;
};

const kinds: Record<string, Make> = {
  text: (size) => ({ text: sentence.repeat(Math.ceil(size / sentence.length)) }),
  "open brackets": (size) => ({ text: "<".repeat(size) }),
  "rich text": (size) => ({
    text: "",
    blocks: [
      {
        type: "rich_text",
        elements: repeat(size, 80, (index) => section([{ type: "text", text: `${index} ${sentence}` }])),
      },
    ],
  }),
  "the same text and blocks": (size) => ({
    text: sentence.repeat(Math.ceil(size / 2 / sentence.length)),
    blocks: repeat(size / 2, 3000, () => ({
      type: "section",
      text: { type: "mrkdwn", text: sentence.repeat(3000 / sentence.length) },
    })),
  }),
  "other text than blocks": (size) => ({
    text: "ab".repeat(size / 4),
    blocks: repeat(size / 2, 1000, (index) => ({
      type: "section",
      text: { type: "mrkdwn", text: `${"ab".repeat(490)}${index}` },
    })),
  }),
  "one list": (size) => ({
    blocks: [
      {
        type: "rich_text_list",
        style: "ordered",
        elements: repeat(size, 20, (index) => section([{ type: "text", text: `item ${index}` }])),
      },
    ],
  }),
  attachments: (size) => ({
    text: "FIRING",
    attachments: repeat(size, 100, (index) => ({
      title: `Alert ${index}`,
      text: sentence,
      fallback: sentence,
    })),
  }),
  "sixty levels": (size) => ({ blocks: [nested(size, 60)] }),
  "a hundred thousand levels": (size) => ({ blocks: [nested(size - 100_000, 100_000)] }),
};

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
const timeOf = (message: Record<string, unknown>): number => {
  const times = Array.from({ length: 7 }, () => {
    const start = performance.now();
    readableText(message, { U012AB3CD: "ana" });
    return performance.now() - start;
  });
  return median(times);
};

let slowest = 0;
for (const [kind, make] of Object.entries(kinds)) {
  const [small, large] = [timeOf(make(262_144)), timeOf(make(1_048_576))] as [number, number];
  slowest = Math.max(slowest, large);
  console.log(
    `${kind.padEnd(26)} ${large.toFixed(1).padStart(6)} ms for 1 MB, ${(large / small).toFixed(1)}x a quarter`,
  );
}
console.log(`slowest ${slowest.toFixed(1)} ms, limit 100 ms`);
if (slowest > 100) process.exitCode = 1;
