import type { Answer, createClient } from "../client.ts";
import type { Random } from "../random.ts";
import { connectorOf, connectorsPath as path, messageOf } from "../writes.ts";

type Client = ReturnType<typeof createClient>;

/** The number of users at the same time. Each lives for some seconds. */
const [fewestUsers, mostUsers] = [8, 16];

interface User {
  name: string;
  token: string;
  connector: string;
  /** The requests of this user that are running. A user with running requests is not deleted. */
  running: number;
}

export interface SoakLoad {
  /** Sends the next request of a random kind. */
  step(): Promise<void>;
  /** Deletes all users. */
  end(): Promise<void>;
  /** The requests by their kinds. */
  counts: Record<string, number>;
  /** The answers that nobody expects. */
  failures: string[];
}

/**
 * Users come, use every part of the service, and are deleted. So after some seconds, the store has as many rows as before,
 * except for those that the service keeps for days.
 */
export function createSoakLoad(client: Client, application: object, random: Random): SoakLoad {
  const users: User[] = [];
  const counts: Record<string, number> = {};
  const failures: string[] = [];
  let number = 0;
  let token = "";
  let tokenUntil = 0;

  const applicationToken = async () => {
    if (performance.now() > tokenUntil) {
      token = await client.applicationToken(application);
      tokenUntil = performance.now() + 60_000;
    }
    return token;
  };
  const ask = async (
    kind: string,
    method: string,
    at: string,
    by: string,
    json?: object,
    expected = [200, 202],
    headers: Record<string, string> = {},
  ): Promise<Answer> => {
    counts[kind] = (counts[kind] ?? 0) + 1;
    const answer = await client.ask(method, at, by, json, { headers });
    if (!expected.includes(answer.status)) failures.push(`${kind}: ${answer.status} ${answer.body.message}`);
    return answer;
  };
  const asApplication = async (
    ...[kind, method, at, json, expected]: [string, string, string, object?, number[]?]
  ) => ask(kind, method, at, await applicationToken(), json, expected);

  const come = async () => {
    const name = `user ${number++}`;
    const all = await applicationToken();
    const scoped = await ask("token", "POST", "/v1/applications/scoped-token", all, {
      external_user_id: name,
    });
    const { token: own } = scoped.body as { token: string };
    const create = { ...connectorOf(name), external_user_id: name };
    const key = { "idempotency-key": `create ${name}`.replaceAll(" ", "-") };
    const { body } = await ask("create", "POST", path, own, create, [200], key);
    const user = { name, token: own, connector: String(body.id), running: 0 };
    if (random.chance(0.3))
      await ask("policy", "PUT", "/v1/policies", all, {
        connector_id: user.connector,
        policy: { approval: [{ effects: ["write"] }] },
      });
    users.push(user);
  };
  const go = async () => {
    const index = users.findIndex(({ running }) => running === 0);
    if (index < 0) return;
    const [{ name }] = users.splice(index, 1) as [User];
    await asApplication("delete user", "DELETE", `/v1/users/${encodeURIComponent(name)}`);
  };
  const write = async (user: User) => {
    const text = `text ${number++}`;
    const key = { "idempotency-key": text.replaceAll(" ", "-") };
    const call = `${path}/${user.connector}/execute`;
    const first = await ask("write", "POST", call, user.token, messageOf(text), [200, 202], key);
    const id = first.body.pending?.id as string | undefined;
    if (id !== undefined) {
      const decision = { approve: random.chance(0.8), by: "maya" };
      await asApplication("decide", "POST", `/v1/approvals/${id}/decide`, decision);
    } else if (random.chance(0.2)) {
      await ask("repeat", "POST", call, user.token, messageOf(text), [200], key);
    }
  };
  const longLived = async (user: User) => {
    const asked = { external_user_id: user.name, name: "program" };
    const { body } = await asApplication("long-lived", "POST", "/v1/tokens", asked);
    await ask("list", "GET", path, body.token as string);
    await asApplication("revoke", "DELETE", `/v1/tokens/${body.id}`);
  };
  const kinds: ((user: User) => Promise<unknown>)[] = [
    write,
    write,
    write,
    longLived,
    (user) => {
      const read = { entity: "users", action: "list", params: { limit: 2 } };
      return ask("read", "POST", `${path}/${user.connector}/execute`, user.token, read);
    },
    (user) => ask("list", "GET", path, user.token),
    (user) => ask("explain", "GET", `${path}/${user.connector}/explain`, user.token),
    (user) => ask("check", "POST", `${path}/${user.connector}/check`, user.token),
    (user) => ask("tools", "GET", `${path}/${user.connector}/tools?dialect=mcp`, user.token),
    (user) =>
      ask("credentials", "PUT", `${path}/${user.connector}/credentials`, user.token, {
        credentials: { api_token: "xoxb-sandbox-bot" },
      }),
    (user) =>
      ask(
        "mcp",
        "POST",
        "/mcp",
        user.token,
        { jsonrpc: "2.0", id: 1, method: "tools/list", params: {} },
        [200],
        {
          accept: "application/json, text/event-stream",
        },
      ),
    (user) =>
      ask("session", "POST", "/v1/connect/sessions", user.token, {
        external_user_id: user.name,
        connector_type: "slack",
      }),
    () => asApplication("journal", "GET", "/v1/journal?limit=20"),
    () => asApplication("approvals", "GET", "/v1/approvals?limit=20"),
    () => asApplication("audit", "GET", "/v1/audit?limit=20"),
    async () => {
      const { status } = await client.page("GET", "/connect/nobodys");
      if (status >= 500) failures.push(`page: ${status}`);
    },
  ];

  return {
    counts,
    failures,
    async step() {
      try {
        if (users.length < fewestUsers || (users.length < mostUsers && random.chance(0.25)))
          return await come();
        if (random.chance(0.15)) return await go();
        const user = random.pick(users);
        const kind = random.pick(kinds);
        user.running++;
        await kind(user).finally(() => user.running--);
      } catch (error) {
        failures.push(String(error));
      }
    },
    async end() {
      while (users.length > 0) await go();
    },
  };
}
