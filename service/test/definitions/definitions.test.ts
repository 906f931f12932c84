import { createHash } from "node:crypto";
import { afterEach, beforeEach, expect, test } from "vitest";
import { defaultLimits } from "../../src/limits/limit-values.ts";
import { createSession, openBrowser } from "../support/connect.ts";
import { onBothStores, type EmptyLocation } from "../support/stores.ts";
import {
  definitionsPath,
  definitionsWorld,
  fileWith,
  host,
  wholeFile,
  type DefinitionsWorld,
} from "./definitions-world.ts";

// An organization brings the definition of a platform that the operator does not offer.

onBothStores((newLocation, kind) => {
  let location: EmptyLocation;
  let world: DefinitionsWorld;
  beforeEach(async () => {
    location = await newLocation();
    world = await definitionsWorld(location);
  });
  afterEach(() => world.service.close());

  const active = async (text = fileWith()) => {
    expect((await world.upload(text)).status).toBe(200);
    await world.confirm([host]);
    expect((await world.activate(1)).status).toBe(200);
  };
  const create = (user = "ana") =>
    world.service.create(user, { connector_type: "custom/notes", credentials: { key: "k1" } });
  const events = async () =>
    (
      await world.service.store.db
        .selectFrom("audit")
        .select(["event", "operator", "detail"])
        .orderBy("id")
        .execute()
    )
      .filter(({ event }) => event.startsWith("definition."))
      .map(({ event, operator, detail }) => [event, operator, JSON.parse(detail)]);

  test("a definition is uploaded, confirmed by an operator, activated and used", async () => {
    const text = fileWith();
    const hash = createHash("sha256").update(text).digest("hex");
    const uploaded = await world.upload(text);
    expect([uploaded.status, uploaded.body]).toEqual([
      200,
      {
        connector_type: "custom/notes",
        name: "notes",
        version: 1,
        hash,
        state: "draft",
        hosts: [host],
        confirmed: false,
        created_at: expect.stringMatching(/Z$/),
      },
    ]);
    const early = await world.activate(1);
    expect([early.status, early.body]).toMatchObject([
      422,
      {
        message: `The operator has not confirmed the hosts of custom/notes yet: ${host}.`,
        hint: expect.stringContaining(`definitions confirm test-client notes ${host}`),
      },
    ]);
    const types = () => world.ask("/v1/integrations/connector_types");
    expect((await types()).text).not.toContain("custom/");
    await world.confirm([host]);
    expect((await world.activate(1)).body).toMatchObject({ state: "active", confirmed: true });
    expect((await types()).body.data.at(-1)).toMatchObject({
      connector_type: "custom/notes",
      title: "Acme Notes (custom)",
    });

    const id = await create();
    const { status, body } = await world.list(id);
    expect([status, body]).toMatchObject([200, { result: [{ id: "1", text: "hi" }] }]);
    expect(world.sent.map(({ url }) => url)).toEqual([`https://${host}/notes?limit=1`]);
    expect(world.sent[0]!.headers.get("x-key")).toBe("k1");
    expect(world.service.service.metrics()).toContain(
      'connector_type="custom",entity="custom",action="custom"',
    );
    expect(world.service.service.metrics()).not.toContain("notes");

    expect((await world.ask(`${definitionsPath}/notes/1`)).body).toMatchObject({
      file: text,
      state: "active",
    });
    expect(await events()).toEqual([
      ["definition.upload", null, { type: "custom/notes", version: 1, hash }],
      ["definition.confirm", null, { type: "custom/notes", hosts: [host] }],
      ["definition.activate", null, { type: "custom/notes", version: 1, hash }],
    ]);
  });

  test("the tool of a connector marks the texts of the definition, and only reads", async () => {
    await active(fileWith({ evidence: "live" }));
    const id = await create();
    const tools = await world.service.ask(`/v1/integrations/connectors/${id}/tools?dialect=openai`, {
      token: await world.service.scopedToken("ana"),
    });
    const [{ function: tool }] = tools.body.tools;
    expect(tool.description).toContain("notes: list(");
    expect(tool.description).not.toContain("create");
    const write = await world.service.ask(`/v1/integrations/connectors/${id}/tools/call`, {
      token: await world.service.scopedToken("ana"),
      json: { tool: tool.name, arguments: { entity: "notes", action: "create", params: { text: "x" } } },
    });
    expect(write.body).toMatchObject({ ok: false, error: { outcome: "not_started" } });
    expect(world.sent).toEqual([]);
  });

  test.runIf(kind === "postgres")(
    "all replicas use a new version from the next call on, and can go back",
    async () => {
      await active();
      const id = await create();
      const other = await world.replica();
      try {
        for (const replica of [world.service, other]) await world.list(id, "ana", replica);
        const second = fileWith({ wire: { headers: { "x-version": "2" } } });
        expect((await world.upload(second)).body).toMatchObject({ version: 2, state: "draft" });
        await world.list(id);
        expect((await world.activate(2)).status).toBe(200);
        for (const replica of [world.service, other]) await world.list(id, "ana", replica);
        expect((await world.activate(1)).status).toBe(200);
        await world.list(id, "ana", other);
        const versions = world.sent.map(({ headers }) => headers.get("x-version"));
        expect(versions).toEqual([null, null, null, "2", "2", null]);
        expect((await world.ask(definitionsPath)).body.data).toMatchObject([
          { state: "active" },
          { state: "replaced" },
        ]);
      } finally {
        await other.close();
      }
    },
  );

  test("another organization sees and uses nothing of it, and can have the same name", async () => {
    await active();
    const id = await create();
    const other = await world.otherToken();
    expect((await world.ask(definitionsPath, undefined, "GET", other)).body.data).toEqual([]);
    expect((await world.ask(`${definitionsPath}/notes/1`, undefined, "GET", other)).status).toBe(404);
    expect((await world.activate(1, other)).status).toBe(404);
    expect((await world.ask(`${definitionsPath}/notes/1`, undefined, "DELETE", other)).status).toBe(404);
    const foreign = await world.ask(
      "/v1/integrations/connectors",
      { external_user_id: "bob", connector_type: "custom/notes", credentials: { key: "k2" } },
      "POST",
      other,
    );
    expect(foreign.body.code).toBe("unknown_connector_type");

    const elsewhere = fileWith({ endpoint: "https://api.other.example.com" });
    expect((await world.upload(elsewhere, other)).body).toMatchObject({ version: 1, confirmed: false });
    expect((await world.activate(1, other)).status).toBe(422);
    await world.confirm(["api.other.example.com"], "notes", "o2");
    expect((await world.activate(1, other)).status).toBe(200);
    await world.list(id);
    expect(world.sent.map(({ url }) => new URL(url).host)).toEqual([host]);
  });

  test("credentials never go to other hosts than those that were confirmed for their type", async () => {
    await active();
    const id = await create();
    const other = await world.upload(fileWith({ endpoint: "https://evil.example.com" }));
    expect([other.status, other.body.message]).toEqual([
      422,
      "These hosts are not confirmed for custom/notes: evil.example.com.",
    ]);
    await expect(world.confirm([host, "evil.example.com"])).rejects.toThrow(
      "The hosts of custom/notes are confirmed, and cannot change.",
    );
    // Deleting the type does not free its name.
    expect((await world.ask(`${definitionsPath}/notes/1`, undefined, "DELETE")).status).toBe(200);
    expect((await world.list(id)).body).toMatchObject({ code: "unknown_connector_type" });
    expect((await world.upload(fileWith({ endpoint: "https://evil.example.com" }))).status).toBe(422);
    await expect(world.confirm(["evil.example.com"])).rejects.toThrow(
      "The hosts of custom/notes are confirmed, and cannot change.",
    );
    // The same hosts come back, and the connector still has its credentials.
    await world.upload(fileWith());
    expect((await world.activate(1)).status).toBe(200);
    expect((await world.list(id)).status).toBe(200);
    expect(world.sent.map(({ url }) => new URL(url).host)).toEqual([host]);
  });

  test("a wrong confirmation can be corrected as long as the type was never active", async () => {
    await world.upload(fileWith());
    await expect(world.confirm(["api.acme.example"])).rejects.toThrow(
      "No version of notes names exactly these hosts.",
    );
    await world.upload(fileWith({ endpoint: "https://api2.acme.example.com" }));
    await world.confirm(["api2.acme.example.com"]);
    expect((await world.activate(1)).status).toBe(422);
    await world.confirm([host]);
    expect((await world.activate(2)).status).toBe(422);
    expect((await world.activate(1)).status).toBe(200);
  });

  test("a changed row is refused and reported, and nothing is sent", async () => {
    await active();
    const id = await create();
    const set = async (table: "definitions" | "custom_types", change: object) => {
      const changed = () => world.service.store.db.updateTable(table as "definitions");
      const before = await world.service.store.db.selectFrom(table).selectAll().executeTakeFirstOrThrow();
      await changed().set(change).execute();
      await world.reopen();
      const { status, body } = await world.list(id);
      expect([status, body.code]).toEqual([500, "internal"]);
      await changed()
        .set(before as never)
        .execute();
    };
    await set("definitions", { file: fileWith({ endpoint: "https://evil.example.com" }) });
    await world.service.store.db.updateTable("definitions").set({ file: "{}" }).execute();
    expect((await world.ask(`${definitionsPath}/notes/1`)).status).toBe(500);
    await world.service.store.db.updateTable("definitions").set({ file: fileWith() }).execute();
    await set("custom_types", { hosts: '["evil.example.com"]' });
    await set("custom_types", { hash: "0".repeat(64) });
    expect(world.sent).toEqual([]);
    expect((await world.list(id)).status).toBe(200);
  });

  test("the same upload is one version, also at the same time, and there are limits", async () => {
    const uploads = await Promise.all([1, 2, 3].map(() => world.upload(fileWith())));
    expect(uploads.map(({ body }) => body.version)).toEqual([1, 1, 1]);
    const versions = await Promise.all(
      [2, 3, 4, 5, 6, 7, 8, 9, 10, 11].map((nth) => world.upload(fileWith({ title: `Notes ${nth}` }))),
    );
    expect(versions.map(({ status }) => status).sort()).toEqual([...Array(9).fill(200), 422]);
    const names = await Promise.all(
      Array.from({ length: 20 }, (_, nth) => world.upload(fileWith({ name: `notes-${nth}` }))),
    );
    expect(names.map(({ status }) => status).sort()).toEqual([...Array(19).fill(200), 422]);
  });

  test("the active files of an organization have a limit together", async () => {
    await world.reopen({
      definitions: {},
      limits: { definitions: { ...defaultLimits.definitions, activeCharacters: fileWith().length + 100 } },
    });
    await active();
    await world.upload(fileWith({ name: "other" }));
    await world.confirm([host], "other");
    const path = `${definitionsPath}/other/1/activate`;
    const { status, body } = await world.ask(path, undefined, "POST");
    expect([status, body.message]).toEqual([422, expect.stringContaining("All active definitions together")]);
    await world.ask(`${definitionsPath}/notes/1`, undefined, "DELETE");
    expect((await world.ask(path, undefined, "POST")).status).toBe(200);
  });

  test("without --definitions, nothing is accepted, and stored types are not offered", async () => {
    await active();
    const id = await create();
    await world.reopen({});
    const { status, body } = await world.upload(fileWith());
    expect([status, body.message]).toEqual([400, "This service accepts no definitions of connectors."]);
    expect((await world.list(id)).body.code).toBe("unknown_connector_type");
    expect((await world.ask("/v1/integrations/connector_types")).text).not.toContain("custom/");
  });

  test("a policy can name a custom type", async () => {
    await active();
    const id = await create();
    const policy = { connector_type: "custom/notes", policy: { include: ["notes.get"] } };
    const set = await world.ask("/v1/policies", policy, "PUT");
    expect([set.status, set.body.connector_type]).toEqual([200, "custom/notes"]);
    expect((await world.list(id)).body.code).toBe("policy_denied");
  });

  test("a person connects an account of a custom type through the organization's application", async () => {
    expect((await world.upload(wholeFile)).body.hosts).toEqual([host, "login.acme.example"]);
    await world.confirm([host, "login.acme.example"]);
    expect((await world.activate(1)).status).toBe(200);
    const redirect = "https://service.test/connect/callback/custom.notes";
    const spec = await world.ask("/v1/oauth/credentials/spec?connector_type=custom/notes");
    expect(spec.body.redirect_url).toBe(redirect);
    const configuration = { client_id: "c1", client_secret: "s3cret" };
    await world.ask("/v1/oauth/credentials", { connector_type: "custom/notes", configuration }, "PUT");
    const { service } = world;
    const session = await createSession(service, {
      connector_type: "custom/notes",
      actions: undefined,
      return_url: undefined,
    });
    const browser = openBrowser(service);
    expect((await browser.get(session.url)).text).toContain("Acme Notes (custom)");
    const consent = new URL((await browser.post(session.url)).headers.get("location")!);
    expect([consent.origin, consent.searchParams.get("redirect_uri")]).toEqual([
      "https://login.acme.example",
      redirect,
    ]);
    expect(world.sent).toEqual([]);
    const done = await browser.get(`${redirect}?code=abc&state=${consent.searchParams.get("state")}`);
    expect([done.status, done.text]).toEqual([200, expect.stringContaining("connected")]);
    const { body } = await world.ask(`/v1/connect/sessions/${session.id}`);
    expect(body).toMatchObject({ status: "connected" });
    expect((await world.list(body.connector_id)).status).toBe(200);
    const hosts = new Set(world.sent.map(({ url }) => new URL(url).host));
    expect([...hosts]).toEqual(["login.acme.example", host]);
    const removed = await world.ask(
      "/v1/oauth/credentials/connector_type/custom%2Fnotes",
      undefined,
      "DELETE",
    );
    expect(removed.status).toBe(200);
  });
});
