import { describe, expectTypeOf, test } from "vitest";
import type * as zod from "zod";
import { z as zod3 } from "zod/v3";
import {
  action,
  defineConnector,
  listAction,
  type AnyConnector,
  type DryRun,
  type Meta,
  type Result,
} from "../src/index.ts";
import type { Operations } from "../src/toolkit.ts";
import { AcmeConnector } from "./fixtures/acme/index.ts";

declare const acme: AcmeConnector;
declare const env: { KEY?: string | undefined; FOLDER?: string | undefined };

interface Note {
  id: string;
  title: string;
  folder?: string | undefined;
  tags: string[];
}

test("a connect session has the notes for the person", () => {
  type Session = Awaited<ReturnType<typeof AcmeConnector.getSession>>;
  expectTypeOf<Session["notes"]>().toEqualTypeOf<readonly string[]>();
});

describe("calls", () => {
  test("that are correct", async () => {
    const { data, meta } = await acme.execute("notes", "get", { id: "n1" });
    expectTypeOf(data).toEqualTypeOf<Note>();
    expectTypeOf(meta).toEqualTypeOf<Meta>();
    expectTypeOf((await acme.notes.get({ id: "n1" })).data).toEqualTypeOf<Note>();
    expectTypeOf((await acme.notes.list()).data).toEqualTypeOf<Note[]>();
    expectTypeOf((await acme.execute("notes", "list")).data).toEqualTypeOf<Note[]>();
    await acme.notes.list(undefined, { signal: AbortSignal.timeout(5) });
    await acme.notes.list({ limit: 5, cursor: "c", fields: ["id"], state: "open", folder: env.FOLDER });
    await acme.notes.create({ title: "x", dry_run: true });
    await acme.tags.set({ id: "n1", tags: ["a"] });
    await acme.tags.rename({ from: "a", to: "b" });
    await acme.tags.load({ palette: "p", anything: 5 });
    await acme.budgets.update({ daily: 5, dry_run: true });
  });
  test("that no action covers", async () => {
    expectTypeOf((await acme.request("GET /x")).data).toEqualTypeOf<unknown>();
    const note = await acme.request<Note>("POST /x", [1], { effect: "write", headers: { accept: "a" } });
    expectTypeOf(note).toEqualTypeOf<Result<Note>>();
    // @ts-expect-error no such effect
    void acme.request("GET /x", {}, { effect: "wirte" });
    // @ts-expect-error a request has no idempotency key
    void acme.request("GET /x", {}, { idempotencyKey: "k" });
    // @ts-expect-error Acme has no accounts
    void acme.request("GET /x", {}, { profileId: "1" });
  });
  test("with names that do not exist", () => {
    // @ts-expect-error no such entity
    void acme.execute("note", "get", { id: "n1" });
    // @ts-expect-error no such action
    void acme.execute("notes", "fetch", { id: "n1" });
    // @ts-expect-error an action of another entity
    void acme.execute("tags", "get", { id: "n1" });
    // @ts-expect-error no such entity
    void acme.documents;
    // @ts-expect-error no such action
    void acme.notes.fetch({ id: "n1" });
  });
  test("with a wrong name: the error is at the name, whatever follows it", () => {
    void acme.execute(
      // @ts-expect-error no such entity
      "note",
      "get",
    );
    void acme.execute(
      // @ts-expect-error the entity does not exist, so the action and the params do not exist either
      "note",
      "",
      { id: 5 },
    );
    void acme.execute(
      "notes",
      // @ts-expect-error no such action
      "fetch",
    );
    void acme.execute(
      "budgets",
      // @ts-expect-error the only action of this entity has another name
      "set",
      { dayly: 5 },
    );
    void acme.execute(
      "tags",
      "rename",
      // @ts-expect-error entity and action exist, but a param is misspelt
      { form: "a", to: "b" },
    );
  });
  test("with names that are not known before it runs", () => {
    const either = "notes" as "notes" | "tags";
    const name: string = either;
    // @ts-expect-error an arbitrary string is not an entity
    void acme.execute(name, "get", { id: "n1" });
    // @ts-expect-error an arbitrary string is not an action
    void acme.execute("notes", name, { id: "n1" });
    // @ts-expect-error only one of the two entities has this action
    void acme.execute(either, "get", { id: "n1" });
    expectTypeOf(acme.execute("notes", "list" as "list" | "get", { id: "n1" })).resolves.toEqualTypeOf<
      Result<Note[] | Note>
    >();
  });
  test("with params that are missing, too many or of another type", () => {
    // @ts-expect-error params are missing
    void acme.execute("notes", "get");
    // @ts-expect-error id is missing
    void acme.notes.get({});
    // @ts-expect-error id must be a string
    void acme.notes.get({ id: 5 });
    // @ts-expect-error no such param
    void acme.notes.get({ id: "n1", titel: "x" });
    // @ts-expect-error no such param
    void acme.execute("notes", "get", { id: "n1", titel: "x" });
    // @ts-expect-error no such value
    void acme.notes.list({ state: "opened" });
    // @ts-expect-error limit is a number
    void acme.notes.list({ limit: "5" });
    // @ts-expect-error a read has no dry_run
    void acme.notes.get({ id: "n1", dry_run: true });
    // @ts-expect-error a write has no fields
    void acme.notes.create({ title: "x", fields: ["id"] });
    // @ts-expect-error cursor is only for lists
    void acme.notes.get({ id: "n1", cursor: "c" });
    // @ts-expect-error title must be a string (zod 4 object)
    void acme.notes.update({ id: "n1", title: 5 });
    // @ts-expect-error to is missing (zod 3 object)
    void acme.tags.rename({ from: "a" });
    // @ts-expect-error null is not undefined
    void acme.notes.list({ folder: null });
  });
  test("with options of another type", () => {
    // @ts-expect-error the signal must be in an object with the key signal
    void acme.notes.list({}, new AbortController().signal);
    // @ts-expect-error a controller is not a signal
    void acme.notes.list({}, { signal: new AbortController() });
    // @ts-expect-error no such option
    void acme.notes.get({ id: "n1" }, { timeout: 5 });
  });
  test("to use a result with a wrong type", async () => {
    const { data } = await acme.notes.get({ id: "n1" });
    // @ts-expect-error a note has no name
    void data.name;
    // @ts-expect-error id must be a string
    data.id satisfies number;
    const { meta } = await acme.notes.list();
    // @ts-expect-error next_cursor can be undefined
    meta.next_cursor satisfies string;
  });
});

