import { decodeEntities } from "../../../core/html/html-entities.ts";
import { codeBlock, runsToMarkdown, type Link, type Run } from "./inline-markdown.ts";

export interface Paragraph {
  /** Adds the raw text between two tags. */
  text(raw: string): void;
  /** Starts an inline element, such as `b`. Ignores unknown elements. */
  open(name: string, attributes: ReadonlyMap<string, string>): void;
  close(name: string): void;
  startCode(): void;
  /** Returns the Markdown of the paragraph, and starts the next paragraph without marks and links. */
  take(): string;
}

type Mark = "bold" | "italic" | "strike" | "code";

const marks: ReadonlyMap<string, Mark> = new Map([
  ["b", "bold"],
  ["strong", "bold"],
  ["i", "italic"],
  ["em", "italic"],
  ["s", "strike"],
  ["del", "strike"],
  ["strike", "strike"],
  ["code", "code"],
]);

export function createParagraph(): Paragraph {
  let runs: Run[] = [];
  let code: string[] | undefined;
  let open = { bold: 0, italic: 0, strike: 0, code: 0 };
  let link: Link | undefined;
  /** The number of open `<control>` elements. Such an element contains a mention, a date or an emoji. */
  let controls = 0;
  /** The emoji of the last image. The text after the image usually repeats the emoji, such as `:tada:`. */
  let emoji: string | undefined;

  const add = (text: string) => {
    if (code) return void code.push(text);
    const { bold, italic, strike, code: isCode } = open;
    runs.push({ text, bold: bold > 0, italic: italic > 0, strike: strike > 0, code: isCode > 0, link });
  };
  const addEmoji = () => {
    if (emoji !== undefined) add(`:${emoji}:`);
    emoji = undefined;
  };

  return {
    text(raw) {
      const text = code
        ? decodeEntities(raw)
        : decodeEntities(raw.replace(rawMention, "![]($1)")).replace(/[\s\u200B]+/g, toOneSpace);
      if (emoji !== undefined && text.trimStart().startsWith(`:${emoji}:`)) emoji = undefined;
      addEmoji();
      add(controls > 0 && mention.test(text.trim()) ? `![](${text.trim()})` : text);
    },
    open(name, attributes) {
      const mark = marks.get(name);
      if (mark) open[mark]++;
      else if (name === "br") add("\n");
      else if (name === "control") controls++;
      else if (name === "a" || name === "lnk") {
        const href = attributes.get("href");
        link = href === undefined ? undefined : { href };
      } else if (name === "img") {
        addEmoji();
        if (attributes.has("data-is-slack")) emoji = attributes.get("alt");
        else add(imageText(attributes.get("alt") ?? ""));
      }
    },
    close(name) {
      const mark = marks.get(name);
      if (mark) open[mark] = Math.max(0, open[mark] - 1);
      else if (name === "a" || name === "lnk") link = undefined;
      else if (name === "control") controls = Math.max(0, controls - 1);
    },
    startCode: () => void (code = []),
    take() {
      addEmoji();
      const text = code?.join("").replace(/^\n/, "").trimEnd();
      const markdown = text === undefined ? runsToMarkdown(runs) : text === "" ? "" : codeBlock(text);
      runs = [];
      code = undefined;
      open = { bold: 0, italic: 0, strike: 0, code: 0 };
      link = undefined;
      controls = 0;
      return markdown;
    },
  };
}

/** A mention in raw text, such as `<@U012AB3CD>` or `<#C012AB3CD|general>`. */
const rawMention = /<([@#][UWCGS][A-Z0-9]{2,20})(?:\|[^<>]{0,300})?>/g;

/** A mention in a `<control>` element, such as `@U012AB3CD`. */
const mention = /^[@#][UWCGS][A-Z0-9]{2,20}$/;

/** Returns one space. Returns an empty text for zero-width spaces, because they mark empty paragraphs. */
const toOneSpace = (spaces: string): string => (spaces.replaceAll("\u200B", "") === "" ? "" : " ");

/** Writes `![name](file id)`, without the image's address, because the address contains a token. */
function imageText(alt: string): string {
  const mark = "_SLACK_FILE_ALT_PLACEHOLDER_";
  const at = alt.lastIndexOf(mark);
  return at < 0 ? `![${alt}]()` : `![${alt.slice(0, at)}](${alt.slice(at + mark.length)})`;
}
