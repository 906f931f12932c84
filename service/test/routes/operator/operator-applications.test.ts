import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addClient } from "../../../src/access/client-secrets.ts";
import { findApplication } from "../../../src/store/queries/applications.ts";
import { createSession } from "../../support/connect.ts";
import { operatedService, type OperatedService } from "../../support/operated-service.ts";
import { origin, signIn } from "../../support/operator.ts";
import { png } from "../../support/png.ts";

const path = "/operate/applications";
let operated: OperatedService;
let { service, admin } = {} as OperatedService;
beforeAll(async () => {
  operated = await operatedService();
  ({ service, admin } = operated);
  const { organization_id } = (await findApplication(service.store.db, service.clientId))!;
  const client = { name: "second", epoch: 0, secret: "a-secret-of-more-than-32-characters-x" };
  await addClient(service.store.db, { ...client, id: "second-client", organization_id }, 1);
  await addClient(service.store.db, { ...client, id: "foreign-client", organization_id: "other" }, 1);
});
afterAll(() => operated?.close());

const own = () => `${path}/${service.clientId}`;
const eventsOf = async (event: string) =>
  (await service.store.db.selectFrom("audit").selectAll().where("event", "=", event).execute()).map(
    ({ operator, detail }) => [operator, JSON.parse(detail).client_id],
  );
const upload = async (
  address: string,
  file: Buffer,
  csrf = admin.csrf,
  headers: Record<string, string> = {},
) => {
  const form = new FormData();
  form.set("csrf", csrf);
  form.set("logo", new Blob([new Uint8Array(file)]), "logo.png");
  const body = new Uint8Array(await new Response(form).arrayBuffer());
  const boundary = new TextDecoder().decode(body.subarray(2, body.indexOf(13)));
  return service.ask(address, {
    method: "POST",
    body,
    headers: {
      "content-type": `multipart/form-data; boundary=${boundary}`,
      "content-length": String(body.length),
      "sec-fetch-site": "same-origin",
      cookie: [...admin.browser.cookies].map((pair) => pair.join("=")).join("; "),
      ...headers,
    },
  });
};
const consentPage = async () => {
  const { url } = await createSession(service, { return_url: undefined });
  return service.ask(url.slice(origin.length));
};

test("an admin renames an application, and people see the new name as text", async () => {
  const name = 'Desk <img src=x> & "Co"';
  const { status, headers } = await admin.submit(`${own()}/name`, { name });
  expect([status, headers.get("location")]).toEqual([303, own()]);
  expect(await eventsOf("application.rename")).toEqual([["Ana", service.clientId]]);
  for (const { text } of [await admin.get(path), await admin.get(own()), await consentPage()]) {
    expect(text).toContain("Desk &lt;img src=x&gt; &amp; &quot;Co&quot;");
    expect(text).not.toContain("<img");
  }
  for (const wrong of ["", "  ", "x".repeat(201), "a\u202eb", "a\u0000b"])
    expect([wrong, (await admin.submit(`${own()}/name`, { name: wrong })).status]).toEqual([wrong, 422]);
});

