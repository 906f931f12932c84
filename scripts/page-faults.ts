import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

const link = /\]\(([^)\s]+)\)/g;
const cloneOnly =
  /\bnpm (?:ci|start|test|run)\b|--conditions=agent-connectors-source|\bnode (?:scripts|bench|examples|src)\//g;

/** Finds broken links, and commands that only work in a clone. */
export function pageFaults(folder: string, page: string): string[] {
  const text = readFileSync(join(folder, page), "utf8");
  // Code with the syntax of a link is not a link. Code that is the text of a link stays.
  const links = text.replaceAll(/(?<!\[)`[^`\n]*`/g, "").matchAll(link);
  const dead = [...links].flatMap(([, target = ""]) => {
    if (/^[a-z]+:/.test(target)) return [];
    const [path = "", anchor] = target.split("#");
    const file = path ? join(dirname(page), path) : page;
    if (file.startsWith("..") || !existsSync(join(folder, file))) return [`${page}: ${target} is not there`];
    const known = anchor === undefined || anchors(readFileSync(join(folder, file), "utf8")).has(anchor);
    return known ? [] : [`${page}: ${target} has no such heading`];
  });
  return [...dead, ...[...text.matchAll(cloneOnly)].map(([command]) => `${page}: ${command} needs a clone`)];
}

const anchors = (text: string): Set<string> =>
  new Set(
    [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) =>
      heading
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
        .trim()
        .replaceAll(/\s/g, "-"),
    ),
  );
