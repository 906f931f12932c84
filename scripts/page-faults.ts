import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

const codeBlock = /^ *(`{3,})[\s\S]*?^ *\1/gm;
/** Code in a line, or at the beginning of the text of a link. */
const code = /\[?`[^`\n]*`/g;
const link = /(?<!\\)\]\(([^)\s]+)\)/g;
const cloneOnly =
  /\bnpm (?:ci|start|test|run)\b|--conditions=agent-connectors-source|\bnode (?:scripts|bench|examples|src)\//g;

/** Removes the code blocks in which `init` writes a project, which has npm scripts of its own. */
const withoutInit = (text: string): string =>
  text.replaceAll(codeBlock, (block) => (block.includes("agent-connectors init ") ? "" : block));

/** Finds broken links, and commands that only work in a clone. */
export const pageFaults = (folder: string, page: string): string[] => [
  ...deadLinks(folder, page),
  ...[...withoutInit(readFileSync(join(folder, page), "utf8")).matchAll(cloneOnly)].map(
    ([command]) => `${page}: ${command} needs a clone`,
  ),
];

/** Finds links to files and headings that are not there. */
export function deadLinks(folder: string, page: string): string[] {
  return linksOf(readFileSync(join(folder, page), "utf8")).flatMap((target) => {
    const [path = "", anchor] = target.split("#");
    const file = path ? join(dirname(page), path) : page;
    if (file.startsWith("..") || !existsSync(join(folder, file))) return [`${page}: ${target} is not there`];
    const known = anchor === undefined || anchors(readFileSync(join(folder, file), "utf8")).has(anchor);
    return known ? [] : [`${page}: ${target} has no such heading`];
  });
}

/** Returns the targets of the links that do not begin with `https:` and so on. Code that looks like a link is not a link. */
export const linksOf = (text: string): string[] =>
  [
    ...text
      .replaceAll(codeBlock, "")
      .replaceAll(code, (found) => (found.startsWith("[") ? found : ""))
      .matchAll(link),
  ].flatMap(([, target = ""]) => (/^[a-z]+:/.test(target) ? [] : [target]));

/** Returns the anchor of a heading, as GitHub makes it. */
export const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
    .trim()
    .replaceAll(/\s/g, "-");

/** A line of a code block that begins with `#` is a comment, not a heading. */
const anchors = (text: string): Set<string> =>
  new Set(
    [...text.replaceAll(codeBlock, "").matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) => anchorOf(heading)),
  );
