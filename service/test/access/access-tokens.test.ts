import { SignJWT, decodeJwt, decodeProtectedHeader } from "jose";
import { beforeEach, expect, test } from "vitest";
import { createAccessTokens, looksLikeToken, type Claims } from "../../src/access/access-tokens.ts";
import { errorOf } from "../support/errors.ts";
import { ringOf } from "../support/keys.ts";

const ring = ringOf({ k1: 1, k2: 2 });
const start = 1_900_000_000_000;
let now = start;
const tokens = createAccessTokens(ring, { now: () => now, sleep: () => Promise.resolve() });
beforeEach(() => void (now = start));

const application = {
  kind: "application",
  organization: "o1",
  application: "a1",
  application_epoch: 3,
  scopes: ["connectors:read", "connectors:write", "connectors:execute"],
  effects: ["read", "write", "spend", "destructive"],
  external: false,
} as const satisfies Partial<Claims>;
const scoped = {
  ...application,
  kind: "scoped",
  workspace: { id: "w1", name: "ana", epoch: 4 },
  scopes: ["connectors:read"],
  effects: ["read", "spend"],
  external: false,
  connectors: ["c1", "c2"],
} as const satisfies Partial<Claims>;

const times = { issued_at: start / 1000, expires_at: start / 1000 + 60 };
const invalid = (message: string) => ({
  code: "invalid_token",
  message,
  path: "authorization",
  hint: "Get a new token with the application's client id and secret.",
});

test("verify returns the claims that were signed", async () => {
  for (const given of [application, scoped]) {
    const { token, claims } = await tokens.sign(given, 60);
    expect(claims).toMatchObject({ ...given, ...times });
    const { workspace, connectors, ...verified } = await tokens.verify(token);
    expect(verified).toMatchObject({ ...times, id: claims.id, kind: given.kind });
    expect({ ...verified, workspace, connectors }).toEqual({
      workspace: undefined,
      connectors: undefined,
      ...claims,
    });
  }
});

test("a token that was verified before expires at its time, and its signature still counts", async () => {
  const { token } = await tokens.sign(scoped, 60);
  await tokens.verify(token);
  now = start + 64_999;
  await tokens.verify(token);
  now = start + 65_000;
  expect(await errorOf(() => tokens.verify(token))).toMatchObject(invalid("The token has expired."));
  now = start;
  const [head, body] = token.split(".");
  expect(await errorOf(() => tokens.verify(`${head}.${body}.${"A".repeat(43)}`))).toMatchObject({
    code: "invalid_token",
  });
});

test("an application token has no workspace and no connectors", async () => {
  const { workspace, connectors } = await tokens.verify((await tokens.sign(application, 60)).token);
  expect([workspace, connectors]).toEqual([undefined, undefined]);
  expect(Object.keys(decodeJwt((await tokens.sign(application, 60)).token)).sort()).toEqual([
    "ae",
    "aud",
    "eff",
    "exp",
    "ext",
    "iat",
    "iss",
    "jti",
    "org",
    "scope",
    "sub",
    "tt",
  ]);
});

test("every token has a different id", async () => {
  const ids = await Promise.all([1, 2, 3].map(async () => (await tokens.sign(scoped, 60)).claims.id));
  expect(new Set(ids).size).toBe(3);
  // An id starts with the time of issue.
  for (const id of ids) expect(Number.parseInt(id.replace("-", "").slice(0, 12), 16)).toBe(start);
});

test("the time of issue is rounded down to a second", async () => {
  now = start + 999;
  expect((await tokens.sign(scoped, 60)).claims).toMatchObject(times);
});

test("a token is a signed JWT of type at+jwt, with the claims of RFC 9068", async () => {
  const { token, claims } = await tokens.sign(scoped, 60);
  expect(decodeProtectedHeader(token)).toEqual({ alg: "HS256", typ: "at+jwt", kid: "k1" });
  expect(decodeJwt(token)).toEqual({
    iss: "agent-connectors-service",
    aud: "agent-connectors-service",
    sub: "a1",
    jti: claims.id,
    iat: times.issued_at,
    exp: times.expires_at,
    tt: "scoped",
    org: "o1",
    ae: 3,
    ws: "ana",
    wid: "w1",
    we: 4,
    scope: "connectors:read",
    eff: ["read", "spend"],
    ext: false,
    cid: ["c1", "c2"],
  });
});

test("a token is valid until five seconds after its expiry, because clocks can differ", async () => {
  const { token } = await tokens.sign(scoped, 60);
  now += 64_000;
  expect((await tokens.verify(token)).id).toBeDefined();
  now += 1000;
  expect(await errorOf(() => tokens.verify(token))).toMatchObject(invalid("The token has expired."));
});

