import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { exitStatus, exitStatusOf } from "../../cli/exit-status.ts";
import { createProgram } from "../../cli/run.ts";
import { ConnectorError, type ErrorCode, errorTable } from "../../src/core/ground/errors.ts";
import { runHere } from "./run-here.ts";

const page = readFileSync(new URL("../../docs/command-line.md", import.meta.url), "utf8");
const codes = Object.keys(errorTable) as ErrorCode[];

test("every error code has an exit status", () => {
  const all: readonly number[] = Object.values(exitStatus);
  for (const code of codes) {
    const status = exitStatusOf({ code, outcome: "not_started" });
    expect(all, code).toContain(status);
    expect(status, code).not.toBe(0);
  }
});

test("docs/command-line.md lists each exit status, with exactly its error codes", () => {
  const rows = [...page.matchAll(/^\| (\d+) \| [^|]+ \| ([^|]*?) ?\|$/gm)].map(([, status, text]) => [
    Number(status),
    [...text!.matchAll(/`([a-z_]+)`/g)].map(([, code]) => code!).sort(),
  ]);
  const expected = Object.values(exitStatus).map((status) => [
    status,
    codes.filter((code) => exitStatusOf({ code, outcome: "not_started" }) === status).sort(),
  ]);
  expect(rows).toEqual(expected);
});

test("a call that may have changed something has a status of its own, whatever its code is", () => {
  const lost = new ConnectorError("upstream_timeout", "No answer.", { outcome: "unknown" });
  expect(exitStatusOf(lost)).toBe(6);
  expect(exitStatusOf({ code: "upstream_timeout", outcome: "not_started" })).toBe(5);
  expect(exitStatusOf({ code: "upstream_rejected", outcome: "partial" })).toBe(6);
  expect(exitStatusOf({ code: "aborted", outcome: "unknown" })).toBe(130);
});

test("docs/command-line.md names every command", async () => {
  const program = await createProgram();
  const visible = program.createHelp().visibleCommands(program);
  for (const name of visible.map((one) => one.name()).filter((one) => one !== "help"))
    expect(page, name).toMatch(new RegExp(`\`[^\`]*\\b${name}\\b[^\`]*\``));
});

test("a run without arguments shows what to try first", async () => {
  const { code, stdout, stderr } = await runHere([]);
  expect([code, stderr]).toEqual([0, ""]);
  expect(stdout.split("\n").length).toBeLessThan(20);
  for (const line of stdout.split("\n")) expect(line.length, line).toBeLessThanOrEqual(80);
  const commands = [...stdout.matchAll(/^ {2}agent-connectors ([a-z]+)/gm)].map(([, name]) => name);
  expect(commands).toEqual(expect.arrayContaining(["call", "list", "connect", "mcp"]));
  const first = /agent-connectors (call slack channels\.list --sandbox)/.exec(stdout)![1]!;
  expect((await runHere(first.split(" "))).code).toBe(0);
});

test("a wrong command or option gets a short hint instead of the whole help", async () => {
  const command = await runHere(["lst"]);
  expect(command).toEqual({ code: 2, stdout: "", stderr: "config_error: unknown command 'lst'.\nDid you mean list? See agent-connectors --help.\n" }); // prettier-ignore
  const option = await runHere(["call", "slack", "channels.list", "--limt", "3"]);
  expect(option.stderr).toBe("config_error: unknown option '--limt'.\nDid you mean --limit? See agent-connectors call --help.\n"); // prettier-ignore
  const group = await runHere(["definition"]);
  expect(group.stderr).toContain("Commands: print, check, diff. See agent-connectors definition --help.");
  expect((await runHere(["--help"])).code).toBe(0);
  expect((await runHere(["call", "--help"])).stdout).toContain("Usage: agent-connectors call");
});

test("check has the status of what is wrong with the credential", async () => {
  const missing = await runHere(["check", "slack"]);
  expect(missing.code).toBe(4);
  expect((await runHere(["check", "slack", "--sandbox"])).code).toBe(0);
  const away = await runHere(["check", "slack", "--hosted", "c1"], {
    AGENT_CONNECTORS_URL: "http://127.0.0.1:1",
    AGENT_CONNECTORS_CLIENT_ID: "id",
    AGENT_CONNECTORS_CLIENT_SECRET: "secret",
    AGENT_CONNECTORS_USER: "ana",
  });
  expect(JSON.parse(away.stdout)).toMatchObject({
    status: "unhealthy",
    error: { code: "upstream_unreachable" },
  });
  expect(away.code).toBe(5);
});