describe("dry runs", () => {
  const flag = true as boolean;
  test("return the preview", async () => {
    expectTypeOf((await acme.notes.create({ title: "x", dry_run: true })).data).toEqualTypeOf<DryRun>();
    const { data } = await acme.execute("notes", "create", { title: "x", dry_run: true });
    expectTypeOf(data).toEqualTypeOf<DryRun>();
    // @ts-expect-error a preview is no note
    void data.title.length;
  });
  test("return either form if only the running program knows the flag", async () => {
    expectTypeOf((await acme.notes.create({ title: "x", dry_run: flag })).data).toEqualTypeOf<
      DryRun | Note
    >();
    const { data } = await acme.execute("notes", "create", { title: "x", dry_run: flag });
    expectTypeOf(data).toEqualTypeOf<DryRun | Note>();
    const stored: { title: string; dry_run?: boolean } = { title: "x" };
    expectTypeOf((await acme.notes.create(stored)).data).toEqualTypeOf<DryRun | Note>();
  });
  test("return the record without the flag", async () => {
    for (const dry_run of [false, undefined] as const)
      expectTypeOf((await acme.notes.create({ title: "x", dry_run })).data).toEqualTypeOf<Note>();
    expectTypeOf((await acme.execute("notes", "create", { title: "x" })).data).toEqualTypeOf<Note>();
    const stored = { title: "x" };
    expectTypeOf((await acme.notes.create(stored)).data).toEqualTypeOf<Note>();
    expectTypeOf((await acme.notes.create({ ...stored, dry_run: true })).data).toEqualTypeOf<DryRun>();
  });
  test("check all other params as a real call does", () => {
    // @ts-expect-error no such param
    void acme.notes.create({ title: "x", dry_run: true, titel: "y" });
    // @ts-expect-error no such param
    void acme.execute("notes", "create", { title: "x", dry_run: true, titel: "y" });
    // @ts-expect-error title is missing
    void acme.notes.create({ dry_run: true });
    // @ts-expect-error the flag must be a boolean
    void acme.notes.create({ title: "x", dry_run: "true" });
    // @ts-expect-error a read has no dry_run
    void acme.execute("notes", "get", { id: "n1", dry_run: true });
  });
});

