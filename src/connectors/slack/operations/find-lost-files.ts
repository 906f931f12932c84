import type { RunContext } from "../../../core/contract/run-context.ts";
import { type Dict, stringAt } from "../../../core/ground/json.ts";
import { type Find, inDoubt, listAt, onlyNew, sameText } from "./send-or-find.ts";

interface NewFile {
  title: string;
  /** Returns whether a file in Slack's list is of the right kind, and can have the requested content. */
  isKind: (file: Dict) => boolean;
  /** Additional arguments of `files.list`. */
  args?: Dict;
}

/**
 * Finds the canvas or the list that a write created. Canvases and lists are also files. The file must be the only new
 * file of the token's user with this title.
 */
export const findNewFile =
  ({ title, isKind, args = {} }: NewFile, { once }: Pick<RunContext, "once">): Find =>
  async (read, since) => {
    const user = stringAt((await once("auth.test")).body, "user_id");
    if (user === undefined) return inDoubt;
    const body = await read("files.list", { ...args, user, count: 100 });
    const equal = listAt(body, "files").filter(
      (file) => file.user === user && sameText(file.title, title) && isKind(file),
    );
    return onlyNew(equal, "created", since);
  };

/** Finds out whether a canvas or a list has its new title. A title that was equal before the write is right too. */
export const findTitle =
  (file: string, title: string, record: Dict): Find =>
  async (read) => {
    const body = await read("files.info", { file });
    return sameText(stringAt(body, "file.title")?.trim(), title.trim()) ? { record } : undefined;
  };

/** Reduces a text to its letters and digits, because Slack returns Markdown in another form. */
export const lettersOf = (text: unknown): string => String(text ?? "").replaceAll(letters(), "");

/** The pattern is created on first use, because `\p` would make Node load Unicode tables at every start. */
const letters = (): RegExp => (notLetters ??= new RegExp(String.raw`[^\p{L}\p{N}]`, "gu"));
let notLetters: RegExp | undefined;
