import { homedir } from "node:os";
import { join } from "node:path";

/** How an MCP client starts a server: the command, and the names of environment variables that it passes on. */
export interface ServerEntry {
  name: string;
  command: string;
  args: readonly string[];
  variables: readonly string[];
}

/** A program that reads the list of its MCP servers from a file. */
export interface McpClient {
  title: string;
  file(): string;
  /**
   * Returns the text of the file with the entry, or why the file cannot be changed. `replaces`: the file had another entry of
   * this name.
   */
  add(
    text: string | undefined,
    entry: ServerEntry,
  ): { text: string; replaces?: boolean } | { problem: string };
  /** The part of the file that `add` writes, for people. */
  show(entry: ServerEntry): string;
}

/** A file of JSON that has an object with one field per server. */
const jsonClient = (
  title: string,
  path: string,
  key: string,
  { reference, type }: { reference: (variable: string) => string; type: object },
): McpClient => {
  const valueOf = ({ command, args, variables }: ServerEntry) => ({
    ...type,
    command,
    args,
    ...(variables.length > 0 && {
      env: Object.fromEntries(variables.map((variable) => [variable, reference(variable)])),
    }),
  });
  const show = (entry: ServerEntry) => JSON.stringify({ [key]: { [entry.name]: valueOf(entry) } }, null, 2);
  return {
    title,
    file: () => join(process.cwd(), path),
    show,
    add(text, entry) {
      let before: unknown;
      try {
        before = text?.trim() ? JSON.parse(text) : {};
      } catch {
        return { problem: "The file is not plain JSON, perhaps because it has comments." };
      }
      if (!isObject(before) || !isObject(before[key] ?? {}))
        return { problem: `The file has no object with the field ${key}.` };
      const servers = { ...(before[key] as Record<string, unknown> | undefined) };
      const value = valueOf(entry);
      if (JSON.stringify(servers[entry.name]) === JSON.stringify(value)) return { text: text! };
      const replaces = Object.hasOwn(servers, entry.name);
      const indent = /^[ \t]+(?=")/m.exec(text ?? "")?.[0] ?? 2;
      const after = { ...before, [key]: { ...servers, [entry.name]: value } };
      return { text: `${JSON.stringify(after, null, indent)}\n`, replaces };
    },
  };
};

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** JSON text is also valid as a text or a list in TOML. */
const toml = ({ name, command, args, variables }: ServerEntry): string =>
  [
    `[mcp_servers.${name}]`,
    `command = ${JSON.stringify(command)}`,
    `args = ${JSON.stringify(args)}`,
    ...(variables.length > 0 ? [`env_vars = ${JSON.stringify(variables)}`] : []),
  ].join("\n");

const codex: McpClient = {
  title: "Codex",
  file: () => join(process.env["CODEX_HOME"] || join(homedir(), ".codex"), "config.toml"),
  show: toml,
  add(text = "", entry) {
    if (text.includes(`${toml(entry)}\n`)) return { text };
    // Other spellings of the name would be a second table with the same name, which makes the whole file invalid.
    const same = new RegExp(
      `^\\s*\\[\\s*["']?mcp_servers["']?\\s*\\.\\s*["']?${entry.name}["']?\\s*[.\\]]`,
      "m",
    );
    if (same.test(text)) return { problem: `The file already has the table mcp_servers.${entry.name}.` };
    if (/^\s*mcp_servers\b/m.test(text)) return { problem: "The file lists its servers in another form." };
    const before = text.trimEnd();
    return { text: `${before === "" ? "" : `${before}\n\n`}${toml(entry)}\n` };
  },
};

/**
 * The clients whose files the command can write.
 * https://code.claude.com/docs/en/mcp
 * https://developers.openai.com/codex/mcp
 * https://cursor.com/docs/mcp
 * https://code.visualstudio.com/docs/copilot/reference/mcp-configuration
 */
export const clients: Readonly<Record<string, McpClient>> = {
  "claude-code": jsonClient("Claude Code", ".mcp.json", "mcpServers", {
    reference: (variable) => `\${${variable}}`,
    type: { type: "stdio" },
  }),
  codex,
  cursor: jsonClient("Cursor", ".cursor/mcp.json", "mcpServers", {
    reference: (variable) => `\${env:${variable}}`,
    type: {},
  }),
  vscode: jsonClient("VS Code", ".vscode/mcp.json", "servers", {
    reference: (variable) => `\${env:${variable}}`,
    type: { type: "stdio" },
  }),
};