describe("pages", () => {
  test("give items", async () => {
    for await (const note of acme.notes.list.all({ limit: 5 })) expectTypeOf(note).toEqualTypeOf<Note>();
    expectTypeOf(acme.notes.list.all()).toExtend<AsyncIterable<Note>>();
    // @ts-expect-error one note has no pages
    void acme.notes.get.all;
    // @ts-expect-error no such param
    void acme.notes.list.all({ folders: "x" });
  });
});

describe("construction", () => {
  test("takes one complete form of credentials", () => {
    void new AcmeConnector({ auth: { api_key: "ak-1" } });
    void new AcmeConnector({ auth: { client_id: "i", client_secret: "s", access_token: "t" } });
    void new AcmeConnector({ auth: { api_key: "ak-1" } }, { fetch, endpoint: env.KEY, timeoutMs: undefined });
    // @ts-expect-error fields of the credentials are missing
    void new AcmeConnector({ auth: { client_id: "i" } });
    const whole = { client_id: "i", client_secret: "s", access_token: "t" };
    // @ts-expect-error two kinds of credentials at once
    void new AcmeConnector({ auth: { ...whole, api_key: "ak-1" } });
    // @ts-expect-error an extra field
    void new AcmeConnector({ auth: { api_key: "ak-1", region: "eu" } });
    // @ts-expect-error the variable can be undefined
    void new AcmeConnector({ auth: { api_key: env.KEY } });
    // @ts-expect-error no credentials
    void new AcmeConnector({});
    // @ts-expect-error the connector has no config
    void new AcmeConnector({ auth: { api_key: "ak-1" }, config: { region: "eu" } });
    // @ts-expect-error code options are the second argument
    void new AcmeConnector({ auth: { api_key: "ak-1" }, fetch });
    // @ts-expect-error no such effect
    void new AcmeConnector({ auth: { api_key: "ak-1" } }, { policy: { effects: ["raed"] } });
  });
  test("has options of only one mode", () => {
    const hosted = { external_user_id: "u", airbyte_client_id: "i", airbyte_client_secret: "s" };
    void new AcmeConnector(hosted);
    void new AcmeConnector({ ...hosted, base_url: env.KEY, connector_id: undefined });
    void AcmeConnector.create({ ...hosted, auth: { api_key: "ak-1" }, name: "x" });
    void AcmeConnector.update({ ...hosted, auth: { api_key: "ak-1" }, connector_id: "c", validate: true });
    expectTypeOf(AcmeConnector.update).returns.resolves.toEqualTypeOf<AcmeConnector>();
    // @ts-expect-error update cannot change the name
    void AcmeConnector.update({ ...hosted, auth: { api_key: "ak-1" }, name: "x" });
    // @ts-expect-error the new credentials are missing
    void AcmeConnector.update(hosted);
    // @ts-expect-error options of both modes at once
    void new AcmeConnector({ ...hosted, auth: { api_key: "ak-1" } });
    // @ts-expect-error the client id and secret are missing
    void new AcmeConnector({ external_user_id: "u" });
  });
  test("gives a connector like every other", () => {
    expectTypeOf(acme).toExtend<AnyConnector>();
    expectTypeOf(AcmeConnector.auth.key.api_key.description).toEqualTypeOf<"API key">();
  });
});

