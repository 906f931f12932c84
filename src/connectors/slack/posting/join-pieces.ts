import type { Dict } from "../../../core/ground/json.ts";
import { decidedLinks } from "../policy/foreign-link.ts";
import { escapeBlockMentions, escapeMarkdown } from "./mentions.ts";
import type { Chunk, StreamContent } from "./stream-content.ts";
import { escapeUnfinished, splitUndecided } from "./undecided-text.ts";

/** The part of a streamed message that the next piece continues. */
export interface StreamEnd {
  /** The end of the text, which is not sent yet. */
  waiting: string;
  /** Whether `waiting` may contain a mention that notifies people. */
  mentions: boolean;
  /**
   * The undecided ends of the texts of tasks and plans. These ends are already sent. Slack may add the text of a task to
   * the task's earlier text.
   */
  tasks: Readonly<Record<string, string>>;
}

export const noEnd: StreamEnd = { waiting: "", mentions: false, tasks: {} };

export const isEmpty = ({ waiting, tasks }: StreamEnd): boolean =>
  waiting === "" && Object.keys(tasks).length === 0;

interface Joined {
  /** The arguments for Slack. */
  args: Dict;
  /** The content that an allow-list must judge, before mentions are escaped. */
  content: Dict;
  end: StreamEnd;
}

interface JoinOptions {
  /** Whether an allow-list limits links. */
  links: boolean;
  /** Whether this is the last piece, so that nothing waits any more. */
  last: boolean;
  /** Receives the escaped mentions. */
  found: Set<string>;
}

const taskFields = ["title", "details", "output"] as const;

const maxTasks = 50;

/**
 * Joins a piece with the end of the earlier pieces. All texts of a message count as one text, even with a task between
 * them, because Slack can show tasks in another place.
 */
export function joinPieces(
  { mentions = false, markdown_text, chunks, blocks, ...rest }: StreamContent & Dict,
  before: StreamEnd,
  { links, last, found }: JoinOptions,
): Joined {
  let end = before;
  const takeText = (chunk: Dict, isLast: boolean): Taken[] => {
    // If only the new piece may contain mentions, the end of the earlier pieces must not contain or become one.
    const earlier =
      mentions && !end.mentions ? escapeUnfinished(escapeMarkdown(end.waiting, found)) : end.waiting;
    const joined = earlier + String(chunk.text);
    const { decided, waiting } = isLast ? { decided: joined, waiting: "" } : splitUndecided(joined, links);
    end = { ...end, waiting, mentions };
    const sent = mentions ? decided : escapeMarkdown(decided, found);
    return decided === "" ? [] : [{ content: { ...chunk, text: decided }, sent: { ...chunk, text: sent } }];
  };
  const takeTask = (chunk: Chunk): Taken => {
    const content: Dict = { ...chunk };
    const closed: Dict = { ...chunk };
    for (const name of taskFields) {
      const text = chunk[name];
      if (typeof text !== "string") continue;
      const key = `${chunk.type} ${String(chunk.id)} ${name}`;
      const joined = (end.tasks[key] ?? "") + text;
      content[name] = joined;
      closed[name] = mentions ? text : escapeUnfinished(text);
      if (links) end = { ...end, tasks: withTask(end.tasks, key, joined.slice(decidedLinks(joined))) };
    }
    return { content, sent: mentions ? closed : (escapeBlockMentions(closed, found) as Dict) };
  };

  const given = chunks ?? (markdown_text === undefined ? [] : [textChunk(markdown_text)]);
  const isText = ({ type }: Chunk) => type === "markdown_text";
  const pieces = last && end.waiting !== "" && !given.some(isText) ? [textChunk(""), ...given] : given;
  const lastText = pieces.findLastIndex(isText);
  const taken = pieces.flatMap((chunk, index) =>
    isText(chunk) ? takeText(chunk, last && index === lastText) : takeTask(chunk),
  );
  const write = (part: keyof Taken, shown: unknown): Dict => {
    const written = taken.map((one) => one[part]);
    const content = chunks ? { chunks: written } : { markdown_text: written[0]?.text };
    return { ...rest, ...(written.length > 0 && content), ...(blocks && { blocks: shown }) };
  };
  return {
    args: write("sent", mentions ? blocks : escapeBlockMentions(blocks, found)),
    content: write("content", blocks),
    end,
  };
}

interface Taken {
  content: Dict;
  sent: Dict;
}

const textChunk = (text: string): Chunk => ({ type: "markdown_text", text });

function withTask(tasks: StreamEnd["tasks"], key: string, end: string): StreamEnd["tasks"] {
  const { [key]: _old, ...others } = tasks;
  return end === "" ? others : Object.fromEntries([...Object.entries(others), [key, end]].slice(-maxTasks));
}
