#!/usr/bin/env -S node --max-semi-space-size=4
import { ConnectorError } from "agent-connectors";
import { runCommand } from "./command.ts";

// What is written here is the operator's alone: the store, its journal, backups.
process.umask(0o077);

runCommand(process.argv.slice(2), process.env).catch((error: unknown) => {
  // A sentence for what the operator can mend; the place in the code for the rest.
  const text = ConnectorError.is(error)
    ? `${error.message}${error.hint ? ` ${error.hint}` : ""}`
    : error instanceof Error
      ? (error.stack ?? error.message)
      : String(error);
  process.stderr.write(`${text}\n`);
  process.exit(ConnectorError.is(error) ? 3 : 1);
});
