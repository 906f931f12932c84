#!/usr/bin/env -S node --max-semi-space-size=4
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

const { ConnectorError } = await import("agent-connectors");
const { runCommand } = await import("./commands/run-command.ts");
try {
  await runCommand(process.argv.slice(2), process.env);
} catch (error) {
  // A `ConnectorError` says how to fix its cause. Any other error is a bug, which the stack helps to find.
  if (ConnectorError.is(error)) fail(`${error.message}${error.hint ? ` ${error.hint}` : ""}`, 3);
  fail(error instanceof Error ? (error.stack ?? error.message) : String(error), 1);
}
