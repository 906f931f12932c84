import { paramsOf } from "../../../service/test/support/connect.ts";
import type { Random } from "../random.ts";
import { publicUrl, returnUrl, type Flow, type Platform, type World } from "./connect-world.ts";

export interface Chance {
  world: World;
  random: Random;
  platform: Platform;
}

/**
 * Changes one thing in a live session. Returns the number of connectors that the service may create in spite of the
 * attack, or `"leak"` if the attack has succeeded although no connector was created.
 */
export type Attack = (chance: Chance) => Promise<number | "leak">;

const characters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_".split("");

const randomText = (random: Random, length: number) =>
  Array.from({ length }, () => random.pick(characters)).join("");

/** Returns a text that differs from the given text. */
function altered(random: Random, text: string): string {
  const at = random.below(text.length);
  const other = random.pick(characters.filter((character) => character !== text[at]));
  return random.pick([
    () => text.slice(0, at) + other + text.slice(at + 1),
    () => text.slice(0, at),
    () => text + other,
    () => randomText(random, text.length),
  ])();
}

function withParam(address: string, name: string, value: string | undefined): string {
  const url = new URL(address);
  if (value === undefined) url.searchParams.delete(name);
  else url.searchParams.set(name, value);
  return url.href;
}

/** Opens a callback, and confirms its result as the application would. */
async function finish(
  { world }: Chance,
  flow: Flow,
  callback: string,
  browser = flow.browser,
): Promise<void> {
  const back = await browser.get(callback);
  const { result } = back.headers.has("location") ? paramsOf(back) : {};
  if (result !== undefined) await world.confirm({ ...flow, result });
}

const paramOf = (address: string, name: string) => new URL(address).searchParams.get(name)!;

