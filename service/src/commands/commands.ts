import type { Settings } from "../startup/settings.ts";

export type Run = (words: readonly string[], settings: Settings) => Promise<void>;

interface Command {
  summary: string;
  /** Imports the module of this command only, so that the command starts faster. */
  load(): Promise<Run>;
}

export const commands: Readonly<Record<string, Command>> = {
  serve: {
    summary: "Run the service. This is the default command.",
    load: async () => (await import("./serve.ts")).serve,
  },
  token: {
    summary:
      "Get a scoped token for --user from the running service, and print it. create <client id> <name>: create a token for --user that works until it is revoked, and print it. --effects: such as read,write (default). --connector: the only connector. --days: the days until it expires. list <client id>: list such tokens. revoke <client id> <token id>: revoke one.",
    load: async () => (await import("./token.ts")).token,
  },
  connect: {
    summary:
      "<connector type>: print a link with which --user connects an account, and wait for the connector.",
    load: async () => (await import("./connect.ts")).connect,
  },
  application: {
    summary:
      "list: list the applications. add <name> [organization]: add an application. secret <client id>: add a secret, and keep only the previous one. disable, enable, delete <client id>: change the application. revoke <client id>: revoke its tokens. return-urls <client id> [address...]: set the addresses to which people can return after they connect an account. sign-in <client id> <JSON file>: set how users sign in from MCP clients. sign-in <client id> off: they cannot.",
    load: async () => (await import("./application.ts")).application,
  },
  user: {
    summary:
      "list <client id>: list the users of the application's organization. revoke <client id> <user id>: revoke the user's tokens. delete <client id> <user id>: delete all data of the user.",
    load: async () => (await import("./user.ts")).user,
  },
  policy: {
    summary:
      "list <client id>: list the policies of the application's organization. set <client id> <connector type> <JSON file>, delete <client id> <connector type>: change the policy of the organization, of --user or of --connector.",
    load: async () => (await import("./policy.ts")).policy,
  },
  definitions: {
    summary:
      "list <client id>: list the connector definitions of the application's organization. confirm <client id> <name> <host...>: confirm, as --name, that the connectors of this definition can send credentials to exactly these hosts.",
    load: async () => (await import("./definitions.ts")).definitions,
  },
  stop: {
    summary:
      "writes <client id>: refuse all writes of the application's organization, of --user or of --connector at once, as --name, and print those that are under way. end <client id>: end the stop. list <client id>: list the stops.",
    load: async () => (await import("./stop.ts")).stop,
  },
  approvals: {
    summary:
      "list: list the calls that wait for a person, of --user or of --connector. show <approval id>: print one. approve, decline, cancel <approval id>: decide as --name. --note: a word to the agent. --rows 0,2: agree to these rows of a batch only. permissions: list the standing permissions. revoke <permission id>: end one as --name. --json. Asks the running service, as the application of AGENT_CONNECTORS_CLIENT_ID and _CLIENT_SECRET, or as the first one.",
    load: async () => (await import("./approvals.ts")).approvals,
  },
  journal: {
    summary:
      "list: list the runs with writes of --user or of --connector, the newest first. --limit: the number of writes to read (default: 500). show <run>: print the writes of a run. undo <run>: undo what nobody has changed since, as --name. --force: also what somebody may have changed. --json. Asks the running service, as the application of AGENT_CONNECTORS_CLIENT_ID and _CLIENT_SECRET, or as the first one.",
    load: async () => (await import("./journal.ts")).journal,
  },
  webhook: {
    summary:
      "list <client id>: list the webhook endpoints of the application's organization. add <client id> <address> [event type...]: add an endpoint, and print its secret. remove <client id> <webhook id>: delete an endpoint. test <client id> <webhook id>: send a test event, and print the outcome.",
    load: async () => (await import("./webhook.ts")).webhook,
  },
  "operator-link": {
    summary:
      "[client id]: print a link that signs a person in to the pages of the service. --role: connect, approvals:decide, audit:read or admin (default). Repeat --role for several roles. --name: the name in the audit.",
    load: async () => (await import("./operator-link.ts")).operatorLink,
  },
  "operator-sessions": {
    summary: "list: list the links and sessions of operators. end <session id>: end a link or session.",
    load: async () => (await import("./operator-sessions.ts")).operatorSessions,
  },
  audit: {
    summary:
      "Print the audit as lines of JSON, newest first. Filters: --user, --event, --connector, --since, --until, --limit (default: 100). verify [head...]: compare the audit with its signed checkpoints.",
    load: async () => (await import("./audit.ts")).audit,
  },
  support: {
    summary:
      "bundle: print what somebody needs who helps with a fault: versions, settings, numbers and codes, without secrets, texts and names. Changes nothing.",
    load: async () => (await import("./support.ts")).support,
  },
  migrate: {
    summary: "Upgrade the store, and exit.",
    load: async () => (await import("./migrate.ts")).migrate,
  },
  backup: {
    summary: "<file>: copy the SQLite store. The service may be running.",
    load: async () => (await import("./backup.ts")).backup,
  },
  move: {
    summary: "Copy the SQLite store to the empty PostgreSQL database of AGENT_CONNECTORS_DATABASE_URL.",
    load: async () => (await import("./move.ts")).move,
  },
  keys: {
    summary:
      "List or change the key-ring keys: list, rotate, add, activate <id>, rewrap, retire <id>. seal, unseal: encrypt the key ring with a key service, or write plain text. protect: protect the rows of an earlier release. protect <organization>: accept the rows that this organization has now.",
    load: async () => (await import("./keys.ts")).keys,
  },
};
