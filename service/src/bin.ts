#!/usr/bin/env -S node --max-semi-space-size=4
// From now on, only the operator can read the files that the service writes, such as the store and backups.
process.umask(0o077);

const fail = (text: string, code: number): never => {
  process.stderr.write(`${text}\n`);
  process.exit(code);
};
// This check runs before the imports below, because an old Node would fail with an error about a module.
const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
if (major < 22 || (major === 22 && minor < 19))
  fail(`This program needs Node 22.19 or newer. This is Node ${process.versions.node}.`, 3);

const { ConnectorError } = await import("agent-connectors");
const { runCommand } = await import("./commands/run-command.ts");
try {
  await runCommand(process.argv.slice(2), process.env);
} catch (error) {
  // The operator can fix the cause of a `ConnectorError`. For any other error, the stack is needed.
  if (ConnectorError.is(error)) fail(`${error.message}${error.hint ? ` ${error.hint}` : ""}`, 3);
  fail(error instanceof Error ? (error.stack ?? error.message) : String(error), 1);
}
