import type { Fields } from "./fields.ts";
import type { Section } from "./types.ts";
import type { Workspace } from "./workspace.ts";

const MAX_MARKDOWN = 1024 * 1024;

/** Splits Markdown into sections. A code block stays in one section. */
export function sectionsOf(workspace: Workspace, markdown: string): Section[] {
  const parts: string[] = [];
  let open: string[] = [];
  let fenced = false;
  const close = (): void => {
    if (open.length > 0) parts.push(open.join("\n"));
    open = [];
  };
  for (const line of markdown.split("\n")) {
    if (line.startsWith("```")) fenced = !fenced;
    if (!fenced && line.trim() === "") close();
    else {
      if (!fenced && /^#{1,6}\s/.test(line)) close();
      open.push(line);
      if (!fenced && /^#{1,6}\s/.test(line)) close();
    }
  }
  close();
  return parts.map((part) => ({ id: `temp:C:${workspace.newId("").toLowerCase()}`, markdown: part }));
}

/** Returns the error text if the content is not valid for a canvas. Otherwise returns undefined. */
export function contentProblem(content: unknown): string | undefined {
  const { type, markdown } = (content ?? {}) as Fields;
  if (type !== "markdown" || typeof markdown !== "string") return "'content' error: unsupported content type";
  if (markdown.length > MAX_MARKDOWN) return "'content' error: content is too long";
  const line = markdown.split("\n").findIndex((each) => /^>\s*([-*+]|\d+\.)\s/.test(each));
  if (line >= 0) return `'content' error: line ${line + 1}: Unsupported block type (List) within block quote`;
  return undefined;
}

/** Returns true if the section has one of the types and contains the text. */
export function sectionMatches(section: Section, types: string[], text: string | undefined): boolean {
  const level = /^(#{1,6})\s/.exec(section.markdown)?.[1]?.length;
  const typed =
    types.length === 0 ||
    types.some((type) => (type === "any_header" ? level !== undefined : type === `h${level ?? 0}`));
  return typed && (!text || section.markdown.toLowerCase().includes(text.toLowerCase()));
}