describe("a logo", () => {
  const logoIn = (text: string) => /<img src="([^"]+)"/.exec(text)?.[1];

  test("is shown on the consent page, and served by the service as an image that cannot run anything", async () => {
    const before = await consentPage();
    expect([logoIn(before.text), before.headers.get("content-security-policy")]).toEqual([
      undefined,
      expect.not.stringContaining("img-src"),
    ]);
    expect((await upload(`${own()}/logo`, png(64))).status).toBe(303);
    const { text, headers } = await consentPage();
    expect(headers.get("content-security-policy")).toContain("img-src 'self';");
    const logo = logoIn(text)!;
    expect(logo).toMatch(/^\/logos\/test-client\?at=\d+$/);
    const response = await service.service(new Request(origin + logo), {});
    expect(Buffer.from(await response.arrayBuffer())).toEqual(png(64));
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "content-type": "image/png",
      "content-security-policy": "default-src 'none'; sandbox",
      "x-content-type-options": "nosniff",
    });
    await admin.submit(`${own()}/logo/delete`);
    expect([(await service.ask(logo)).status, logoIn((await consentPage()).text)]).toEqual([404, undefined]);
    expect(await eventsOf("application.logo")).toHaveLength(2);
  });

  const svg = Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>`);
  test.each<[string, () => Buffer, string]>([
    ["an SVG", () => svg, "is no PNG image"],
    [
      "a PNG signature before a script",
      () => Buffer.concat([png(64).subarray(0, 8), svg]),
      "is no PNG image",
    ],
    ["nothing", () => Buffer.alloc(0), "logo"],
    ["a huge image in a small file", () => png(1025), "has 1025 × 1025 pixels"],
    ["a tiny image", () => png(8), "has 8 × 8 pixels"],
    ["a large file", () => Buffer.concat([png(64), Buffer.alloc(70_000)]), "is too large"],
  ])("that is %s is refused", async (_, file, expected) => {
    const { status, text } = await upload(`${own()}/logo`, file());
    expect([status, text]).toEqual([422, expect.stringContaining(expected)]);
    expect(await service.store.db.selectFrom("application_logos").select("application_id").execute()).toEqual(
      [],
    );
  });

  test("needs the form of the own session, a known length, and an application of the organization", async () => {
    expect((await upload(`${own()}/logo`, png(64), "x")).status).toBe(403);
    expect(
      (await upload(`${own()}/logo`, png(64), admin.csrf, { "sec-fetch-site": "cross-site" })).status,
    ).toBe(403);
    expect((await upload(`${own()}/logo`, png(64), admin.csrf, { "content-length": "" })).status).toBe(413);
    expect((await upload(`${path}/foreign-client/logo`, png(64))).status).toBe(404);
    // Only the form for a logo reads files.
    expect((await upload(`${own()}/name`, png(64))).status).toBe(415);
  });
});

test("the list shows when an application was last used, not counting its operators", async () => {
  const cells = async () =>
    /second-client<\/code>.*?<\/tr>/s.exec((await admin.get(path)).text)![0].includes("never");
  expect(await cells()).toBe(true);
  await signIn(service, ["connect"], { application_id: "second-client" });
  expect(await cells()).toBe(true);
  await service.ask("/v1/applications/token", {
    json: { client_id: "second-client", client_secret: "a-secret-of-more-than-32-characters-x" },
  });
  await service.ask("/v1/audit", { token: await service.applicationToken() });
  expect(await cells()).toBe(false);
});

test("an admin disables, enables and deletes another application, but not the own one", async () => {
  const second = `${path}/second-client`;
  const session = await signIn(service, ["connect"], { application_id: "second-client" });
  await admin.submit(`${second}/disable`);
  expect([(await admin.get(second)).text.includes("disabled"), (await session.get("/operate")).status]).toEqual([true, 401]); // prettier-ignore
  await admin.submit(`${second}/enable`);
  expect((await admin.get(second)).text).toContain("active");
  for (const rest of ["disable", "delete"]) {
    expect((await admin.submit(`${own()}/${rest}`)).status).toBe(422);
    expect((await admin.submit(`${path}/foreign-client/${rest}`)).status).toBe(404);
  }
  expect((await admin.get(own())).text).toContain("You are signed in through this application");
  const removed = await admin.submit(`${second}/delete`);
  expect([removed.status, removed.headers.get("location")]).toEqual([303, path]);
  expect((await admin.get(second)).status).toBe(404);
  expect((await admin.get(`${path}/foreign-client`)).status).toBe(404);
});

test("the logo of a deleted application is deleted", async () => {
  const { organization_id } = (await findApplication(service.store.db, service.clientId))!;
  const client = { id: "third-client", name: "third", epoch: 0, secret: "s", organization_id };
  await addClient(service.store.db, client, 1);
  expect((await upload(`${path}/third-client/logo`, png(64))).status).toBe(303);
  await admin.submit(`${path}/third-client/delete`);
  expect(await service.store.db.selectFrom("application_logos").select("application_id").execute()).toEqual(
    [],
  );
});
