import { describe, expect, test } from "vitest";
import type { AuthScheme, AuthSchemes } from "../../../../src/core/contract/auth-scheme.ts";
import { json } from "../../../fixtures/server.ts";
import { openWire } from "./open-wire.ts";

const field = { description: "a credential" };

// RFC 7617 §2 and §2.1 give the two values for `Aladdin` and `test`.
test.for<
  [scheme: AuthScheme | AuthScheme[], credentials: Record<string, string>, path: string, headers: object]
>([
  [{ kind: "bearer", token: "{key}" }, { key: "k1" }, "/", { authorization: "Bearer k1" }],
  [
    { kind: "header", name: "X-Api-Key", value: "Token {key}" },
    { key: "k1" },
    "/",
    { "x-api-key": "Token k1" },
  ],
  [{ kind: "query", name: "api_key", value: "{key}" }, { key: "k 1" }, "/?api_key=k%201", {}],
  [{ kind: "basic", user: "{user}", password: "{pass}" }, { user: "Aladdin", pass: "open sesame" }, "/", { authorization: "Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==" }], // prettier-ignore
  [{ kind: "basic", user: "{user}", password: "{pass}" }, { user: "test", pass: "123£" }, "/", { authorization: "Basic dGVzdDoxMjPCow==" }], // prettier-ignore
  [{ kind: "basic", user: "{key}", password: "" }, { key: "sk" }, "/", { authorization: "Basic c2s6" }],
  [{ kind: "basic", user: "{email}/token", password: "{key}" }, { email: "a@b.c", key: "k" }, "/", { authorization: `Basic ${btoa("a@b.c/token:k")}` }], // prettier-ignore
  [[{ kind: "header", name: "DD-API-KEY", value: "{a}" }, { kind: "header", name: "DD-APPLICATION-KEY", value: "{b}" }], { a: "1", b: "2" }, "/", { "dd-api-key": "1", "dd-application-key": "2" }], // prettier-ignore
  [[{ kind: "bearer", token: "{a}" }, { kind: "header", name: "x-org", value: "{org}" }], { a: "1" }, "/", { authorization: "Bearer 1", "x-org": undefined }], // prettier-ignore
])("%j with %j", async ([scheme, credentials, path, headers]) => {
  const form = { ...Object.fromEntries(Object.keys(credentials).map((name) => [name, field])), org: { ...field, optional: true as const } }; // prettier-ignore
  const { send, requests } = await openWire({ auth: { key: form }, schemes: { key: scheme }, operations: { main: {} } }, credentials); // prettier-ignore
  await send();
  expect(requests[0]!.path).toBe(path);
  for (const [name, value] of Object.entries(headers)) expect(requests[0]!.headers[name]).toBe(value);
});

describe("several schemes", () => {
  const schemes: AuthSchemes = {
    key: { kind: "header", name: "x-key", value: "{key}" },
    app: { kind: "basic", user: "{id}", password: "{secret}" },
  };
  const auth = {
    key: { key: field, id: { ...field, optional: true }, secret: { ...field, optional: true } },
  };
  const operations = { main: {}, app: { auth: ["app"] }, both: { auth: ["key", "app"] }, open: { auth: [] } };

  test("are chosen by the operation", async () => {
    const { send, requests } = await openWire(
      { auth, schemes, operations },
      { key: "k", id: "i", secret: "s" },
    );
    for (const name of ["main", "app", "both", "open"]) await send({}, {}, name);
    expect(requests.map(({ headers }) => [headers["x-key"], headers.authorization])).toEqual([
      ["k", undefined],
      [undefined, `Basic ${btoa("i:s")}`],
      ["k", `Basic ${btoa("i:s")}`],
      [undefined, undefined],
    ]);
  });
  test("need their fields", async () => {
    const { send, requests } = await openWire({ auth, schemes, operations }, { key: "k" });
    await expect(send({}, {}, "app")).rejects.toMatchObject({
      code: "credentials_mismatch",
      message: "Acme app needs the credentials id, secret.",
    });
    expect(requests).toEqual([]);
  });
});

const grant = {
  clientId: "{id}",
  clientSecret: "{secret}",
  tokenUrl: "https://login.acme.example/oauth/token",
};
const credentials = { id: "i d", secret: "s&1", refresh: "r1" };
const form = { oauth: { id: field, secret: field, refresh: field } };

/** Opens a platform whose tokens are `t1`, `t2`, ... `accepts` says which tokens the API accepts. */
async function openOAuth(scheme: AuthScheme, accepts: (token: string) => boolean = () => true) {
  let issued = 0;
  return openWire(
    { auth: form, schemes: { oauth: scheme }, operations: { main: {} } },
    credentials,
    (request, response) => {
      if (request.path === "/oauth/token")
        return json(response, 200, {
          access_token: `t${++issued}`,
          expires_in: 600,
          refresh_token: `r${issued + 1}`,
        });
      const token = request.headers.authorization?.replace("Bearer ", "") ?? "";
      return accepts(token) ? json(response, 200, { ok: 1 }) : json(response, 401, { error: "expired" });
    },
  );
}

