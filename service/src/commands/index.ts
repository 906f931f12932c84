import type { Settings } from "../settings.ts";
import { addApplicationCommand } from "./application.ts";
import { backup } from "./backup.ts";
import { keys } from "./keys.ts";
import { migrate } from "./migrate.ts";
import { move } from "./move.ts";
import { serve } from "./serve.ts";
import { token } from "./token.ts";

export interface Command {
  summary: string;
  run(words: readonly string[], settings: Settings): Promise<void>;
}

export const commands: Readonly<Record<string, Command>> = {
  serve: { summary: "Run the service (also without a command).", run: serve },
  token: { summary: "Print a scoped token of --user, from the service that runs.", run: token },
  application: {
    summary: "add <name>: an organisation of its own; secret <client id>: a second secret.",
    run: addApplicationCommand,
  },
  migrate: { summary: "Bring the store up to date, and stop.", run: migrate },
  backup: { summary: "<file>: copy the SQLite store, while the service runs.", run: backup },
  move: { summary: "Copy the SQLite store to the empty PostgreSQL of DATABASE_URL.", run: move },
  keys: { summary: "list, rotate, add, activate <id>, rewrap, retire <id>.", run: keys },
};
