import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { ConnectorError } from "../../src/core/ground/errors.ts";
import { writeFiles } from "./write-files.ts";

const begin = "<!-- agent-connectors: begin -->";
const end = "<!-- agent-connectors: end -->";

/** The index of this version. It has the same place relative to this file in a clone and in the package. */
const index = new URL("../../skills/agent-connectors/index.md", import.meta.url);

/**
 * Writes the index of the pages into AGENTS.md, between two markers. The rest of the file stays, byte for byte.
 * @throws ConnectorError `config_error` if the markers of the file do not belong together
 */
export async function initAgents(folder: string): Promise<void> {
  const path = join(folder, "AGENTS.md");
  const before = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw new ConnectorError("config_error", `${path} cannot be read (${error.code}).`, { path });
  });
  const text = withBlock(before ?? "", await readFile(fileURLToPath(index), "utf8"), path);
  if (text === before) process.stdout.write(`${path} already has this index. Nothing was changed.\n`);
  else {
    await writeFiles(folder, { "AGENTS.md": text });
    const did =
      before === undefined
        ? `Created ${path} with the index of the pages`
        : before.includes(begin)
          ? `Replaced the index of the pages in ${path}`
          : `Added the index of the pages to ${path}`;
    process.stdout.write(`${did}. Run the command again after an upgrade of agent-connectors.\n`);
  }
  // Claude Code reads CLAUDE.md, which can import AGENTS.md. The other file is the user's, so it is not changed.
  const claude = await readFile(join(folder, "CLAUDE.md"), "utf8").catch(() => undefined);
  if (claude !== undefined && !claude.includes("AGENTS.md"))
    process.stdout.write(`CLAUDE.md does not import AGENTS.md. Add the line @AGENTS.md to it.\n`);
}

/** Puts the index between the markers, or at the end of a text without markers. */
export function withBlock(text: string, content: string, path: string): string {
  const newline = text.includes("\r\n") ? "\r\n" : "\n";
  const block = `${begin}\n${content.trimEnd()}\n${end}`.replaceAll("\n", newline);
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  const isOne = from === text.lastIndexOf(begin) && to === text.lastIndexOf(end);
  if (from === -1 && to === -1) {
    const gap = text === "" ? "" : text.endsWith(newline) ? newline : newline + newline;
    return `${text}${gap}${block}${newline}`;
  }
  if (from === -1 || to < from || !isOne)
    throw new ConnectorError("config_error", `The markers in ${path} do not belong together.`, {
      path,
      hint: `Leave one line "${begin}" and, below it, one line "${end}", or remove both.`,
    });
  return text.slice(0, from) + block + text.slice(to + end.length);
}
