import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { Readable } from "node:stream";
import { parse } from "smol-toml";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { runHere } from "../run-here.ts";

// The files are read as the clients read them, with parsers that share nothing with the command.

let folder: string;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "agent-connectors-test-")));
  vi.spyOn(process, "cwd").mockReturnValue(folder);
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true });
});
const secret = "xoxb-very-secret";
const install = (client: string, ...args: string[]) =>
  runHere(["mcp", "install", client, ...args], {
    SLACK_TOKEN: secret,
    HOME: folder,
    CODEX_HOME: join(folder, "codex"),
  });
/** What a person types before the input ends. */
const typed = (text: string) => Readable.from(text === "" ? [] : [text]) as unknown as typeof process.stdin;
const inFolder = (path: string) => readFileSync(join(folder, path), "utf8");
const existing = (path: string, text: string) => {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
};

const files = {
  "claude-code": ".mcp.json",
  codex: "codex/config.toml",
  cursor: ".cursor/mcp.json",
  vscode: ".vscode/mcp.json",
};
type Client = keyof typeof files;
const clients = Object.keys(files) as Client[];

interface Entry {
  type?: string;
  command: string;
  args: string[];
  env?: Record<string, string>;
  env_vars?: string[];
}
function entriesOf(client: Client): Record<string, Entry> {
  const text = inFolder(files[client]);
  const content = (client === "codex" ? parse(text) : JSON.parse(text)) as Record<
    string,
    Record<string, Entry>
  >;
  return content[client === "codex" ? "mcp_servers" : client === "vscode" ? "servers" : "mcpServers"]!;
}

describe.each(clients)("mcp install %s", (client) => {
  test("writes an entry that starts the same server, without a secret", async () => {
    const options = [
      "--effects",
      "read",
      "--only",
      "channel=C012AB3CD,C045EF6GH",
      "--only",
      "channel=C0THIRD12",
      "--vision",
    ];
    const { code, stdout, stderr } = await install(client, "slack", ...options, "--yes");
    expect([code, stderr]).toEqual([0, expect.stringContaining(join(folder, files[client]))]);
    const { slack } = entriesOf(client);
    expect(slack).toMatchObject({
      command: "npx",
      args: ["-y", "agent-connectors", "mcp", "slack", ...options],
    });
    expect(inFolder(files[client]) + stdout + stderr).not.toContain(secret);
    expect(inFolder(files[client])).toContain("SLACK_TOKEN");
    expect(inFolder(files[client])).toContain(stdout.trim().split("\n")[1]!.trim());
  });

  test("writes nothing without a yes", async () => {
    const stdin = vi.spyOn(process, "stdin", "get");
    for (const answer of ["n\n", "", "yep\n"]) {
      stdin.mockReturnValue(typed(answer));
      const { code, stdout, stderr } = await install(client, "slack");
      expect([code, stdout.includes("agent-connectors")]).toEqual([0, true]);
      expect(stderr).toContain("Nothing was written.");
      expect(existsSync(join(folder, files[client]))).toBe(false);
    }
    stdin.mockReturnValue(typed("y\n"));
    await install(client, "slack");
    expect(Object.keys(entriesOf(client))).toEqual(["slack"]);
  });

  test("keeps what the file has, and changes nothing the second time", async () => {
    const others: Record<Client, string> = {
      "claude-code": '{\n\t"mcpServers": {\n\t\t"own": { "command": "own" }\n\t}\n}\n',
      codex: 'model = "o" # mine\n\n[mcp_servers.own]\ncommand = "own"\n\n[mcp_servers.own.env]\nA = "b"',
      cursor: '{"other": [1], "mcpServers": {"own": {"command": "own"}}}',
      vscode: '{"inputs": [], "servers": {"own": {"command": "own"}}}',
    };
    existing(files[client], others[client]);
    await install(client, "slack", "--yes");
    expect(entriesOf(client)).toMatchObject({ own: { command: "own" }, slack: { command: "npx" } });
    const written = inFolder(files[client]);
    if (client === "codex") expect(written.startsWith(others.codex)).toBe(true);
    if (client === "claude-code") expect(written).toContain('\n\t\t"own"');
    if (client === "cursor") expect(JSON.parse(written)).toMatchObject({ other: [1] });
    const again = await install(client, "slack", "--yes");
    expect([again.code, again.stderr]).toEqual([0, expect.stringContaining("already has this entry")]);
    expect(inFolder(files[client])).toBe(written);
  });
});

test("an entry for several connectors names all of them, and values for one of them", async () => {
  await install("cursor", "slack", "amazon-ads", "--sandbox", "--only", "slack.channel=C012AB3CD", "--yes");
  expect(entriesOf("cursor")["slack-amazon-ads"]).toEqual({
    command: "npx",
    args: [
      "-y",
      "agent-connectors",
      "mcp",
      "slack",
      "amazon-ads",
      "--sandbox",
      "--only",
      "slack.channel=C012AB3CD",
    ],
  });
});

