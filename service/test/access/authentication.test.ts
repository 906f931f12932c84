import { afterEach, beforeEach, expect, test } from "vitest";
import { createAccessTokens, type Claims } from "../../src/access/access-tokens.ts";
import { authenticateRequest, authorize, type Access } from "../../src/access/authentication.ts";
import { addClient } from "../../src/access/client-secrets.ts";
import { endApplicationTokens } from "../../src/store/queries/applications.ts";
import { revokeToken } from "../../src/store/queries/revoked-tokens.ts";
import { endUserTokens, ensureWorkspace } from "../../src/store/queries/workspaces.ts";
import type { Store } from "../../src/store/store.ts";
import { errorOf } from "../support/errors.ts";
import { ringOf } from "../support/keys.ts";
import { memoryStore } from "../support/memory-store.ts";

const clock = { now: () => 1000, sleep: () => Promise.resolve() };
const tokens = createAccessTokens(ringOf({ k1: 1 }), clock);
let store: Store;
let workspace: { id: string; name: string; epoch: number };
beforeEach(async () => {
  store = await memoryStore();
  await addClient(store.db, { id: "a1", organization_id: "o1", name: "n", epoch: 0, secret: "s" }, 1);
  workspace = await ensureWorkspace(store.db, "o1", "ana", 1);
});
afterEach(() => store.close());

const claims = { application: "a1", application_epoch: 0, organization: "o1" };
const sign = async (more: Partial<Claims> = {}, kind: Claims["kind"] = "scoped") =>
  tokens.sign(
    {
      ...claims,
      kind,
      ...(kind === "scoped" ? { workspace } : {}),
      scopes: ["connectors:read"],
      effects: ["read"],
      external: false,
      ...more,
    },
    60,
  );
const request = (authorization?: string) =>
  new Request("http://service.test", authorization === undefined ? {} : { headers: { authorization } });
const ask = (authorization?: string) => authenticateRequest(request(authorization), { tokens, store, clock });
const refusal = (authorization?: string) => errorOf(() => ask(authorization));
const notValid = { code: "invalid_token", message: "The token is not valid here.", path: "authorization" };
const revoked = { code: "invalid_token", message: "The token was revoked." };

test("a valid token of either kind gives its claims, and Bearer can have any letter case", async () => {
  for (const kind of ["scoped", "application"] as const)
    for (const scheme of ["Bearer", "bearer", "BEARER", "Bearer  "]) {
      const { token, claims } = await sign({}, kind);
      expect((await ask(`${scheme} ${token}`)).claims.id).toBe(claims.id);
    }
});

test("a request without a token is refused", async () => {
  expect(await refusal()).toMatchObject({
    code: "missing_token",
    message: "The request has no token.",
    path: "authorization",
    hint: "Send Authorization: Bearer <token>.",
  });
});

test("a header without a token is refused", async () => {
  const { token } = await sign();
  for (const header of [
    "",
    "Bearer",
    "Bearer ",
    "Digest x",
    token,
    `Basic ${token}`,
    `xBearer ${token}`,
    `Bearer ${token} x`,
  ])
    expect([header, await refusal(header)]).toMatchObject([header, notValid]);
});

test("a token of more than 8192 characters is refused before it is verified", async () => {
  const { claims } = await sign();
  const acceptAll = { ...tokens, verify: async () => claims };
  const ask = (length: number) =>
    authenticateRequest(request(`Bearer ${"x".repeat(length)}`), { tokens: acceptAll, store, clock });
  expect((await ask(8192)).claims.id).toBe(claims.id);
  expect(await errorOf(() => ask(8193))).toMatchObject(notValid);
});

test("a revoked token is refused", async () => {
  const { token, claims } = await sign();
  await revokeToken(store.db, claims, 5000);
  expect(await refusal(`Bearer ${token}`)).toMatchObject(revoked);
});

test("a new epoch revokes every token of the application or the workspace", async () => {
  const [scoped, application] = [await sign(), await sign({}, "application")];
  await endUserTokens(store.db, { id: workspace.id, organization_id: "o1" });
  expect(await refusal(`Bearer ${scoped.token}`)).toMatchObject(revoked);
  expect((await ask(`Bearer ${application.token}`)).claims.id).toBe(application.claims.id);
  await endApplicationTokens(store.db, { id: "a1", organization_id: "o1" });
  expect(await refusal(`Bearer ${application.token}`)).toMatchObject(revoked);
});

test("a token is refused if its application or workspace does not exist or has another organization", async () => {
  const elsewhere = await ensureWorkspace(store.db, "o2", "ana", 1);
  for (const more of [
    { application: "a2" },
    { organization: "o2", workspace: undefined, kind: "application" as const },
    { workspace: { ...workspace, id: "w9" } },
  ])
    expect([more, await refusal(`Bearer ${(await sign(more)).token}`)]).toMatchObject([more, notValid]);
  // The service signs no such tokens, so somebody has changed the workspace.
  for (const more of [{ organization: "o2" }, { workspace: elsewhere }])
    expect(await refusal(`Bearer ${(await sign(more)).token}`)).toMatchObject({ code: "internal" });
});

const scoped: Claims = {
  ...claims,
  kind: "scoped",
  id: "t",
  scopes: ["connectors:read"],
  effects: ["read"],
  external: false,
  issued_at: 0,
  expires_at: 1,
};
const application: Claims = { ...scoped, kind: "application" };

test.each([
  [scoped, "any"],
  [application, "any"],
  [scoped, "scoped"],
  [application, "application"],
] as [Claims, Access][])("%o may use a route for %s tokens", (claims, access) => {
  expect(() => authorize(claims, access, undefined)).not.toThrow();
  expect(() => authorize(claims, access, "connectors:read")).not.toThrow();
});

test.each([
  [scoped, "application", "This route needs an application token."],
  [application, "scoped", "This route needs a scoped token."],
] as [Claims, Access, string][])("%o may not use a route for %s tokens", async (claims, access, message) => {
  expect(await errorOf(() => authorize(claims, access, undefined))).toMatchObject({
    code: "insufficient_scope",
    message,
    path: "authorization",
    hint: "To get an application token, send the client id and secret. To get a scoped token, send an application token.",
  });
});

test("the error names the missing scope", async () => {
  expect(await errorOf(() => authorize(scoped, "any", "connectors:write"))).toMatchObject({
    code: "insufficient_scope",
    message: "The token lacks the scope connectors:write.",
    path: "authorization",
    hint: "Get a scoped token with this scope.",
    needed: ["connectors:write"],
    provided: ["connectors:read"],
  });
});
