import { createEmulator } from "emulate";
import {
  buildClientSchema,
  getIntrospectionQuery,
  type GraphQLSchema,
  type IntrospectionQuery,
} from "graphql";
import { type GraphqlCall, narrow } from "./narrow.ts";

// The emulator of Linear in the package `emulate`, with a workspace of two teams.

type Dict = Record<string, unknown>;

export const token = "lin_suite-0123456789";

export interface LinearPlatform {
  /** The address of the emulator. */
  url: string;
  /** Sends requests to the emulator, without what the emulator does not know. */
  fetch: typeof globalThis.fetch;
  /** The requests that the emulator did not refuse, as the connector sent them. */
  sent: GraphqlCall[];
  /** Asks the emulator itself. */
  ask(query: string, variables?: Dict): Promise<Dict>;
  close(): Promise<void>;
}

export const application = { client_id: "suite", client_secret: "s3cret-0123456789" };
export const redirectUri = "https://app.example/callback";
/** A token that can only read. */
export const reader = "lin_reader-0123456789";

const states = [
  { name: "Backlog", type: "backlog" },
  { name: "Todo", type: "unstarted" },
  { name: "In Progress", type: "started" },
  { name: "Done", type: "completed" },
  { name: "Canceled", type: "canceled" },
];

export const seed = {
  organization: { name: "Acme", url_key: "acme" },
  users: [
    { email: "ana@acme.test", name: "Ana Silva", admin: true },
    { email: "ben@acme.test", name: "Ben Ito" },
    { email: "ben.k@acme.test", name: "Ben Kraus" },
  ],
  teams: [
    { key: "ENG", name: "Engineering", states },
    { key: "OPS", name: "Operations", states },
  ],
  labels: [
    { name: "Bug", team: "ENG" },
    { name: "Feature", team: "ENG" },
    { name: "Bug", team: "OPS" },
  ],
  projects: [{ name: "Mobile app", team: "ENG" }],
  cycles: [{ name: "Cycle 7", number: 7, team: "ENG", starts_at: "2026-11-23", ends_at: "2026-12-07" }],
  oauth_apps: [{ ...application, name: "Suite", redirect_uris: [redirectUri], scopes: ["read", "write"] }],
  issues: [
    {
      team: "ENG",
      title: "Login fails on Safari",
      state: "Todo",
      assignee: "ana@acme.test",
      labels: ["Bug"],
    },
    { team: "ENG", title: "Dark mode", state: "Todo", assignee: "ana@acme.test", labels: ["Feature"] },
    { team: "ENG", title: "Logout fails", state: "Done", assignee: "ana@acme.test", labels: ["Bug"] },
    {
      team: "ENG",
      title: "Export is slow",
      state: "In Progress",
      assignee: "ben@acme.test",
      labels: ["Bug"],
    },
    { team: "OPS", title: "Disk is full", state: "Todo", assignee: "ana@acme.test", labels: ["Bug"] },
  ],
  tokens: [
    { token, user: "ana@acme.test", scopes: ["read", "write"] },
    { token: reader, user: "ana@acme.test", scopes: ["read"] },
  ],
  strict_scopes: true,
};

let known: GraphQLSchema | undefined;

/** Starts an emulator with its own workspace. */
export async function linearPlatform(more: Dict = {}): Promise<LinearPlatform> {
  const emulator = await createEmulator({
    service: "linear",
    port: 0,
    seed: { linear: { ...seed, ...more } },
  });
  const url = emulator.url.replace("localhost", "127.0.0.1");
  const post = (body: unknown, headers: Record<string, string>) =>
    fetch(`${url}/graphql`, { method: "POST", headers: { "content-type": "application/json", ...headers }, body: JSON.stringify(body) }); // prettier-ignore
  const ask: LinearPlatform["ask"] = async (query, variables = {}) => {
    const response = await post({ query, variables }, { authorization: `Bearer ${token}` });
    const { data, errors } = (await response.json()) as { data?: Dict; errors?: unknown };
    if (!data) throw new Error(JSON.stringify(errors));
    return data;
  };
  const schema = (known ??= buildClientSchema((await ask(getIntrospectionQuery())) as unknown as IntrospectionQuery)); // prettier-ignore
  const sent: GraphqlCall[] = [];
  return {
    url,
    sent,
    ask,
    close: () => emulator.close(),
    async fetch(input, init) {
      const request = new Request(input, init);
      const { pathname } = new URL(request.url);
      if (pathname !== "/graphql") return fetch(url + pathname, { method: "POST", body: await request.text(), headers: request.headers }); // prettier-ignore
      const call = (await request.json()) as GraphqlCall;
      const authorization = request.headers.get("authorization");
      const response = await post(narrow(call, schema), authorization === null ? {} : { authorization });
      if (response.ok) sent.push(call);
      return response;
    },
  };
}
