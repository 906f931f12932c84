import type { Pair, TokenPlatform } from "../../../service/test/support/token-platform.ts";
import type { Answer } from "../client.ts";
import type { Random } from "../random.ts";
import type { Replicas } from "../replicas.ts";

export interface InterleavingOptions {
  name: string;
  random: Random;
  platform: TokenPlatform;
  replicas: Replicas;
  /** Tokens of the service with different effects. */
  tokens: readonly string[];
}

/** The failures at the end of an interleaving, as texts. */
export interface Judged {
  "dead pairs": string[];
  "lost by a kill": string[];
  "wrong answers": string[];
}

export interface Interleaving {
  /** Resolves when every request has ended. */
  ended: Promise<void>;
  /** `killedAt`: the time at which a process was killed, as a value of `performance.now()`. */
  judge(options: { killedAt: number | undefined; mayHaveGrace: boolean }): Promise<Judged>;
  /** Returns how often the platform has refreshed a pair of tokens. */
  refreshes(): number;
}

const list = { entity: "users", action: "list", params: { limit: 1 } };
const connectors = "/v1/integrations/connectors";
const waitMs = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Sends random requests about one connector at random moments. */
export function startInterleaving({
  name,
  random,
  platform,
  replicas,
  tokens,
}: InterleavingOptions): Interleaving {
  /** The workspaces whose credentials the connector can have. */
  let teams = [`T${name}`];
  const installed = [...teams];
  const ids: string[] = [];
  const wrong: string[] = [];
  /** Responses that refuse the credentials. Such a response is correct only if no valid pair of tokens is left. */
  const refused: string[] = [];
  let updates = 0;
  let lost = false;

  const token = () => random.pick(tokens);
  const client = () => replicas.client(random.below(replicas.count));
  const post = (path: string, json: object, signal?: AbortSignal) =>
    client()
      .ask("POST", path, token(), json, signal ? { signal } : {})
      .catch(() => undefined);
  const executed = (id: string) => `/api/v1/connectors/sources/${id}/execute`;

  const note = (what: string, answer: Answer | undefined) => {
    if (!answer) return;
    const { status, body } = answer;
    const team = body.result?.[0]?.name ?? body.identity?.team;
    if (team !== undefined && !installed.includes(team)) wrong.push(`${name}: ${what} answers for ${team}`);
    const code = body.code ?? body.error?.code;
    if (code === "reauth_required" || code === "credential_rejected")
      refused.push(`${name}: ${what} answers ${status} ${code}`);
    else if (status !== 200 && status !== 503) wrong.push(`${name}: ${what} answers ${status} ${code}`);
    else if (body.status === "unhealthy" && code !== "storage_unavailable")
      wrong.push(`${name}: ${what} answers unhealthy ${code}`);
  };

  const create = (pair: Pair, validate: boolean, signal?: AbortSignal) =>
    post(
      connectors,
      { external_user_id: "chaos", connector_type: "slack", credentials: pair, validate },
      signal,
    );

  async function run(): Promise<void> {
    const [team] = teams as [string];
    const pair = platform.install(team);
    if (random.chance(0.3)) platform.expire(team);
    while (ids.length === 0) {
      const created = await create(pair, random.chance(0.5));
      note("create", created);
      if (created?.status === 200) ids.push(String(created.body.id));
      else if (refused.length > 0 || wrong.length > 0) return;
      else await waitMs(50);
    }
    const steps = {
      execute: (signal: AbortSignal) => post(executed(random.pick(ids)), list, signal),
      check: (signal: AbortSignal) => post(`${connectors}/${random.pick(ids)}/check`, {}, signal),
      validate: async (signal: AbortSignal) => {
        const created = await create(pair, true, signal);
        if (created?.status === 200) ids.push(String(created.body.id));
        return created;
      },
      update: async (signal: AbortSignal) => {
        updates++;
        const next = `${team}-${updates}`;
        installed.push(next);
        const credentials = platform.install(next);
        if (random.chance(0.5)) platform.expire(next);
        const before = teams;
        teams = [...teams, next];
        const json = { credentials, validate: random.chance(0.5) };
        const path = `${connectors}/${ids[0]}/credentials`;
        const answer = await client()
          .ask("PUT", path, token(), json, { signal })
          .catch(() => undefined);
        // Updates that run at the same time can end in any order. The earlier credentials are known to be replaced
        // only if this update ran alone.
        if (answer?.status === 200 && updates === 1) teams = teams.filter((one) => !before.includes(one));
        return answer;
      },
    };
    if (random.chance(0.8)) platform.expire(team);
    const names = ["execute", "execute", "execute", "check", "validate", "update"] as const;
    await Promise.all(
      Array.from({ length: 3 + random.below(5) }, async () => {
        const step = random.pick(names);
        const abort = new AbortController();
        const abortAfter = random.chance(0.2) ? random.below(30) : undefined;
        await waitMs(random.below(60));
        if (random.chance(0.2)) for (const one of installed) platform.expire(one);
        const timer = abortAfter === undefined ? undefined : setTimeout(() => abort.abort(), abortAfter);
        note(step, await steps[step](abort.signal));
        clearTimeout(timer);
      }),
    );
  }

  async function judge({ killedAt, mayHaveGrace }: Parameters<Interleaving["judge"]>[0]) {
    const judged: Judged = { "dead pairs": [], "lost by a kill": [], "wrong answers": wrong.splice(0) };
    // If the newest pair was issued before the kill and was never used, the kill came before the service could
    // store this pair.
    const lostByKill = (team: string) => {
      const { count, used, at } = platform.issued(team);
      return killedAt !== undefined && count > 1 && !used && at < killedAt;
    };
    const working = new Set<string>();
    for (const team of installed) platform.expire(team);
    for (const id of lost ? [] : ids) {
      const answer = await post(executed(id), list);
      const team = answer?.body.result?.[0]?.name;
      const record = await client().get(`${connectors}/${id}`, tokens[0]!);
      const own = id === ids[0] ? teams : installed.slice(0, 1);
      if (answer?.status === 200 && own.includes(team)) {
        if (record.body.status !== "active")
          judged["wrong answers"].push(`${name}: a working connector is ${record.body.status}`);
        working.add(team);
        continue;
      }
      const text = `${name}: at the end, ${answer?.status} ${answer?.body.code ?? team} instead of ${own.join(" or ")}`;
      const excused = mayHaveGrace && own.some(lostByKill);
      if (answer?.status === 424 && answer.body.code === "reauth_required") {
        judged[excused ? "lost by a kill" : "dead pairs"].push(text);
        lost = true;
        if (record.body.status !== "reauth_required")
          judged["wrong answers"].push(`${name}: a dead connector is ${record.body.status}`);
      } else judged["wrong answers"].push(text);
    }
    if (ids.length === 0 && refused.length > 0) {
      const excused = lostByKill(installed[0]!);
      judged[excused ? "lost by a kill" : "dead pairs"].push(`${name}: it could not be created`);
      lost = true;
    }
    // A kill can also lose the pair of a workspace whose credentials an update replaced afterwards. The responses until
    // this update are then correct.
    const replaced = installed.find((one) => !working.has(one) && lostByKill(one));
    if (!lost && refused.length > 0 && replaced !== undefined)
      judged["lost by a kill"].push(`${name}: the pair of ${replaced}, which was replaced`);
    else if (!lost) judged["wrong answers"].push(...refused);
    refused.length = 0;
    return judged;
  }

  return {
    ended: run(),
    judge,
    refreshes: () => installed.reduce((sum, team) => sum + platform.issued(team).count - 1, 0),
  };
}