test("a token can be signed by an older key of the ring, but by no other key", async () => {
  const { token } = await tokens.sign(scoped, 60);
  const clock = { now: () => now, sleep: () => Promise.resolve() };
  expect((await createAccessTokens(ringOf({ k2: 2, k1: 1 }), clock).verify(token)).kind).toBe("scoped");
  for (const keys of [{ k2: 2 }, { k1: 2 }])
    expect(await errorOf(() => createAccessTokens(ringOf(keys), clock).verify(token))).toMatchObject(
      invalid("The token is not valid here."),
    );
});

/** Returns a valid token of the service, but with some changed parts. */
async function signed({ header = {}, payload = {}, key = ring.key("k1", "token-sign") }) {
  const { token } = await tokens.sign(scoped, 60);
  return new SignJWT({ ...decodeJwt(token), ...payload })
    .setProtectedHeader({ ...(decodeProtectedHeader(token) as { alg: string }), ...header })
    .sign(key);
}

test.each([
  ["nothing changed", {}, true],
  ["another type", { header: { typ: "JWT" } }, false],
  ["no type", { header: { typ: undefined } }, false],
  ["another issuer", { payload: { iss: "other" } }, false],
  ["another audience", { payload: { aud: "other" } }, false],
  ["another algorithm", { header: { alg: "HS512" } }, false],
  ["an unknown key id", { header: { kid: "k9" } }, false],
  ["no key id", { header: { kid: undefined } }, false],
  ["the id of another key", { header: { kid: "k2" } }, false],
  ["a key for another purpose", { key: ring.key("k1", "wrap") }, false],
  ["an expiry in the past", { payload: { exp: start / 1000 - 60 } }, false],
  ["a start in the future", { payload: { nbf: start / 1000 + 60 } }, false],
])("a token with %s", async (_, changes, good) => {
  const token = await signed(changes);
  if (good) expect((await tokens.verify(token)).kind).toBe("scoped");
  else expect(await errorOf(() => tokens.verify(token))).toMatchObject({ code: "invalid_token" });
});

test.each(["", "x", "a.b.c", "..", "e30.e30.e30"])(
  "a text that is not a token is refused: %j",
  async (text) => {
    expect(await errorOf(() => tokens.verify(text))).toMatchObject(invalid("The token is not valid here."));
  },
);

test("a token without a signature is refused", async () => {
  const { token } = await tokens.sign(scoped, 60);
  const header = Buffer.from(JSON.stringify({ alg: "none", typ: "at+jwt", kid: "k1" })).toString("base64url");
  const forged = `${header}.${token.split(".")[1]}.`;
  expect(await errorOf(() => tokens.verify(forged))).toMatchObject(invalid("The token is not valid here."));
});

test("unknown scopes and effects are ignored", async () => {
  const token = await signed({ payload: { scope: "connectors:write admin", eff: ["write", "fly"] } });
  expect(await tokens.verify(token)).toMatchObject({ scopes: ["connectors:write"], effects: ["write"] });
  expect((await tokens.verify(await signed({ payload: { scope: "connectors:writes" } }))).scopes).toEqual([]);
  expect(await tokens.verify(await signed({ payload: { scope: "", eff: [] } }))).toMatchObject({
    scopes: [],
    effects: [],
    external: false,
  });
});

const wrapped = Buffer.from(JSON.stringify({ token: "x", workspace_name: "ana" })).toString("base64");
test.each([
  ["a JWT", "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl", true],
  ["a JWT without a signature", "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.", true],
  ["a JWT with little", "eyJhbGciOiJIUz..", true],
  ["too short a header", "eyJhbGciOiJ..", false],
  ["two parts", "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0", false],
  ["four parts", "eyJhbGciOiJIUzI1NiJ9.a.b.c", false],
  ["something before a JWT", " eyJhbGciOiJIUzI1NiJ9.a.b", false],
  ["a client secret", `acs_${"x".repeat(43)}`, true],
  ["a short client secret", `acs_${"x".repeat(20)}`, true],
  ["a word with the prefix of a secret", `acs_${"x".repeat(19)}`, false],
  ["something before a secret", `my-acs_${"x".repeat(43)}`, false],
  ["something after a secret", `acs_${"x".repeat(43)} and more`, false],
  ["a wrapped token", wrapped, true],
  ["a wrapped token in URL characters", wrapped.replaceAll("+", "-").replaceAll("/", "_"), true],
  ["another JSON in base64", Buffer.from(JSON.stringify({ name: "x".repeat(40) })).toString("base64"), false],
  ["a short wrapped token", Buffer.from('{"token":""}').toString("base64"), false],
  ["something after a wrapped token", `${wrapped} and more`, false],
  ["something before a wrapped token", `:${wrapped}`, false],
  ["a user's id", "ana@example.com", false],
  ["a name that starts like a token", "eyeglasses", false],
  ["an empty name", "", false],
])("%s looks like a token: %j: %s", (_, text, expected) => {
  expect(looksLikeToken(text)).toBe(expected);
});
