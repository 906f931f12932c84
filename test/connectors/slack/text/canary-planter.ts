import type { Dict } from "../../../../src/core/ground/json.ts";

/**
 * What a person sees of a string. The reader, `readableText`, tells a word if its text contains the word. `seen`: told
 * exactly once. `often`: told at least once, such as the label of a column of a chart. `never`: not told. `maybe`: told
 * once or not at all, because it adds nothing, such as the address of a link that has a text.
 */
export type Fate = (typeof fates)[number];
/** If a string is part of another part, the later fate in this list counts. */
const fates = ["seen", "often", "maybe", "never"] as const;

interface Word {
  word: string;
  fate: Fate;
  /** The place in the message, such as `blocks.0.text.text`. */
  path: string;
  /** Words of one group say the same in several ways: exactly one branch is told. */
  branch?: { group: number; name: number };
}

/** A message whose strings are unique words, and what is known about each of them. */
export interface Planted {
  message: Dict;
  /** For each id in the message, its name, which is a unique word as well. */
  names: Record<string, string>;
  words: readonly Word[];
  /** Values that the message keeps as they are, such as the style of a button. */
  kept: ReadonlySet<string>;
  /** Values that the message keeps as they are, and that a person sees, such as a date. */
  shown: readonly string[];
}

export interface Planter {
  /** Says where in the message the planter is. */
  at<T>(key: string | number, plant: () => T): T;
  /** Everything that `plant` plants has at most this fate. */
  as<T>(fate: Fate, plant: () => T): T;
  /** Exactly one of these is told. */
  oneOf<T>(branches: readonly (() => T)[]): T[];
  /** Replaces each word of a text. Keeps its marks and Slack's tokens. */
  text(value: string): string;
  /** Replaces each word, and knows no tokens. */
  literal(value: string): string;
  /** Returns a new link. Its address is one word. */
  url(value: string): string;
  /** Returns a new id of the same kind as `value`. Its name is one word. */
  id(value: string): string;
  /** Returns a number that occurs nowhere else. */
  number(): number;
  /** Returns a time, in seconds, whose day occurs nowhere else. A time of 0 says that there is none. */
  time(value: unknown): unknown;
  /** Keeps a value. The reader may tell it. */
  keep<T>(value: T): T;
  /** Keeps a string. The reader must tell it. */
  show(value: string): string;
}

const weakest = (one: Fate, other: Fate): Fate => fates[Math.max(fates.indexOf(one), fates.indexOf(other))]!;

/** Plants unique words in one message. */
export function createPlanter() {
  const words: Word[] = [];
  const names: Record<string, string> = {};
  const kept = new Set<string>();
  const shown: string[] = [];
  const path: (string | number)[] = [];
  let fate: Fate = "seen";
  let branch: { group: number; name: number } | undefined;
  let groups = 0;

  const add = (word: string) => {
    words.push({ word, fate, path: path.join("."), ...(branch ? { branch } : {}) });
    return word;
  };
  const word = () => add(`w${String(words.length).padStart(5, "0")}x`);

  const planter: Planter = {
    at(key, plant) {
      path.push(key);
      const planted = plant();
      path.pop();
      return planted;
    },
    as(least, plant) {
      const before = fate;
      fate = weakest(fate, least);
      const planted = plant();
      fate = before;
      return planted;
    },
    oneOf(branches) {
      const before = branch;
      const group = groups++;
      const planted = branches.map((plant, name) => {
        branch = before ?? { group, name };
        return plant();
      });
      branch = before;
      return planted;
    },
    literal: (value) => value.replace(/[\p{L}\p{N}]+/gu, () => word()),
    text(value) {
      const parts = value.split(
        /(<[^<>\n]+>|&(?:amp|lt|gt);|:skin-tone-\d:|:[a-z0-9_+'-]*[a-z][a-z0-9_+'-]*:)/,
      );
      if (parts.length === 1) return planter.literal(value);
      return parts
        .map((part, index) => {
          if (index % 2 === 0) return part === "" ? "" : planter.literal(part);
          if (part.startsWith("&") || part.startsWith(":skin-tone")) return part;
          return part.startsWith(":") ? `:${word()}:` : token(part.slice(1, -1), planter);
        })
        .join("");
    },
    url: (value) => (value === "" ? "" : `${planter.keep("https://example.com/")}${word()}`),
    id(value) {
      if (value === "") return "";
      const id = `${/^[A-Z]/.exec(value)?.[0] ?? "U"}0CANARY${String(words.length).padStart(5, "0")}`;
      names[id] = word();
      // A reader may tell the id of a person beside the name.
      if (fate !== "never") planter.keep(id);
      return id;
    },
    number: () => Number(add(String(7_000_001 + words.length))),
    time(value) {
      if (!(Number(value) > 0)) return value;
      const seconds = (5000 + words.length) * 86_400 + 43_200;
      add(new Date(seconds * 1000).toISOString().slice(0, 10));
      return typeof value === "string" ? `${seconds}.000100` : seconds;
    },
    keep(value) {
      for (const run of JSON.stringify(value)?.match(/[\p{L}\p{N}]+/gu) ?? []) kept.add(run.toLowerCase());
      return value;
    },
    show(value) {
      if (fate === "seen" && branch === undefined) shown.push(value);
      return planter.keep(value);
    },
  };
  return { planter, words, names, kept, shown };
}

/** Plants words in one of Slack's tokens. `body` is the text between the angle brackets. */
function token(body: string, planter: Planter): string {
  const [target = "", label] = split(body, "|");
  // Slack shows the current name instead of the label, if the client knows the name.
  const mentioned = /^(@|#|!subteam\^)([UWCSDG][A-Z0-9]+)$/.exec(target);
  if (mentioned) {
    const old = label === undefined ? "" : `|${planter.as("never", () => planter.literal(label))}`;
    return `<${mentioned[1]}${planter.id(mentioned[2]!)}${old}>`;
  }
  if (/^!(here|channel|everyone)$/.test(target)) return `<${planter.keep(body)}>`;
  const date = /^!date\^(\d+)\^([^^]*)(?:\^(.*))?$/.exec(target);
  if (date) {
    const [seconds, format] = plantDate(date[1], date[2]!, planter);
    const link = date[3] === undefined ? "" : `^${planter.as("maybe", () => planter.url(date[3]!))}`;
    return `<!date^${String(seconds)}^${format}${link}|${planter.as("never", () => planter.literal(label ?? ""))}>`;
  }
  if (/^(https?:\/\/|mailto:|tel:)/.test(target))
    return label === undefined || label === ""
      ? `<${planter.url(target)}>`
      : `<${planter.as("maybe", () => planter.url(target))}|${planter.text(label)}>`;
  // Slack does not say what it shows for a token that it does not know.
  return planter.as("maybe", () => `<${planter.literal(body)}>`);
}

const split = (text: string, at: string) =>
  text.includes(at) ? [text.slice(0, text.indexOf(at)), text.slice(text.indexOf(at) + 1)] : [text];

/**
 * Plants a time and a format such as "Posted {date_num}". The words around the placeholders are seen.
 * https://docs.slack.dev/reference/block-kit/block-elements/date-element
 */
export function plantDate(time: unknown, format: string, planter: Planter): [unknown, string] {
  const showsDay = /\{(date|day)/.test(format);
  const seconds = planter.as(showsDay ? "seen" : "maybe", () => planter.time(time));
  const parts = format.split(/(\{[a-z_]+\})/);
  return [
    seconds,
    parts.map((part, index) => (index % 2 === 0 && part !== "" ? planter.literal(part) : part)).join(""),
  ];
}
