import { randomBytes } from "node:crypto";
import type { Answer } from "../../../service/test/support/service.ts";
import type { Random } from "../random.ts";
import { hostileAddress, hostileDocument, hostileRedirect } from "./hostile-values.ts";
import {
  challengeOf,
  clientId,
  otherRedirect,
  redirectUri,
  type Client,
  type Flow,
  type World,
} from "./sign-in-world.ts";

export interface Chance {
  world: World;
  random: Random;
}

/** Changes one thing in a sign-in. Returns true if the attack got through. */
export type Attack = (chance: Chance) => Promise<boolean>;

const characters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_".split("");

/** Returns a text that differs from the given text. */
export function altered(random: Random, text: string): string {
  const at = random.below(text.length);
  const other = random.pick(characters.filter((character) => character !== text[at]));
  return random.pick([
    text.slice(0, at) + other + text.slice(at + 1),
    text.slice(0, at),
    text + other,
    Array.from({ length: text.length }, () => random.pick(characters)).join(""),
  ]);
}

const others: readonly Client[] = ["rival", "foreign"];
const hasTokens = ({ body }: Answer): boolean => body?.access_token !== undefined;
const isOpen = ({ status }: Answer): boolean => status === 200;

/** Starts a request of a client. Returns true if a person would be asked, or if the browser leaves with a code. */
async function reaches({ world }: Chance, path: string): Promise<boolean> {
  const { status, headers } = await world.send(path);
  const location = headers.get("location") ?? "";
  return status < 400 && (/\/agree\//.test(location) || /[?#&]code=/.test(location));
}

const fresh = () => randomBytes(32).toString("base64url");

/** Opens a link, and returns whether the browser then sees the page on which this user agrees. */
async function isSignedIn({ browser, agree }: Flow, link: string, user: string): Promise<boolean> {
  const { status } = await browser.get(link);
  const page = await browser.get(agree);
  return status === 303 && page.status === 200 && page.text.includes(`<b>${user}</b>`);
}

/** The attacks, by the thing that they change. */
export const attacks: Readonly<Record<string, readonly Attack[]>> = {
  redirects: [
    async (chance) => {
      const redirect_uri = hostileRedirect(chance.random, chance.random.pick([redirectUri, otherRedirect]));
      return reaches(chance, chance.world.authorizePath("shop", fresh(), { redirect_uri }));
    },
    async (chance) => {
      const flow = await chance.world.begin("agreed");
      const redirect_uri = hostileRedirect(chance.random, redirectUri);
      return hasTokens(await chance.world.exchange(flow, { redirect_uri }));
    },
    async (chance) => {
      const path = chance.world.authorizePath("shop", fresh());
      const twice = `${path}&redirect_uri=${encodeURIComponent(hostileRedirect(chance.random, redirectUri))}`;
      return reaches(chance, twice);
    },
    async (chance) => {
      const response_mode = chance.random.pick(["fragment", "form_post", "web_message", "jwt", "query.jwt"]);
      return reaches(chance, chance.world.authorizePath("shop", fresh(), { response_mode }));
    },
  ],
  issuers: [
    async ({ world, random }) => {
      const flow = await world.begin("agreed", { app: random.pick(["shop", "rival"]) });
      const app = random.pick((["shop", "rival", "foreign"] as const).filter((one) => one !== flow.app));
      return hasTokens(await world.exchange(flow, {}, app));
    },
    async ({ world, random }) => {
      const { browser, agree } = await world.begin("signed-in");
      return isOpen(await browser.get(agree.replace("/shop/", `/${random.pick(others)}/`)));
    },
    async ({ world, random }) => {
      const flow = await world.begin("signed-in");
      const path = flow.agree.replace("/shop/", `/${random.pick(others)}/`);
      return (await world.decide({ ...flow, agree: path })).status === 303;
    },
    async ({ world, random }) => {
      const { browser, link } = await world.begin("linked");
      return (await browser.get(link.replace("/shop/", `/${random.pick(others)}/`))).status === 303;
    },
    async ({ world, random }) => {
      // The metadata of an issuer that claims to be another one, or sends the service inside.
      const before = world.innerConnections();
      const good = metadataOf(world.evil);
      const name = random.pick(["issuer", "token_endpoint", "jwks_uri", "userinfo_endpoint"] as const);
      world.setMetadata({ ...good, [name]: `${world.inner}/${name}` });
      await world.setSignIn("rival", { issuer: world.evil, client_id: "a", client_secret: "b" });
      const browser = world.newBrowser();
      const started = await browser.get(world.at(world.authorizePath("rival", fresh())));
      const asked = await browser.get(world.at(started.headers.get("location")));
      const there = asked.headers.get("location");
      const state = there === null ? "x" : (new URL(there).searchParams.get("state") ?? "x");
      const params = new URLSearchParams({
        code: "stolen",
        state,
        iss: random.pick([world.evil, world.inner]),
      });
      const back = await browser.get(world.at(`/oauth/rival/signed-in?${params.toString()}`));
      await world.setSignIn("rival");
      return back.status === 303 || world.innerConnections() > before;
    },
    async ({ world, random }) => {
      // The callback of one application with the cookie of another one.
      world.setMetadata(metadataOf(world.evil));
      const way = { issuer: world.evil, client_id: "a", client_secret: "b" };
      await world.setSignIn("rival", way);
      await world.setSignIn("foreign", way);
      const browser = world.newBrowser();
      const started = await browser.get(world.at(world.authorizePath("rival", fresh())));
      const asked = await browser.get(world.at(started.headers.get("location")));
      const there = new URL(asked.headers.get("location") ?? "https://none");
      const state = there.searchParams.get("state") ?? "x";
      const params = new URLSearchParams({ code: altered(random, "a-code"), state, iss: world.evil });
      const back = await browser.get(world.at(`/oauth/foreign/signed-in?${params.toString()}`));
      await world.setSignIn("rival");
      await world.setSignIn("foreign");
      return back.status === 303 || !/other browser|another browser/.test(back.text);
    },
  ],
  codes: [
    async ({ world, random }) => {
      const flow = await world.begin("agreed");
      return hasTokens(await world.exchange({ ...flow, code: altered(random, flow.code) }));
    },
    async ({ world }) => {
      const flow = await world.begin("exchanged");
      const again = hasTokens(await world.exchange(flow));
      // The replay ends the agreement.
      return again || isOpen(await world.call("/mcp/shop", flow.access_token));
    },
    async ({ world, random }) => {
      const flow = await world.begin("agreed");
      const all = await Promise.all(Array.from({ length: 2 + random.below(5) }, () => world.exchange(flow)));
      return all.filter(hasTokens).length > 1;
    },
    async ({ world }) => {
      const other = "https://second.example/mcp.json";
      world.documents.set(other, { ...documentOf(other) });
      const flow = await world.begin("agreed");
      return hasTokens(await world.exchange(flow, { client_id: other }));
    },
    async ({ world }) => {
      const flow = await world.begin("exchanged");
      const form = { grant_type: "refresh_token", client_id: clientId, refresh_token: flow.refresh_token };
      const refresh = () => world.send("/oauth/shop/token", { form });
      const [first, second] = [await refresh(), await refresh()];
      return (
        !hasTokens(first) ||
        hasTokens(second) ||
        isOpen(await world.call("/mcp/shop", first.body.access_token))
      );
    },
    async ({ world, random }) => {
      const flow = await world.begin("exchanged");
      const refresh_token = altered(random, flow.refresh_token);
      const form = { grant_type: "refresh_token", client_id: clientId, refresh_token };
      return hasTokens(await world.send("/oauth/shop/token", { form }));
    },
  ],
  documents: [
    async (chance) => {
      const { client_id, answer } = hostileDocument(chance.random);
      chance.world.documents.set(client_id, answer);
      return reaches(chance, chance.world.authorizePath("shop", fresh(), { client_id }));
    },
  ],
  addresses: [
    async (chance) => {
      const before = chance.world.innerConnections();
      const { port } = new URL(chance.world.inner);
      const client_id = hostileAddress(chance.random, port);
      const open = await reaches(chance, chance.world.authorizePath("shop", fresh(), { client_id }));
      return open || chance.world.innerConnections() > before;
    },
    async ({ world, random }) => {
      const before = world.innerConnections();
      const { port } = new URL(world.inner);
      const issuer = hostileAddress(random, port).replace(/\/mcp\.json$/, "");
      const stored = await world.setSignIn("rival", {
        issuer: random.chance(0.5) ? issuer : world.inner,
        client_id: "a",
        client_secret: "b",
      });
      const browser = world.newBrowser();
      const started = await browser.get(world.at(world.authorizePath("rival", fresh())));
      const asked = await browser.get(world.at(started.headers.get("location")));
      await world.setSignIn("rival");
      return (stored.status === 200 && asked.status === 303) || world.innerConnections() > before;
    },
  ],
  pkce: [
    async (chance) => {
      const verifier = fresh();
      const change = chance.random.pick<Record<string, string | undefined>>([
        { code_challenge: undefined, code_challenge_method: undefined },
        { code_challenge: undefined },
        { code_challenge: verifier, code_challenge_method: "plain" },
        { code_challenge: verifier, code_challenge_method: undefined },
        { code_challenge_method: chance.random.pick(["s256", "S512", "none", "", "S256 plain"]) },
        { code_challenge: challengeOf(verifier).slice(0, chance.random.below(42)) },
        { code_challenge: `${challengeOf(verifier)}${"x".repeat(86 + chance.random.below(200))}` },
        { code_challenge: "" },
      ]);
      return reaches(chance, chance.world.authorizePath("shop", verifier, change));
    },
    async ({ world, random }) => {
      const flow = await world.begin("agreed");
      const code_verifier = random.pick([
        altered(random, flow.verifier),
        challengeOf(flow.verifier),
        "",
        fresh(),
      ]);
      return hasTokens(await world.exchange(flow, { code_verifier }));
    },
    async ({ world }) => {
      const [flow, other] = [await world.begin("agreed"), await world.begin("agreed")];
      return hasTokens(await world.exchange({ ...flow, verifier: other.verifier }));
    },
  ],
  audiences: [
    async ({ world }) => {
      // The other address of the same application.
      const { access_token } = await world.begin("exchanged");
      return isOpen(await world.call("/mcp", access_token));
    },
    async ({ world, random }) => {
      const { access_token } = await world.begin("exchanged");
      const address = random.pick([
        "/mcp",
        ...others.map((app) => `/mcp/${app}`),
        "/mcp/nobody",
        "/mcp/Shop",
      ]);
      return isOpen(await world.call(address, access_token));
    },
    async ({ world, random }) => {
      const { access_token } = await world.begin("exchanged");
      const path = random.pick(["/v1/integrations/connectors", "/v1/tokens", "/v1/agreements", "/v1/approvals", "/v1/journal", "/v1/workspaces", "/v1/applications/scoped-token/info"]); // prettier-ignore
      return isOpen(await world.send(path, { token: access_token }));
    },
    async ({ world, random }) => {
      const { access_token } = await world.begin("exchanged");
      return isOpen(await world.call("/mcp/shop", altered(random, access_token)));
    },
    async (chance) => {
      const { world, random } = chance;
      const resource = random.pick([world.resourceOf("rival"), world.resourceOf("foreign"), "https://evil.example/mcp", `${world.resourceOf("shop")}/`, world.resourceOf("shop").replace("https", "http")]); // prettier-ignore
      return reaches(chance, world.authorizePath("shop", fresh(), { resource }));
    },
    async ({ world, random }) => {
      const flow = await world.begin("agreed");
      return hasTokens(await world.exchange(flow, { resource: world.resourceOf(random.pick(others)) }));
    },
    async ({ world, random }) => {
      const token = await world.scopedToken(random.pick(others), "ana");
      return isOpen(await world.call("/mcp/shop", token));
    },
    async ({ world, random }) => {
      const { code, refresh_token } = await world.begin("exchanged");
      return isOpen(await world.call("/mcp/shop", random.pick([code, refresh_token])));
    },
  ],
  fixation: [
    async ({ world }) => {
      // Somebody lets a victim open a link for the request that waits in another browser.
      const flow = await world.begin("linked");
      const victim = world.newBrowser();
      return isSignedIn({ ...flow, browser: victim }, flow.link, flow.user);
    },
    async ({ world }) => {
      const [victim, attacker] = [
        await world.begin("started"),
        await world.begin("linked", { user: "mallory" }),
      ];
      return isSignedIn(victim, attacker.link, "mallory");
    },
    async ({ world }) => {
      // The link for another request, below the address of the victim's own request.
      const [victim, attacker] = [
        await world.begin("started"),
        await world.begin("linked", { user: "mallory" }),
      ];
      const text = attacker.link.slice(attacker.link.lastIndexOf("/") + 1);
      return isSignedIn(victim, `${victim.agree}/${text}`, "mallory");
    },
    async ({ world, random }) => {
      const flow = await world.begin("linked");
      const text = flow.link.slice(flow.link.lastIndexOf("/") + 1);
      return isSignedIn(flow, `${flow.agree}/${altered(random, text)}`, flow.user);
    },
    async ({ world }) => {
      const flow = await world.begin("signed-in");
      return (await flow.browser.get(flow.link)).status === 303;
    },
    async ({ world, random }) => {
      const flow = await world.begin("linked");
      const late = 600_000 + random.below(3_600_000);
      world.pass(late);
      const { status } = await flow.browser.get(flow.link);
      world.pass(-late);
      return status === 303;
    },
    async ({ world }) => {
      const flow = await world.begin("linked");
      await world.setSignIn("shop", { issuer: world.evil, client_id: "a", client_secret: "b" });
      const { status } = await flow.browser.get(flow.link);
      await world.setSignIn("shop");
      return status === 303;
    },
    async ({ world, random }) => {
      const flow = await world.begin("signed-in");
      return (await world.decide(flow, { csrf: altered(random, flow.csrf) })).status === 303;
    },
    async ({ world, random }) => {
      const flow = await world.begin("signed-in");
      const site = random.pick(["cross-site", "same-site", "none"]);
      return (await world.decide(flow, {}, { "sec-fetch-site": site })).status === 303;
    },
    async ({ world }) => {
      const [first, second] = [await world.begin("signed-in"), await world.begin("signed-in")];
      return (await world.decide({ ...second, csrf: first.csrf })).status === 303;
    },
    async ({ world }) => {
      const flow = await world.begin("signed-in");
      return (await world.decide({ ...flow, browser: world.newBrowser() })).status === 303;
    },
  ],
  applications: [
    async ({ world, random }) => {
      const { sign_in } = await world.begin("started");
      return isOpen(await world.linkFor(sign_in, "ana", random.pick(others)));
    },
    async ({ world, random }) => {
      const { sign_in } = await world.begin("started");
      return isOpen(await world.linkFor(altered(random, sign_in), "ana", "shop"));
    },
    async ({ world }) => {
      const { sign_in } = await world.begin("started");
      const token = await world.scopedToken("shop", "mallory");
      const json = { sign_in, external_user_id: "ana" };
      return isOpen(await world.send("/v1/connect/sign-ins", { token, json }));
    },
    async ({ world, random }) => {
      const { access_token, user } = await world.begin("exchanged");
      const listed = await world.send(`/v1/agreements?external_user_id=${user}`, { as: "shop" });
      const { id } = listed.body.data[0] as { id: string };
      const as = random.pick(others);
      const ended = await world.send(`/v1/agreements/${id}`, { method: "DELETE", as });
      const seen = await world.send(`/v1/agreements?external_user_id=${user}`, { as });
      return (
        isOpen(ended) || seen.body.data.length > 0 || !isOpen(await world.call("/mcp/shop", access_token))
      );
    },
    async ({ world, random }) => {
      const path = "/v1/organization/applications/shop/sign_in";
      const json = { sign_in_url: "https://evil.example/" };
      const ask = { method: random.pick(["PUT", "DELETE", "GET"]), as: "foreign" as const };
      return isOpen(await world.send(path, ask.method === "PUT" ? { ...ask, json } : ask));
    },
    async ({ world, random }) => {
      const { refresh_token } = await world.begin("exchanged");
      const form = { grant_type: "refresh_token", client_id: clientId, refresh_token };
      return hasTokens(await world.send(`/oauth/${random.pick(others)}/token`, { form }));
    },
    async ({ world }) => {
      const { access_token, user } = await world.begin("exchanged");
      const listed = await world.send(`/v1/agreements?external_user_id=${user}`, { as: "shop" });
      await world.send(`/v1/agreements/${listed.body.data[0].id}`, { method: "DELETE", as: "shop" });
      return isOpen(await world.call("/mcp/shop", access_token));
    },
  ],
};

const documentOf = (client_id: string) => ({
  client_id,
  client_name: "Second",
  redirect_uris: [redirectUri],
  token_endpoint_auth_method: "none",
});

const metadataOf = (issuer: string) => ({
  issuer,
  authorization_endpoint: `${issuer}/authorize`,
  token_endpoint: `${issuer}/token`,
  jwks_uri: `${issuer}/jwks`,
  response_types_supported: ["code"],
  subject_types_supported: ["public"],
  id_token_signing_alg_values_supported: ["RS256"],
  authorization_response_iss_parameter_supported: true,
});