/** The attacks, by the thing that they change. */
export const attacks: Readonly<Record<string, readonly Attack[]>> = {
  state: [
    async (chance) => {
      const flow = await chance.world.begin("consented", chance);
      const state = altered(chance.random, paramOf(flow.callback, "state"));
      await finish(
        chance,
        flow,
        withParam(flow.callback, "state", chance.random.pick([state, "", undefined])),
      );
      return 0;
    },
    async (chance) => {
      const [flow, other] = [await chance.world.begin("consented", chance), await chance.world.begin("started", chance)]; // prettier-ignore
      await finish(chance, flow, withParam(flow.callback, "state", paramOf(other.authorize, "state")));
      return 0;
    },
    async (chance) => {
      const flow = await chance.world.begin("consented", chance);
      await finish(chance, flow, `${flow.callback}&state=${randomText(chance.random, 43)}`);
      return 0;
    },
  ],
  code: [
    async (chance) => {
      const flow = await chance.world.begin("consented", chance);
      const code = altered(chance.random, paramOf(flow.callback, "code"));
      await finish(chance, flow, withParam(flow.callback, "code", chance.random.pick([code, "", undefined])));
      return 0;
    },
    async (chance) => {
      const used = await chance.world.begin("confirmed", chance);
      const flow = await chance.world.begin("consented", chance);
      await finish(chance, flow, withParam(flow.callback, "code", paramOf(used.callback, "code")));
      return 1;
    },
    // Slack's apps with a secret use no PKCE, so only Amazon can see that a code belongs to another session.
    async (chance) => {
      const amazon = { ...chance, platform: "amazon-ads" as const };
      const [flow, other] = [await chance.world.begin("consented", amazon), await chance.world.begin("consented", amazon)]; // prettier-ignore
      await finish(amazon, flow, withParam(flow.callback, "code", paramOf(other.callback, "code")));
      return 0;
    },
    async (chance) => {
      const flow = await chance.world.begin("started", chance);
      const elsewhere = withParam(flow.authorize, "redirect_uri", "https://evil.example/callback");
      const stolen = paramOf(await chance.world.decide(chance.platform, elsewhere), "code");
      const state = paramOf(flow.authorize, "state");
      const callback = `${publicUrl}/connect/callback/${chance.platform}?${new URLSearchParams({ code: stolen, state })}`;
      await finish(chance, flow, callback);
      return 0;
    },
  ],
  cookie: [
    async (chance) => {
      const flow = await chance.world.begin("consented", chance);
      await finish(chance, flow, flow.callback, chance.world.newBrowser());
      return 0;
    },
    async (chance) => {
      const [flow, other] = [await chance.world.begin("consented", chance), await chance.world.begin("consented", chance)]; // prettier-ignore
      await finish(chance, flow, flow.callback, other.browser);
      return 0;
    },
    async (chance) => {
      const flow = await chance.world.begin("consented", chance);
      const [[name, value]] = [...flow.browser.cookies] as [[string, string]];
      const other = await chance.world.begin("started", chance);
      const [theirs] = other.browser.cookies.values();
      flow.browser.cookies.set(name, chance.random.pick([altered(chance.random, value), theirs!, ""]));
      await finish(chance, flow, flow.callback);
      return 0;
    },
  ],
  session: [
    async (chance) => {
      const [flow, other] = [await chance.world.begin("returned", chance), await chance.world.begin("returned", { platform: chance.platform })]; // prettier-ignore
      await chance.world.confirm({ ...flow, result: chance.random.pick([other.result, altered(chance.random, flow.result)]) }); // prettier-ignore
      return 0;
    },
    async (chance) => {
      const flow = await chance.world.begin("returned", chance);
      await chance.world.confirm(flow, chance.random.pick(["rival", "foreign"] as const));
      return 0;
    },
    async ({ world, ...chance }) => {
      const flow = await world.begin("returned", chance);
      const json = { result: flow.result, external_user_id: flow.user };
      await world.ask(`/v1/connect/sessions/${flow.id}/confirm`, {
        token: await world.scopedToken(flow.user),
        json,
      });
      return 0;
    },
    async ({ world, random, ...chance }) => {
      const flow = await world.begin("created", chance);
      const link = new URL(flow.url).pathname.split("/").at(-1)!;
      const { status } = await flow.browser.post(`${publicUrl}/connect/${altered(random, link)}`);
      return status === 303 ? "leak" : 0;
    },
  ],
  user: [
    async ({ world, random, ...chance }) => {
      const flow = await world.begin("returned", chance);
      const other = random.pick(["somebody", `${flow.user} `, flow.user.toUpperCase(), `${flow.user}0`]);
      await world.confirm({ ...flow, user: other });
      return 0;
    },
    async ({ world, ...chance }) => {
      const flow = await world.begin("created", chance);
      const token = await world.scopedToken("somebody");
      const json = { external_user_id: flow.user, connector_type: chance.platform };
      const started = await world.ask("/v1/connect/sessions", { token, json });
      const polled = await world.ask(`/v1/connect/sessions/${flow.id}`, { token });
      return started.status === 200 || polled.status === 200 ? "leak" : 0;
    },
    async ({ world, ...chance }) => {
      const flow = await world.begin("confirmed", chance);
      const polled = await world.ask(`/v1/connect/sessions/${flow.id}`, { as: "shop" });
      const json = { external_user_id: "somebody", connector_id: polled.body.connector_id };
      const { status } = await world.ask("/v1/connect/sessions", { as: "shop", json });
      return status === 200 ? "leak" : 1;
    },
  ],
  redirect: [
    async ({ world, random, platform }) => {
      const wrong = random.pick([
        "https://evil.example/connected",
        "https://app.example.evil.example/connected",
        "https://app.example@evil.example/connected",
        "https://app.example:8443/connected",
        "http://app.example/connected",
        `${returnUrl}/../evil`,
        `${returnUrl}?next=https://evil.example`,
        `${returnUrl}#x`,
        returnUrl.toUpperCase(),
        `${returnUrl}%2e`,
        altered(random, returnUrl),
      ]);
      const user = { external_user_id: "ana", connector_type: platform };
      const answers = [
        await world.ask("/v1/connect/sessions", { as: "shop", json: { ...user, return_url: wrong } }),
        await world.ask("/api/v1/integrations/connectors/oauth/initiate", { as: "shop", json: { ...user, redirect_url: wrong } }), // prettier-ignore
      ];
      return answers.some(({ status }) => status === 200) ? "leak" : 0;
    },
    async ({ world, random, ...chance }) => {
      const flow = await world.begin("created", chance);
      const headers = {
        "sec-fetch-site": "same-origin",
        host: "evil.example",
        "x-forwarded-host": "evil.example",
      };
      const location = (await flow.browser.post(flow.url, headers)).headers.get("location") ?? "";
      const other = random.pick(["cross-site", "same-site", "none"]);
      const forced = await world.begin("created", chance);
      const { status } = await forced.browser.post(forced.url, { "sec-fetch-site": other });
      return location.includes("evil") || status === 303 ? "leak" : 0;
    },
  ],
  provider: [
    async (chance) => {
      const flow = await chance.world.begin("consented", chance);
      const other = chance.platform === "slack" ? "amazon-ads" : "slack";
      await finish(chance, flow, flow.callback.replace(`/callback/${chance.platform}`, `/callback/${other}`));
      return 0;
    },
    async (chance) => {
      const flow = await chance.world.begin("consented", chance);
      const issuer = chance.random.pick(["https://evil.example", "https://slack.com.evil.example", ""]);
      await finish(chance, flow, `${flow.callback}&${new URLSearchParams({ iss: issuer })}`);
      return 0;
    },
  ],
  time: [
    async (chance) => {
      const flow = await chance.world.begin("created", chance);
      chance.world.pass(600_000 + chance.random.below(1e7));
      const authorize = (await flow.browser.post(flow.url)).headers.get("location");
      if (authorize === null) return 0;
      await finish(chance, flow, await chance.world.decide(chance.platform, authorize));
      return 0;
    },
    async (chance) => {
      const flow = await chance.world.begin("consented", chance);
      chance.world.pass(600_000 + chance.random.below(1e7));
      await finish(chance, flow, flow.callback);
      return 0;
    },
    async ({ world, random, ...chance }) => {
      const flow = await world.begin("returned", chance);
      world.pass(600_000 + random.below(1e7));
      await world.confirm(flow);
      return 0;
    },
  ],
  order: [
    async ({ world, ...chance }) => {
      const flow = await world.begin("returned", chance);
      await Promise.all([world.confirm(flow), world.confirm(flow)]);
      await world.confirm(flow);
      return 1;
    },
    async (chance) => {
      const flow = await chance.world.begin("consented", chance);
      await Promise.all([flow.browser.get(flow.callback), finish(chance, flow, flow.callback)]);
      await finish(chance, flow, flow.callback);
      return 1;
    },
    async (chance) => {
      const flow = await chance.world.begin("returned", chance);
      await chance.world.confirm(flow);
      // The same state comes back with a new code.
      await finish(chance, flow, await chance.world.decide(chance.platform, flow.authorize));
      return 1;
    },
    async (chance) => {
      const flow = await chance.world.begin("returned", { platform: chance.platform, decision: "deny" });
      await finish(chance, flow, await chance.world.decide(chance.platform, flow.authorize));
      return 0;
    },
    async ({ world, random, ...chance }) => {
      const flow = await world.begin(random.pick(["created", "started", "consented"] as const), chance);
      await world.confirm({ ...flow, result: randomText(random, 43) });
      return 0;
    },
    async ({ world, ...chance }) => {
      const flow = await world.begin("started", chance);
      const { status } = await world.newBrowser().post(flow.url);
      return status === 303 ? "leak" : 0;
    },
  ],
};