test("options before the word install are part of the entry too", async () => {
  await runHere(["mcp", "--effects", "read", "install", "cursor", "slack", "--sandbox", "--yes"]);
  expect(entriesOf("cursor")["slack"]!.args.slice(4).toSorted()).toEqual(["--effects", "--sandbox", "read"]);
});

test("the path of a workspace does not depend on the folder in which the client starts the server", async () => {
  existing("workspace.json", '{"users": ["Maya"]}');
  await install("vscode", "slack", "--sandbox", "./workspace.json", "--yes");
  expect(entriesOf("vscode")["slack"]!.args.at(-1)).toBe(join(folder, "workspace.json"));
});

test("each client gets references to variables in its own form", async () => {
  const forms = [];
  for (const client of clients) {
    await install(client, "slack", "--yes");
    const { env, env_vars } = entriesOf(client)["slack"]!;
    forms.push(env ?? env_vars);
  }
  expect(forms).toEqual([
    { SLACK_TOKEN: "${SLACK_TOKEN}" },
    ["SLACK_TOKEN"],
    { SLACK_TOKEN: "${env:SLACK_TOKEN}" },
    { SLACK_TOKEN: "${env:SLACK_TOKEN}" },
  ]);
});

test.each([
  ["cursor", ".cursor/mcp.json", '{"mcpServers": {} // mine\n}', /not plain JSON/],
  ["vscode", ".vscode/mcp.json", '{"servers": []}', /no object with the field servers/],
  ["claude-code", ".mcp.json", "[]", /no object with the field mcpServers/],
  ["codex", "codex/config.toml", '[mcp_servers.slack]\ncommand = "mine"\n', /already has the table/],
  ["codex", "codex/config.toml", '[ "mcp_servers" . "slack" ]\ncommand = "mine"\n', /already has the table/],
  ["codex", "codex/config.toml", '[mcp_servers.slack.env]\nA = "b"\n', /already has the table/],
  ["codex", "codex/config.toml", 'mcp_servers = { own = { command = "own" } }\n', /in another form/],
  ["codex", "codex/config.toml", 'mcp_servers.own.command = "own"\n', /in another form/],
])(
  "%s: a file that the command cannot change safely stays as it is: %s %j",
  async (client, path, text, says) => {
    existing(path, text);
    const { code, stdout, stderr } = await install(client, "slack", "--yes");
    expect([code, stderr]).toEqual([1, expect.stringMatching(says)]);
    expect(stderr).toContain("Add the lines above yourself");
    expect(stdout).toContain("agent-connectors");
    expect(inFolder(path)).toBe(text);
  },
);

test("a linked file stays a link, and keeps its rights", async () => {
  existing("dotfiles/mcp.json", "{}");
  mkdirSync(join(folder, ".cursor"));
  symlinkSync(join(folder, "dotfiles/mcp.json"), join(folder, ".cursor/mcp.json"));
  const { mode } = statSync(join(folder, "dotfiles/mcp.json"));
  await install("cursor", "slack", "--yes");
  expect(JSON.parse(inFolder("dotfiles/mcp.json"))).toMatchObject({ mcpServers: { slack: {} } });
  expect(statSync(join(folder, "dotfiles/mcp.json")).mode).toBe(mode);
});

test.each([
  [["cursor", "slack"], {}, /There are no credentials for Slack/],
  [["cursor", "slak", "--sandbox"], {}, /Did you mean slack/],
  [["cursor", "slack", "--sandbox", "--include", "channels.destroy"], {}, /matches no action/],
  [["cursor", "slack", "--hosted", "c1"], {}, /--hosted needs AGENT_CONNECTORS_URL, /],
  [["cursor", "slack", "slack", "--sandbox"], {}, /slack is named twice/],
  [["cursor", "slack", "--sandbox", "--http"], {}, /starts the server itself/],
])("%j is refused before a file is written", async (args, env, says) => {
  const { code, stderr } = await runHere(["mcp", "install", ...args, "--yes"], env);
  expect([code, stderr]).toEqual([says.source.includes("credentials") ? 4 : 2, expect.stringMatching(says)]);
  expect(existsSync(join(folder, ".cursor"))).toBe(false);
});

test("a credential of the file .env stays there, and the entry names the file", async () => {
  existing(".env", `SLACK_TOKEN=${secret}\n`);
  const { code, stdout } = await runHere(["mcp", "install", "cursor", "slack", "--yes"], { HOME: folder });
  expect(code).toBe(0);
  expect(stdout + inFolder(".cursor/mcp.json")).not.toContain(secret);
  expect(entriesOf("cursor").slack).toEqual({
    command: "npx",
    args: ["-y", "agent-connectors", "mcp", "slack", "--dotenv", join(folder, ".env")],
  });
});
