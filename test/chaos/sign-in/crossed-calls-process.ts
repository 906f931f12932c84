import type { Seen } from "../chaos-test.ts";
import { createRandom } from "../random.ts";
import { openWorld, type Send } from "./sign-in-world.ts";

// Runs in a separate process, because turn-off.ts must change the source of modules before the process loads them.

const { tries, seed } = JSON.parse(process.argv[2]!) as { tries: number; seed: number };
const random = createRandom(seed);
/** So many calls run at the same time. */
const atOnce = 20;
const users = ["anaq7", "bobq7"] as const;
type User = (typeof users)[number];

/** A platform whose answers have the name of the user whose token came with the request. */
const platform = async (input: Parameters<typeof fetch>[0], init?: RequestInit): Promise<Response> => {
  const { headers } = new Request(input, init);
  const [, user = "nobody", name = ""] = /xoxb-(\w+)-(\w+)/.exec(headers.get("authorization") ?? "") ?? [];
  const channel = { id: "C0123456789", name: `secret-of-${user}`, is_channel: true, is_member: true };
  const body = {
    ok: true,
    team_id: `T${user}${name}`.toUpperCase(),
    user_id: "U0123456789",
    channel,
    channels: [channel],
    members: [],
    ts: `${1_700_000_000 + random.below(1e6)}.000100`,
    message: { text: `said-by-${user}` },
    response_metadata: { next_cursor: "" },
  };
  return Response.json(body, { headers: { "x-oauth-scopes": "channels:read,chat:write" } });
};

const world = await openWorld({ fetch: platform as typeof fetch });
const failures: string[] = [];
const expectOk = ({ status, text }: { status: number; text: string }, wanted: number, what: string) => {
  if (status !== wanted) throw new Error(`${what}: ${status} ${text.slice(0, 300)}`);
};

interface Owned {
  /** A scoped token, a long-lived token, and that of a person who has signed in. */
  tokens: readonly string[];
  /** When the scoped token must be replaced, because a slow computer needs longer than its lifetime. */
  until: number;
  connectors: readonly string[];
  approvals: readonly string[];
  run: string;
}

const execute = (id: string, token: string, text: string, run: string) =>
  world.send(`/v1/integrations/connectors/${id}/execute`, {
    token,
    json: { entity: "messages", action: "create", params: { channel: "C0123456789", text }, run },
  });

const rights = { scopes: ["connectors:read", "connectors:write", "connectors:execute", "audit:read"] };
const tokenMs = 600_000;

async function renewTokens(): Promise<void> {
  for (const user of users) {
    const [, ...others] = owned[user].tokens;
    if (Date.now() < owned[user].until) continue;
    const scoped = await world.scopedToken("shop", user, rights);
    Object.assign(owned[user], { tokens: [scoped, ...others], until: Date.now() + tokenMs });
  }
}

async function open(user: User): Promise<Owned> {
  const scoped = await world.scopedToken("shop", user, rights);
  const connectors: string[] = [];
  for (const name of ["one", "two"]) {
    const json = { external_user_id: user, connector_type: "Slack", name: `${user} ${name}`, credentials: { api_token: `xoxb-${user}-${name}` } }; // prettier-ignore
    const made = await world.send("/v1/integrations/connectors", { token: scoped, json });
    expectOk(made, 200, "connector");
    connectors.push(made.body.id as string);
  }
  const json = { external_user_id: user, name: `program of ${user}` };
  const longLived = await world.send("/v1/tokens", { as: "shop", json });
  const { access_token } = await world.begin("exchanged", { user });
  const policy = { connector_id: connectors[0], policy: { approval: [{ effects: ["write"] }] } };
  expectOk(await world.send("/v1/policies", { method: "PUT", as: "shop", json: policy }), 200, "policy");
  const approvals: string[] = [];
  const run = `run-of-${user}`;
  for (let count = 0; count < 3; count++) {
    const asked = await execute(connectors[0]!, scoped, `said-by-${user} ${count}`, run);
    expectOk(asked, 202, "approval");
    approvals.push(asked.body.pending.id as string);
    expectOk(await execute(connectors[1]!, scoped, `said-by-${user} ${count}`, run), 200, "write");
  }
  return {
    until: Date.now() + tokenMs,
    tokens: [scoped, longLived.body.token as string, access_token],
    connectors,
    approvals,
    run,
  };
}

