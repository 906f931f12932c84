#!/usr/bin/env -S node --max-semi-space-size=4
import module from "node:module";
import { homedir } from "node:os";
import { isAbsolute, join } from "node:path";

// Only the user of this process can read the files that the process creates, such as the store and backups.
process.umask(0o077);

const fail = (text: string, code: number): never => {
  process.stderr.write(`${text}\n`);
  process.exit(code);
};
// This check comes before the imports below, because they fail in an old Node with an unclear error.
const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
if (major < 22 || (major === 22 && minor < 19))
  fail(`This program needs Node 22.19 or newer. This is Node ${process.versions.node}.`, 3);

// Node keeps the compiled code for the next start, if the user has a home in which this process can write. In the folder in
// /tmp that Node would choose, another user could place code. NODE_COMPILE_CACHE names another folder.
try {
  const { XDG_CACHE_HOME: chosen = "" } = process.env;
  const base = isAbsolute(chosen) ? chosen : join(homedir(), ".cache");
  module.enableCompileCache(join(base, "agent-connectors-service"));
} catch {
  // The user has no home.
}

// A reader such as `head` has read enough.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
  process.exit(1);
});

const { ConnectorError } = await import("agent-connectors");
const { runCommand } = await import("./commands/run-command.ts");
try {
  await runCommand(process.argv.slice(2), process.env);
} catch (error) {
  // A `ConnectorError` says how to fix its cause. Any other error is a bug, which the stack helps to find.
  if (ConnectorError.is(error)) fail(`${error.message}${error.hint ? ` ${error.hint}` : ""}`, 3);
  fail(error instanceof Error ? (error.stack ?? error.message) : String(error), 1);
}
