import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, test } from "vitest";
import { runHere } from "./run-here.ts";

const complete = async (...words: string[]) =>
  (await runHere(["complete", "--", ...words])).stdout.split("\n").filter((one) => one !== "");

test.each([
  [["ca"], ["call"]],
  [["comp"], ["completion"]],
  [["call", "sl"], ["slack"]],
  [["call", "slack", "emoji."], ["emoji.list"]],
  [
    ["call", "slack", "messages", "cre"],
    ["create", "create_many"],
  ],
  [["call", "slack", "messages.create", "thr"], ["thread_ts="]],
  [["call", "slack", "messages", "create", "channel=C1", "thr"], ["thread_ts="]],
  [["call", "slack", "messages.create", "channel=C1", "chan"], []],
  [["describe", "slack", "channels", "ar"], ["archive"]],
  [["call", "slack", "channels.list", "--fie"], ["--fields"]],
  [["call", "--account", "work", "sl"], ["slack"]],
  [["mcp", "install", "cu"], ["cursor"]],
  [["mcp", "install", "cursor", "not"], ["notion"]],
  [["mcp", "slack", "am"], ["amazon-ads"]],
  [
    ["definition", ""],
    ["print", "check", "diff", "help"],
  ],
  [["explain", "slack", "--effects", "de"], ["destructive"]],
  [
    ["completion", ""],
    ["bash", "zsh", "fish"],
  ],
  [["call", "slak", "x"], []],
  [["call", "slack", "chanels.list", "x"], []],
])("%j can go on with %j", async (words, expected) => {
  expect(await complete(...words)).toEqual(expected);
});

const folder = mkdtempSync(join(tmpdir(), "completion-"));
afterAll(() => rmSync(folder, { recursive: true }));
const root = fileURLToPath(new URL("../..", import.meta.url));
const command = join(folder, "agent-connectors");
writeFileSync(command, `#!/bin/sh\nexec '${process.execPath}' --conditions=agent-connectors-source '${root}cli/index.ts' "$@"\n`); // prettier-ignore
chmodSync(command, 0o755);
const { NODE_COMPILE_CACHE } = process.env;
const env = { PATH: `${folder}:${process.env["PATH"]}`, NODE_COMPILE_CACHE, HOME: folder };
const inShell = (shell: string, ...args: string[]) =>
  execFileSync(shell, args, { env, encoding: "utf8", cwd: folder }).trim();
const has = (shell: string) => spawnSync(shell, ["--version"]).status === 0;

describe.skipIf(!has("bash"))("bash", () => {
  const completed = (line: string) =>
    inShell("bash", "-c", `eval "$(agent-connectors completion bash)"
      COMP_LINE=$1; COMP_POINT=\${#1}; _agent_connectors; printf '%s|' "\${COMPREPLY[@]}"`, "bash", line); // prettier-ignore

  test("completes actions and params", () => {
    expect(completed("agent-connectors call slack emo")).toBe("emoji.list |");
    expect(completed("agent-connectors call slack messages.create channel=#general thr")).toBe("thread_ts=|");
    expect(completed("agent-connectors definition ")).toBe("print |check |diff |help |");
  });
});

describe.skipIf(!has("zsh"))("zsh", () => {
  test("completes actions and params", () => {
    // Outside of an editor, compadd does not work, so it prints its arguments.
    const script = `compdef() { :; }; compadd() { print -r -- "$@"; }; eval "$(agent-connectors completion zsh)"
      words=(agent-connectors call slack messages.create thr); CURRENT=5; _agent_connectors
      words=(agent-connectors call slack emo); CURRENT=4; _agent_connectors`;
    expect(inShell("zsh", "-f", "-c", script).split("\n")).toEqual(["-S  -- thread_ts=", "--", "-S  --", "-- emoji.list"]); // prettier-ignore
  });
});

describe.skipIf(!has("fish"))("fish", () => {
  test("completes actions and params", () => {
    const completed = (line: string) =>
      inShell(
        "fish",
        "--no-config",
        "-c",
        `agent-connectors completion fish | source; complete -C '${line}'`,
      );
    expect(completed("agent-connectors call slack emo")).toBe("emoji.list");
    expect(completed("agent-connectors call slack messages.create thr")).toBe("thread_ts=");
  });
});
