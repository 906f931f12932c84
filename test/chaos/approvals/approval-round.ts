import type { Answer, createClient } from "../client.ts";
import type { Random } from "../random.ts";
import { connectorOf, connectorsPath } from "../writes.ts";
import type { WatchedSlack } from "./watched-slack.ts";

type Client = ReturnType<typeof createClient>;

/** A request of a person. Times are values of `performance.now()`. */
export interface Sent {
  sent: number;
  /** The time of the answer, which is infinite if the service was killed before it answered. */
  ended: number;
  answer?: Answer | undefined;
}

export type Decision = Sent & { approve: boolean; by: string; signed_in: boolean; how: "route" | "link" };

/** One write of an agent, and what has happened to it. */
export interface Asked {
  /** The text of the message, which no other write has. */
  text: string;
  /** `edit`: the write changes a message whose text is `before` and this text. */
  kind: "post" | "edit";
  place: Place;
  run: string;
  ts?: string | undefined;
  asks: Sent[];
  id?: string | undefined;
  decisions: Decision[];
  cancels: Sent[];
  /** When a person has changed the message. */
  touched?: number | undefined;
}

/** A connector of the round. `persons`: the number of people who must agree to its writes. */
export interface Place {
  connector: string;
  user: string;
  persons: 0 | 1 | 2;
  /** The change of its policy to one without writes. */
  closed?: Sent | undefined;
}

export type Stop = Sent & { target: Record<string, string> };
export type Undo = Sent & { run: string };

/** What people and agents have done in one round, and what they were told. */
export interface Round {
  calls: Asked[];
  places: Place[];
  stops: Stop[];
  resumes: Stop[];
  undos: Undo[];
}

/** The kinds of requests and of moments at the platform at which the service can be killed. */
export const moments = [
  "ask",
  "decide",
  "cancel",
  "stop",
  "resume",
  "undo",
  "policy",
  "run",
  "ran",
  "reverse",
  "reversed",
] as const;
export type Moment = (typeof moments)[number];

export const channel = "C07A1QW2ER3";
export const before = (text: string) => `before ${text}`;
const calls = 8;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

export interface World {
  client: Client;
  token: string;
  slack: WatchedSlack;
  /** The address of the pages on which people decide. Undefined if there are no pages, no users and no policies. */
  publicUrl: string | undefined;
  reached(moment: Moment): void;
}

/** Runs a request, and notes when it was sent and answered. `moment` is reached when it is sent. */
async function noted<T extends object>(
  { reached }: World,
  moment: Moment,
  about: T,
  list: (T & Sent)[],
  send: () => Promise<Answer>,
): Promise<T & Sent> {
  const one: T & Sent = { ...about, sent: performance.now(), ended: Number.POSITIVE_INFINITY };
  list.push(one);
  const sending = send().catch(() => undefined);
  reached(moment);
  one.answer = await sending;
  if (one.answer) one.ended = performance.now();
  return one;
}

/** Creates the connectors of a round in the service, with their policies. */
export const createPlaces = ({ client, token }: World, name: string): Promise<Place[]> =>
  Promise.all(
    ([0, 1, 2] as const).map(async (persons): Promise<Place> => {
      const user = `${name} ${["ana", "bob", "cy"][persons]}`;
      const asked = { ...connectorOf(`${name} ${persons}`), external_user_id: user };
      const { body } = await client.post(connectorsPath, token, asked);
      const policy = { approval: [{ effects: ["write", "destructive"], persons }] };
      if (persons > 0) await client.ask("PUT", "/v1/policies", token, { connector_id: body.id, policy });
      return { connector: body.id, user, persons };
    }),
  );

/** Chooses the calls of a round, and posts the messages that they will change. */
export async function openRound(
  { slack }: World,
  name: string,
  places: Place[],
  random: Random,
): Promise<Round> {
  const all = Array.from({ length: calls }, (_, index): Asked => ({
    text: `${name} call ${index}`,
    kind: random.pick(["post", "edit"]),
    place: random.pick([...places, places[1]!]),
    run: `${name} run ${index % 2}`,
    asks: [],
    decisions: [],
    cancels: [],
  }));
  for (const one of all)
    if (one.kind === "edit")
      one.ts = String((await slack.asPerson("chat.postMessage", { channel, text: before(one.text) })).ts);
  return { calls: all, places, stops: [], resumes: [], undos: [] };
}

/** @param waitMs how long to wait for the answer. The call of a killed process counts as running for minutes. */
export async function askAbout(world: World, one: Asked, waitMs?: number): Promise<void> {
  const { client, token } = world;
  const params = one.kind === "post" ? { channel, text: one.text } : { channel, ts: one.ts, text: one.text };
  const json = {
    entity: "messages",
    action: one.kind === "post" ? "create" : "update",
    params,
    run: one.run,
  };
  const headers = { "idempotency-key": one.text.replaceAll(" ", "-") };
  const path = `${connectorsPath}/${one.place.connector}/execute`;
  const { answer } = await noted(world, "ask", {}, one.asks, () =>
    client.ask("POST", path, token, json, {
      headers,
      ...(waitMs === undefined ? {} : { signal: AbortSignal.timeout(waitMs) }),
    }),
  );
  one.id ??= answer?.body.pending?.id;
}