const owned = Object.fromEntries(await Promise.all(users.map(async (user) => [user, await open(user)]))) as Record<User, Owned>; // prettier-ignore
const counts: Record<string, number> = { "at /mcp": 0, "of the other user": 0, "own answers": 0, leaks: 0 };

const tool = (name: string, args: object): unknown => ({
  jsonrpc: "2.0",
  id: random.below(1000),
  method: "tools/call",
  params: { name, arguments: args },
});

interface Call {
  path: string;
  ask: Send;
  /** The texts of the request, which an answer may repeat. */
  sent: readonly string[];
  /** What the answer must contain if the call asks for the caller's own things. */
  own?: string;
}

/** Makes a call of a user about the things of `owner`. */
function made(user: User, owner: User): Call {
  const { connectors, approvals, run } = owned[owner];
  const [scoped] = owned[user].tokens;
  const [connector, approval] = [random.pick(connectors), random.pick(approvals)];
  const which = connectors.indexOf(connector) === 0 ? "one" : "two";
  const name = `slack_${owner}_${which}_read`;
  const mcp = (json: unknown, sent: readonly string[], own?: string): Call => ({
    path: "/mcp/shop",
    ask: {
      json,
      headers: {
        accept: "application/json, text/event-stream",
        ...(random.chance(0.3)
          ? {
              "mcp-session-id": `${owner}-${connector}`,
              "x-external-user-id": owner,
              "x-connector-id": connector,
            }
          : {}),
      },
    },
    sent,
    ...(own === undefined ? {} : { own }),
  });
  const rest = (path: string, sent: readonly string[], ask: Send = {}, own?: string): Call => ({
    path,
    ask: { token: scoped, ...ask },
    sent,
    ...(own === undefined ? {} : { own }),
  });
  const channels = { entity: "channels", action: "list", params: { limit: 5 } };
  return random.pick<() => Call>([
    () => mcp({ jsonrpc: "2.0", id: 1, method: "tools/list", params: {} }, []),
    () => mcp(tool(name, channels), [name], `secret-of-${owner}`),
    () => mcp(tool(name, channels), [name], `secret-of-${owner}`),
    () => mcp(tool(name, { ...channels, params: { limit: 5, connector_id: connector } }), [name, connector]),
    () =>
      mcp(tool(name, { entity: "connector", action: "outcome", params: { id: approval } }), [name, approval]),
    () =>
      mcp(
        tool(`slack_${user}_one_read`, { entity: "connector", action: "outcome", params: { id: approval } }),
        [approval],
      ),
    () =>
      mcp(tool(name, { ...channels, connector_id: connector, external_user_id: owner }), [
        name,
        connector,
        owner,
      ]),
    () => rest(`/v1/approvals/${approval}`, [approval], {}, owner),
    () => rest("/v1/approvals", []),
    () => rest(`/v1/journal?run=${run}`, [run], {}, owner),
    () => rest(`/v1/integrations/connectors/${connector}`, [connector], {}, owner),
    () =>
      rest(
        `/v1/integrations/connectors/${connector}/execute`,
        [connector],
        { json: channels },
        `secret-of-${owner}`,
      ),
  ])();
}

async function one(): Promise<void> {
  const user = random.pick(users);
  const other = users.find((name) => name !== user)!;
  const owner = random.chance(0.6) ? other : user;
  const { path, ask, sent, own } = made(user, owner);
  const token = ask.token ?? random.pick(owned[user].tokens);
  const { status, text } = await world.send(path, { ...ask, token });
  if (path === "/mcp/shop") counts["at /mcp"]!++;
  if (owner === other) counts["of the other user"]!++;
  const rest = sent.reduce((left, part) => left.replaceAll(part, ""), text);
  const secrets = [other, ...owned[other].connectors, ...owned[other].approvals];
  if (status >= 500 || secrets.some((secret) => rest.includes(secret))) {
    counts["leaks"]!++;
    failures.push(`${user} asks ${path} about ${owner}: ${status} ${rest.slice(0, 300)}`);
  }
  if (owner !== user || own === undefined) return;
  if (text.includes(own)) counts["own answers"]!++;
  else failures.push(`${user} does not get the own answer of ${path}: ${status} ${text.slice(0, 300)}`);
}

for (let done = 0; done < tries; done += atOnce) {
  await renewTokens();
  await Promise.all(Array.from({ length: Math.min(atOnce, tries - done) }, one));
}

// A message with thousands of failures is too long.
process.send!({ counts: { calls: tries, ...counts }, failures: failures.slice(0, 100) } satisfies Seen);
process.disconnect();