describe("definitions", () => {
  test("know their params in run, undo and example", () => {
    action({
      description: "d",
      params: (z) => ({ id: z.string(), size: z.int().default(5) }),
      effect: "write",
      calls: "x",
      example: { id: "n1" },
      undo: ({ id, size }) => {
        expectTypeOf(id).toEqualTypeOf<string>();
        expectTypeOf(size).toEqualTypeOf<number>();
        return undefined;
      },
      run: async ({ size }, { page }) => {
        expectTypeOf(size).toEqualTypeOf<number>();
        expectTypeOf(page.cursor).toEqualTypeOf<string | undefined>();
        return { data: null };
      },
    });
    action({
      description: "d",
      params: (z) => ({ id: z.string() }),
      effect: "read",
      calls: "x",
      // @ts-expect-error the example must match the params
      example: { ids: "n1" },
    });
    // @ts-expect-error no such effect
    action({ description: "d", params: () => ({}), effect: "raed", calls: "x", example: {} });
    action({
      description: "d",
      params: zod3.object({ id: zod3.string() }),
      effect: "read",
      calls: "x",
      example: { id: "n1" },
      run: async ({ id }) => ({ data: id satisfies string }),
    });
  });
  test("an action that can be a read or a write accepts `fields` and `dry_run`", () => {
    const both = action({
      description: "d",
      params: () => ({}),
      effect: { weakest: "read", strongest: "write", of: () => undefined },
      calls: "x",
      example: {},
    });
    type Input = NonNullable<(typeof both)["~types"]>["input"];
    expectTypeOf<{ fields: string[]; dry_run: boolean }>().toExtend<Input>();
  });
  const operation = { method: "GET", path: "/", docs: "" } as const;
  const base = {
    name: "x",
    title: "X",
    endpoint: "https://x.example",
    requestIdHeader: "x-id",
    auth: { key: { key: { description: "key" } } },
    connect: () => null as never,
    toolEffects: ["read"],
  } as const;
  const spec = { description: "d", params: () => ({}), effect: "read", example: {} } as const;
  const get = action({ ...spec, calls: "things.get" });
  const drop = action({ ...spec, calls: ["things.drop", "things.get"] });
  const list = listAction({ description: "d", params: () => ({}), calls: "things.list", example: {} });
  test("an action calls operations that exist", () => {
    const all = { "things.get": operation, "things.drop": operation, "things.list": operation };
    defineConnector({ ...base, entities: { things: { get, drop, list } }, operations: all });
    const one = { "things.get": operation };
    // @ts-expect-error things.drop is missing
    defineConnector({ ...base, entities: { things: { get, drop } }, operations: one });
    // @ts-expect-error things.list is missing
    defineConnector({ ...base, entities: { things: { list } }, operations: one });
    // @ts-expect-error things.drop is missing in one of two entities
    defineConnector({ ...base, entities: { a: { get }, b: { drop } }, operations: one });
  });
  test("names that are known only at run time are checked there", () => {
    const name = "things" as string;
    const late = action({ ...spec, calls: `${name}.get` });
    const later = action({ ...spec, calls: name });
    defineConnector({
      ...base,
      entities: { things: { late, later } },
      operations: { "things.get": operation },
    });
    const operations: Operations = {};
    defineConnector({ ...base, entities: { things: { get } }, operations });
  });
  test("a platform without credentials needs no options; another one does", () => {
    const operations = { "things.get": operation };
    const Open = defineConnector({ ...base, auth: {}, entities: { things: { get } }, operations });
    const Closed = defineConnector({ ...base, entities: { things: { get } }, operations });
    expectTypeOf(Open).toBeConstructibleWith();
    expectTypeOf(Open).toBeConstructibleWith({}, { timeoutMs: 5 });
    expectTypeOf(Closed).toBeConstructibleWith({ auth: { key: "k" } });
    // @ts-expect-error the connector takes no credentials
    void new Open({ auth: { key: "k" } });
    // @ts-expect-error credentials are missing
    void new Closed({});
    // @ts-expect-error options are missing
    void new Closed();
  });
  test("must be complete", () => {
    // @ts-expect-error most fields are missing
    defineConnector({ name: "x", title: "X" });
    expectTypeOf<zod.ZodType>().not.toBeAny();
  });
});