/** A person decides by the route of the application, or on the page of a link. */
export async function decide(
  world: World,
  one: Asked,
  given: { approve: boolean; by: string; how: "route" | "link" },
): Promise<void> {
  const { client, token, publicUrl } = world;
  const path = `/v1/approvals/${one.id}`;
  const { approve, by, how } = given;
  let page: string | undefined;
  if (how === "link" && publicUrl !== undefined) {
    const link = await client.post(`${path}/links`, token, { by }).catch(() => undefined);
    page = link?.body.url && new URL(link.body.url as string).pathname;
    if (!page) return;
    // Mail programs open links. This must change nothing.
    void client.page("GET", page).catch(() => undefined);
  }
  await noted(
    world,
    "decide",
    { ...given, how: page ? "link" : "route", signed_in: !page } as const,
    one.decisions,
    () =>
      page === undefined
        ? client.post(`${path}/decide`, token, { approve, by, signed_in: true })
        : client.page("POST", page, { decision: approve ? "approve" : "refuse" }, { origin: publicUrl! }),
  );
}

const cancel = (world: World, one: Asked) =>
  noted(world, "cancel", {}, one.cancels, () =>
    world.client.post(`/v1/approvals/${one.id}/cancel`, world.token, {}),
  );

export const resume = (world: World, round: Round, target: Stop["target"]) =>
  noted(world, "resume", { target }, round.resumes, () =>
    world.client.ask("DELETE", `/v1/stops?${new URLSearchParams(target)}`, world.token),
  );

export const undo = (world: World, round: Round, run: string, by: string) =>
  noted(world, "undo", { run }, round.undos, () =>
    world.client.post(`/v1/journal/runs/${encodeURIComponent(run)}/undo`, world.token, { by }),
  );

/**
 * Asks, decides, cancels, stops, resumes, closes a policy and undoes, all at the same time.
 * @param sure what must happen at least once
 */
export async function runRound(world: World, round: Round, sure: Moment, random: Random): Promise<void> {
  const some = (moments: readonly Moment[], below: number) =>
    Math.max(random.below(below), moments.includes(sure) ? 1 : 0);
  const { client, token, publicUrl } = world;
  // The choices are made first, so that they do not depend on the order of the answers.
  const work = round.calls.map((one, index) => {
    const deciders =
      one.place.persons === 2 ? ["maya", "ken", "lou"] : random.chance(0.4) ? ["maya", "ken"] : ["maya"];
    const people = deciders.map((by) => ({
      wait: random.below(30),
      by,
      approve: random.chance(0.8),
      how: random.pick(["route", "route", "link"] as const),
      again: random.chance(0.15),
    }));
    const [wait, cancelled] = [
      random.below(120),
      random.chance(0.12) || (sure === "cancel" && index < 3) ? random.below(60) : undefined,
    ];
    return async () => {
      await pause(wait);
      await askAbout(world, one);
      if (!one.id) return;
      await Promise.all([
        ...people.map(async (person) => {
          await pause(person.wait);
          await Promise.all([
            decide(world, one, person),
            ...(person.again ? [decide(world, one, person)] : []),
          ]);
        }),
        cancelled !== undefined && pause(cancelled).then(() => cancel(world, one)),
      ]);
    };
  });
  const stops = Array.from({ length: some(["stop", "resume"], 3) }, () => {
    const { user, connector } = random.pick(round.places);
    const targets = [{}, { external_user_id: user }, { connector_id: connector }] as Stop["target"][];
    const target = publicUrl === undefined ? {} : random.pick(targets);
    const [wait, more] = [
      random.below(250),
      random.chance(sure === "resume" ? 1 : 0.4) ? random.below(120) : undefined,
    ];
    return async () => {
      await pause(wait);
      const asked = { ...target, by: "maya" };
      await noted(world, "stop", { target }, round.stops, () => client.post("/v1/stops", token, asked));
      if (more === undefined) return;
      await pause(more);
      await resume(world, round, target);
    };
  });
  const undos = Array.from({ length: some(["undo", "reverse", "reversed"], 3) }, () => {
    const { run } = random.pick(round.calls);
    const [wait, twice] = [80 + random.below(250), random.chance(0.3)];
    return async () => {
      await pause(wait);
      await Promise.all([
        undo(world, round, run, "maya"),
        ...(twice ? [undo(world, round, run, "ken")] : []),
      ]);
    };
  });
  const closing =
    publicUrl !== undefined && random.chance(sure === "policy" ? 1 : 0.15)
      ? random.pick(round.places)
      : undefined;
  const close = async () => {
    if (!closing) return;
    await pause(60);
    const asked = { connector_id: closing.connector, policy: { effects: ["read"] } };
    const list: Sent[] = [];
    const sending = noted(world, "policy", {}, list, () => client.ask("PUT", "/v1/policies", token, asked));
    closing.closed = list[0];
    await sending;
  };
  await Promise.all([...work, ...stops, ...undos, close].map((one) => one()));
}
