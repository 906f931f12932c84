/** A connector, and what its policy allows. */
export interface ModelConnector {
  id: string;
  name: string;
  user: string;
  /** `ask`: a person must agree to each write. `read`: no writes. */
  policy: "none" | "ask" | "read";
  stopped: boolean;
}

/** What the service must know of one organization. It shares no code with the service. */
export interface Organization {
  client_id: string;
  client_secret: string;
  token: string;
  /** The scoped tokens that work, by user. A user without one is unknown. */
  users: Map<string, string>;
  connectors: ModelConnector[];
  /** The policies of accounts, by user. A policy outlives its connectors, because the next one of the account has it again. */
  policies: Map<string, ModelConnector["policy"]>;
  /** Long-lived tokens that work. */
  tokens: { id: string; text: string; user: string; name: string }[];
  webhooks: { id: string; description: string; status: string }[];
  /** `status`: pending, ended, rejected or cancelled. */
  approvals: { id: string; connector: string; user: string; text: string; status: string }[];
  sessions: { id: string; user: string }[];
  /** The texts of the writes, oldest first, and their connector and user. */
  writes: { text: string; connector: string; user: string; run: string }[];
  /** Whether all writes are stopped. */
  stopped: boolean;
  oauth: boolean;
  /** The names of the definitions, which have one version each. No operator has confirmed their hosts. */
  definitions: string[];
  returnUrls: string[];
  /** The keys that were used, and the text that was posted with them. */
  keys: { key: string; connector: string; text: string }[];
  number: number;
}

export const createModel = (
  { client_id, client_secret }: { client_id: string; client_secret: string },
  token: string,
): Organization => ({
  client_id,
  client_secret,
  token,
  users: new Map(),
  connectors: [],
  policies: new Map(),
  tokens: [],
  webhooks: [],
  approvals: [],
  sessions: [],
  writes: [],
  stopped: false,
  oauth: false,
  definitions: [],
  returnUrls: [],
  keys: [],
  number: 0,
});
