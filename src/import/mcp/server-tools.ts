import { type Dict, isDict } from "../../core/ground/json.ts";
import { sha256 } from "../../core/ground/hash.ts";
import { toPlainJson } from "../../core/ground/plain-json.ts";
import { canonicalJson } from "../../core/schema/validate/canonical-json.ts";
import { ConnectorError } from "../../core/ground/errors.ts";

/** A tool as its server describes it. Nobody has checked anything of it, except that it is plain JSON. */
export interface ServerTool {
  readonly name: string;
  readonly title?: unknown;
  readonly description?: unknown;
  readonly inputSchema?: unknown;
  readonly outputSchema?: unknown;
  readonly annotations?: unknown;
}

export interface ListedTools {
  tools: readonly ServerTool[];
  /** The names of tools that cannot be used, with the reasons. */
  unusable: readonly { name: string; reason: string }[];
}

const limits = { tools: 2000, pages: 200, characters: 16 * 1024 * 1024 };

/**
 * Reads all pages of the list of tools.
 * @param readPage returns the result of one `tools/list` request
 * @throws ConnectorError `upstream_invalid_response` or `upstream_response_too_large`
 */
export async function readTools(
  what: string,
  readPage: (cursor: string | undefined) => Promise<unknown>,
): Promise<ListedTools> {
  const listed: unknown[] = [];
  const cursors = new Set<string>();
  let characters = 0;
  let cursor: string | undefined;
  do {
    const page = await readPage(cursor);
    if (!isDict(page) || !Array.isArray(page.tools))
      throw new ConnectorError("upstream_invalid_response", `${what} has answered without a list of tools.`);
    characters += sizeOf(page.tools);
    listed.push(...(page.tools as unknown[]).slice(0, limits.tools + 1));
    if (listed.length > limits.tools || cursors.size >= limits.pages || characters > limits.characters)
      throw new ConnectorError(
        "upstream_response_too_large",
        `${what} lists more tools than a connector takes: at most ${limits.tools} tools in ${limits.pages} pages and ${limits.characters} characters.`,
      );
    cursor = typeof page.nextCursor === "string" && page.nextCursor !== "" ? page.nextCursor : undefined;
    if (cursor !== undefined && cursors.has(cursor))
      throw new ConnectorError(
        "upstream_invalid_response",
        `${what} lists the same page of tools again and again.`,
      );
    if (cursor !== undefined) cursors.add(cursor);
  } while (cursor !== undefined);
  return sort(listed);
}

/** Names of tools that a person can read, and that no text can hide in. */
const goodName = /^[\w./ -]{1,128}$/;

function sort(listed: readonly unknown[]): ListedTools {
  const tools = new Map<string, ServerTool>();
  const unusable = new Map<string, string>();
  listed.forEach((given, index) => {
    const { name } = isDict(given) ? given : ({} as Dict);
    if (typeof name !== "string" || !goodName.test(name)) {
      const reason = "Its name is not 1 to 128 letters, digits, spaces, or the characters . / _ -.";
      unusable.set(`tool ${index + 1} of the list`, reason);
    } else if (tools.has(name) || unusable.has(name)) {
      tools.delete(name);
      unusable.set(name, "The server lists it twice.");
    } else {
      const tool = plainTool(given as Dict);
      if (tool) tools.set(name, tool);
      else unusable.set(name, "What the server says about it is not plain JSON of a usual size and depth.");
    }
  });
  return {
    tools: [...tools.values()],
    unusable: Array.from(unusable, ([name, reason]) => ({ name, reason })),
  };
}

/** Copies the fields of a tool that are pinned. */
function plainTool({
  name,
  title,
  description,
  inputSchema,
  outputSchema,
  annotations,
}: Dict): ServerTool | undefined {
  const all = { name, title, description, inputSchema, outputSchema, annotations };
  const copy = toPlainJson(all, { maxDepth: 40, maxValues: 50_000 });
  return "value" in copy ? (copy.value as ServerTool) : undefined;
}

/** Returns the SHA-256 of everything that a server says about a tool, in hex digits. */
export async function pinOf(tool: ServerTool): Promise<string> {
  const { name, title, description, inputSchema, outputSchema, annotations } = tool;
  const all = { name, title, description, inputSchema, outputSchema, annotations };
  const given = Object.entries(all).filter(([, value]) => value !== undefined);
  const bytes = await sha256(canonicalJson(Object.fromEntries(given)));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Returns about how many characters a value has as JSON. A deep value would be too deep for `JSON.stringify`. */
function sizeOf(value: unknown): number {
  let size = 0;
  const open: unknown[] = [value];
  while (open.length > 0) {
    const one = open.pop();
    size += typeof one === "string" ? one.length + 2 : 8;
    if (typeof one !== "object" || one === null || size > limits.characters) continue;
    for (const [name, inner] of Object.entries(one)) {
      size += name.length;
      open.push(inner);
    }
  }
  return size;
}
