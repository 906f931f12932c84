import type { Settings } from "../operations/settings.ts";

export type Run = (words: readonly string[], settings: Settings) => Promise<void>;

interface Command {
  summary: string;
  /** Loaded when it is run: what the service needs, its commands mostly do not. */
  load(): Promise<Run>;
}

export const commands: Readonly<Record<string, Command>> = {
  serve: {
    summary: "Run the service (also without a command).",
    load: async () => (await import("./serve.ts")).serve,
  },
  token: {
    summary: "Print a scoped token of --user, from the service that runs.",
    load: async () => (await import("./token.ts")).token,
  },
  application: {
    summary: "add <name>: an organisation of its own; secret <client id>: a second secret.",
    load: async () => (await import("./application.ts")).addApplicationCommand,
  },
  migrate: {
    summary: "Bring the store up to date, and stop.",
    load: async () => (await import("./migrate.ts")).migrate,
  },
  backup: {
    summary: "<file>: copy the SQLite store, while the service runs.",
    load: async () => (await import("./backup.ts")).backup,
  },
  move: {
    summary: "Copy the SQLite store to the empty PostgreSQL of DATABASE_URL.",
    load: async () => (await import("./move.ts")).move,
  },
  keys: {
    summary: "list, rotate, add, activate <id>, rewrap, retire <id>.",
    load: async () => (await import("./keys.ts")).keys,
  },
};