describe("OAuth", () => {
  test("gets one token for many calls, early enough, and with the newest refresh token", async () => {
    const { send, requests, clock } = await openOAuth({
      ...grant,
      kind: "oauth2-refresh",
      refreshToken: "{refresh}",
    });
    await Promise.all([send(), send(), send()]);
    await clock.sleep(400_000);
    await send();
    expect(requests.map(({ path, body, headers }) => body || `${path} ${headers.authorization}`)).toEqual([
      "grant_type=refresh_token&refresh_token=r1&client_id=i+d&client_secret=s%261",
      "/ Bearer t1",
      "/ Bearer t1",
      "/ Bearer t1",
      "grant_type=refresh_token&refresh_token=r2&client_id=i+d&client_secret=s%261",
      "/ Bearer t2",
    ]);
  });
  test("keeps the tokens of two schemes apart", async () => {
    const other = { ...grant, tokenUrl: "https://login.acme.example/reports/token" };
    const { send, requests } = await openWire(
      {
        auth: form,
        schemes: {
          oauth: { ...grant, kind: "oauth2-refresh", refreshToken: "{refresh}" },
          reports: { ...other, kind: "oauth2-client-credentials" },
        },
        operations: { main: {}, report: { path: "/report", auth: ["reports"] } },
      },
      credentials,
      (request, response) =>
        json(response, 200, request.method === "POST" ? { access_token: `of${request.path}`, expires_in: 600 } : {}), // prettier-ignore
    );
    for (const name of ["main", "report", "main", "report"]) await send({}, {}, name);
    expect(
      requests
        .filter(({ method }) => method === "GET")
        .map(({ path, headers }) => [path, headers.authorization]),
    ).toEqual([
      // prettier-ignore
      ["/", "Bearer of/oauth/token"],
      ["/report", "Bearer of/reports/token"],
      ["/", "Bearer of/oauth/token"],
      ["/report", "Bearer of/reports/token"],
    ]);
  });
  test("with client credentials sends the client as basic authentication if the platform wants it", async () => {
    const { send, requests } = await openOAuth({ ...grant, kind: "oauth2-client-credentials", clientAuth: "basic", fields: { scope: "a b" } }); // prettier-ignore
    await send();
    expect(requests[0]).toMatchObject({
      body: "grant_type=client_credentials&scope=a+b",
      headers: { authorization: `Basic ${btoa("i+d:s%261")}` },
    });
    expect(requests[1]!.headers.authorization).toBe("Bearer t1");
  });
  test("gets a new token once if the platform refuses an older one", async () => {
    let refuse = false;
    const { send, requests, clock } = await openOAuth({ ...grant, kind: "oauth2-client-credentials" }, (token) => !refuse || token === "t2"); // prettier-ignore
    await send();
    await clock.sleep(120_000);
    refuse = true;
    expect((await send()).body).toEqual({ ok: 1 });
    expect(requests.map(({ path, headers }) => `${path} ${headers.authorization}`)).toEqual([
      "/oauth/token undefined",
      "/ Bearer t1",
      "/ Bearer t1",
      "/oauth/token undefined",
      "/ Bearer t2",
    ]);
  });
  test("gives up after a second refusal", async () => {
    const { send, requests } = await openOAuth({ ...grant, kind: "oauth2-client-credentials" }, () => false);
    await expect(send()).rejects.toMatchObject({ code: "credential_rejected" });
    expect(requests.length).toBe(2);
  });
  test.for([
    [400, { error: "invalid_grant" }, "reauth_required"],
    [401, { error: "invalid_client" }, "credential_rejected"],
    [400, { error: "unauthorized_client" }, "credential_rejected"],
    [403, {}, "credential_rejected"],
    [200, { error: "invalid_grant" }, "reauth_required"],
    [200, { error: "old_refresh_token" }, "reauth_required"],
    [200, {}, "upstream_invalid_response"],
    [200, { access_token: "a\nb" }, "upstream_invalid_response"],
  ] as const)("a token request answered with %s %j is %s", async ([status, body, code]) => {
    const scheme: AuthScheme = {
      ...grant,
      kind: "oauth2-refresh",
      refreshToken: "{refresh}",
      errorCodes: { old_refresh_token: "invalid_grant" },
    };
    const { send } = await openWire(
      { auth: form, schemes: { oauth: scheme }, operations: { main: {} } },
      credentials,
      (_request, response) => json(response, status, body),
    );
    const error: unknown = await send().catch((one: unknown) => one);
    expect(error).toMatchObject({ code, message: expect.stringMatching(/^Acme token request/) });
    expect(JSON.stringify(error)).not.toMatch(/r1|s&1/);
  });
});

test("credentials in a response are not returned", async () => {
  const auth = { key: { key: field, user: field } };
  const { send } = await openWire(
    {
      auth,
      schemes: { key: { kind: "basic", user: "{user}", password: "{key}" } },
      operations: { main: {} },
    },
    { key: "secret-key-1", user: "somebody" },
    (request, response) =>
      json(response, 400, { message: `no: secret-key-1 ${request.headers.authorization}` }),
  );
  const error = await send().catch((one: Error) => one.message);
  expect(error).toBe("Acme main was refused (HTTP 400): “no: [secret] Basic [secret]”.");
});
