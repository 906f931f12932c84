#!/usr/bin/env -S node --max-semi-space-size=4
// What is written here is the operator's alone: the store, its journal, backups.
process.umask(0o077);

const fail = (text: string, code: number): never => {
  process.stderr.write(`${text}\n`);
  process.exit(code);
};
// Loaded after this, so that an old Node gets a sentence and not a missing module.
const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
if (major < 22 || (major === 22 && minor < 19))
  fail(`This needs Node 22.19 or newer; here it is ${process.versions.node}.`, 3);

const { ConnectorError } = await import("agent-connectors");
const { runCommand } = await import("./commands/run-command.ts");
try {
  await runCommand(process.argv.slice(2), process.env);
} catch (error) {
  // A sentence for what the operator can mend; the place in the code for the rest.
  if (ConnectorError.is(error)) fail(`${error.message}${error.hint ? ` ${error.hint}` : ""}`, 3);
  fail(error instanceof Error ? (error.stack ?? error.message) : String(error), 1);
}
