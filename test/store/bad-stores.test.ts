import { chmodSync, chownSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs"; // prettier-ignore
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { Redis } from "ioredis";
import { Pool } from "pg";
import { afterEach, describe, expect, test } from "vitest";
import { noPostgres, startCluster } from "../../service/test/support/postgres/postgres.ts";
import { memoryStore } from "../../src/core/store/memory-store.ts";
import { type Kind, recordsOf } from "../../src/core/store/records.ts";
import { fileStore } from "../../src/store/file-store.ts";
import { httpStore } from "../../src/store/http-store.ts";
import { postgresStore, postgresStoreTable } from "../../src/store/postgres-store.ts";
import { redisStore } from "../../src/store/redis-store.ts";
import { sealedStore } from "../../src/store/sealed-store.ts";
import { sqliteStore } from "../../src/store/sqlite-store.ts";
import { storeHandler } from "../../src/store/store-handler.ts";
import { noRedis, startRedis } from "./redis-server.ts";

const cleanUps: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp();
});
const newDirectory = () => {
  const directory = mkdtempSync(join(tmpdir(), "ac-store-"));
  cleanUps.push(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
};
const notes: Kind<string> = { name: "notes", is: (value): value is string => typeof value === "string" };
const [firstKey, secondKey] = [1, 2].map((byte) => Buffer.alloc(32, byte).toString("base64")) as [
  string,
  string,
];

describe("fileStore", () => {
  test("makes its directory and its files for the owner only", async () => {
    const directory = join(newDirectory(), "new", "store");
    await fileStore(directory).write("notes/A", "x", undefined);
    const mode = (...names: string[]) => statSync(join(directory, ...names)).mode & 0o777;
    expect([mode(), mode("values"), mode("locks")]).toEqual([0o700, 0o700, 0o700]);
    expect(readdirSync(join(directory, "values"))).toEqual(["_notes+^a.json"]);
    expect(mode("values", "_notes+^a.json")).toBe(0o600);
  });
  test("refuses a directory of another program, and writes nothing into it", async () => {
    const directory = newDirectory();
    writeFileSync(join(directory, "notes.txt"), "mine");
    const store = fileStore(directory);
    for (const call of [() => store.read("a"), () => store.write("a", "x", undefined), () => store.list("")])
      await expect(call()).rejects.toMatchObject({
        code: "config_error",
        message: `The directory ${directory} has files of another program.`,
      });
    expect(readdirSync(directory)).toEqual(["notes.txt"]);
  });
  test.each([0o755, 0o750, 0o770, 0o710])(
    "refuses a directory with the rights %o, and works after they are corrected",
    async (rights) => {
      const directory = newDirectory();
      chmodSync(directory, rights);
      const store = fileStore(directory);
      await expect(store.write("a", "x", undefined)).rejects.toMatchObject({
        code: "config_error",
        message: `Other users can read the directory ${directory}.`,
      });
      expect(readdirSync(directory)).toEqual([]);
      chmodSync(directory, 0o700);
      expect(await store.write("a", "x", undefined)).toBe(true);
    },
  );
  test("refuses a file that others can read", async () => {
    const directory = join(newDirectory(), "store");
    const store = fileStore(directory);
    await store.write("a", "x", undefined);
    const file = join(directory, "values", "_a.json");
    chmodSync(file, 0o640);
    await expect(store.read("a")).rejects.toThrow(`Other users can read the file ${file}.`);
    await expect(store.write("a", "y", undefined)).rejects.toThrow("Other users can read");
  });
  test.for([
    ["", "empty"],
    ['{"key":"a","value":"x","ver', "half"],
    ['{"key":"b","value":"x","version":"1"}', "of another key"],
    ['{"key":"a","value":7,"version":"1"}', "of another shape"],
  ])("refuses a file that is %s, and overwrites nothing", async ([text]) => {
    const directory = join(newDirectory(), "store");
    const store = fileStore(directory);
    await store.write("a", "x", undefined);
    const file = join(directory, "values", "_a.json");
    writeFileSync(file, text!);
    for (const call of [
      () => store.read("a"),
      () => store.write("a", "y", undefined),
      () => store.delete("a", "1"),
      () => store.list(""),
    ])
      await expect(call()).rejects.toMatchObject({
        code: "storage_unavailable",
        message: `The file ${file} is damaged.`,
      });
    expect(readFileSync(file, "utf8")).toBe(text);
    expect(await store.write("b", "x", undefined)).toBe(true);
  });
  test("refuses a file in the place of its directory", async () => {
    const file = join(newDirectory(), "file");
    writeFileSync(file, "mine");
    await expect(recordsOf(fileStore(file), notes).read("a")).rejects.toMatchObject({
      code: "config_error",
      message: `The directory ${file} of the store cannot be used (EEXIST).`,
    });
  });
  test("fails if its directory was deleted while it ran, and makes no half of a new one", async () => {
    const directory = join(newDirectory(), "store");
    const store = fileStore(directory);
    await store.write("a", "x", undefined);
    const { version } = (await store.read("a"))!;
    rmSync(directory, { recursive: true });
    for (const call of [
      () => store.read("a"),
      () => store.write("a", "y", version),
      () => store.write("b", "y", undefined),
      () => store.delete("a", version),
      () => store.list(""),
    ])
      await expect(call()).rejects.toMatchObject({
        code: "storage_unavailable",
        message: `The directory ${directory} of the store was deleted while it was used.`,
        retryable: false,
      });
    expect(() => statSync(directory)).toThrow("ENOENT");
    expect(await fileStore(directory).write("a", "x", undefined)).toBe(true);
    expect((await store.read("a"))?.value).toBe("x");
  });
  test("refuses a link that leads nowhere, as a directory that cannot be made", async () => {
    const link = join(newDirectory(), "link");
    symlinkSync("/nowhere/at/all", link);
    await expect(fileStore(link).read("a")).rejects.toMatchObject({
      code: "config_error",
      message: `The directory ${link} of the store cannot be used (ENOENT).`,
    });
  });
  test.skipIf(process.getuid?.() !== 0)("refuses a directory of another user, also for root", async () => {
    const directory = newDirectory();
    chownSync(directory, 65534, 65534);
    await expect(fileStore(directory).write("a", "x", undefined)).rejects.toMatchObject({
      code: "config_error",
      message: `The directory ${directory} belongs to another user.`,
    });
    expect(readdirSync(directory)).toEqual([]);
  });
  test("refuses a store whose file of the store has another text", async () => {
    const directory = join(newDirectory(), "store");
    await fileStore(directory).write("a", "x", undefined);
    const marker = join(directory, "agent-connectors-store");
    writeFileSync(marker, "rubbish");
    await expect(fileStore(directory).read("a")).rejects.toThrow("has files of another program");
    // A process was killed while it wrote the text.
    writeFileSync(marker, "The files in");
    expect((await fileStore(directory).read("a"))?.value).toBe("x");
  });
  test.each(["values", "locks"])("refuses a link in the place of its directory %s", async (name) => {
    const [directory, other] = [join(newDirectory(), "store"), newDirectory()];
    await fileStore(directory).read("a");
    rmSync(join(directory, name), { recursive: true });
    mkdirSync(join(other, name));
    symlinkSync(join(other, name), join(directory, name));
    await expect(fileStore(directory).write("a", "x", undefined)).rejects.toThrow("is a link");
    expect(readdirSync(join(other, name))).toEqual([]);
  });
  test.each([undefined, "", 5])("refuses the path %j", (path) => {
    expect(() => fileStore(path as string)).toThrow("The path of the store must be a text");
  });
  test("removes the files of expired values", async () => {
    const directory = join(newDirectory(), "store");
    const store = fileStore(directory);
    for (let index = 0; index < 5; index++) await store.write(`short/${index}`, "x", undefined, 0.001);
    for (let index = 0; index < 200; index++) await store.write(`long/${index}`, "x", undefined, 60);
    const names = readdirSync(join(directory, "values"));
    expect([names.length, names.filter((name) => name.includes("short"))]).toEqual([200, []]);
  });
  test("one write removes only some of many expired values, because its caller waits", async () => {
    const directory = join(newDirectory(), "store");
    const store = fileStore(directory);
    await store.write("first", "x", undefined);
    for (let index = 0; index < 1000; index++) {
      const file = { key: `short/${index}`, value: "x", version: "v", expires_at: 1 };
      const path = join(directory, "values", `_short+${index}.json`);
      writeFileSync(path, JSON.stringify(file), { mode: 0o600 });
    }
    for (let index = 0; index < 200; index++) await store.write(`long/${index}`, "x", undefined, 60);
    const left = readdirSync(join(directory, "values")).filter((name) => name.includes("short"));
    expect(left.length).toBeGreaterThanOrEqual(600);
    expect(left.length).toBeLessThan(1000);
  });
});

test("a sealed store with the wrong key says so, and overwrites nothing", async () => {
  const directory = join(newDirectory(), "store");
  await recordsOf(sealedStore(fileStore(directory), firstKey), notes).update("a", () => ({
    value: "x",
    result: 0,
  }));
  const wrong = recordsOf(sealedStore(fileStore(directory), secondKey), notes);
  for (const call of [() => wrong.read("a"), () => wrong.update("a", () => ({ value: "y", result: 0 }))])
    await expect(call()).rejects.toMatchObject({
      code: "storage_unavailable",
      message: expect.stringContaining("was encrypted with another key") as string,
    });
  expect(await recordsOf(sealedStore(fileStore(directory), firstKey), notes).read("a")).toBe("x");
});

describe.skipIf(noPostgres)("postgresStore", () => {
  const newPool = async () => {
    const cluster = await startCluster();
    cleanUps.push(() => cluster.stop());
    const pool = new Pool({ connectionString: await cluster.database() });
    pool.on("error", () => {});
    cleanUps.push(() => pool.end());
    return { cluster, pool };
  };
  test("refuses a table of another program, and changes nothing in it", async () => {
    const { pool } = await newPool();
    await pool.query("create table mine (key text, amount integer)");
    await pool.query("insert into mine values ('a', 1)");
    const store = postgresStore(pool, { table: "mine" });
    for (const call of [() => store.read("a"), () => store.write("a", "x", undefined), () => store.list("")])
      await expect(call()).rejects.toMatchObject({ code: "config_error", message: expect.stringMatching(/^The table mine has other columns/) as string }); // prettier-ignore
    expect((await pool.query("select * from mine")).rows).toEqual([{ key: "a", amount: 1 }]);
  });
  test("says which statements to run if its user may make no table, and works after them", async () => {
    const { cluster, pool } = await newPool();
    const connectionString = await cluster.database();
    const owner = new Pool({ connectionString });
    cleanUps.push(() => owner.end());
    await owner.query("create role app login");
    const app = new Pool({ connectionString: connectionString.replace("service@", "app@") });
    cleanUps.push(() => app.end());
    const store = postgresStore(app);
    await expect(store.read("a")).rejects.toMatchObject({ code: "config_error", hint: expect.stringContaining("postgresStoreTable()") as string }); // prettier-ignore
    await owner.query(postgresStoreTable());
    await owner.query("grant select, insert, update, delete on agent_connectors_store to app");
    expect(await store.write("a", "x", undefined)).toBe(true);
    await pool.query("select 1");
  });
  test.each([
    ["40P01", "a deadlock"],
    ["40001", "a conflict of two transactions"],
  ])("repeats a write that PostgreSQL has undone with %s, %s", async (code) => {
    const { pool } = await newPool();
    const store = postgresStore(pool);
    await store.write("a", "x", undefined);
    // A sequence keeps its value when PostgreSQL undoes the statement, so only the first write fails.
    await pool.query("create sequence tries");
    await pool.query(`
      create function fail_once() returns trigger language plpgsql as $$ begin
        if nextval('tries') = 1 then raise exception using errcode = '${code}'; end if;
        return new;
      end $$`);
    await pool.query(
      "create trigger fail before insert or update on agent_connectors_store for each row execute function fail_once()",
    );
    const { version } = (await store.read("a"))!;
    expect(await store.write("a", "y", version)).toBe(true);
    expect((await store.read("a"))?.value).toBe("y");
    expect((await pool.query("select last_value::int from tries")).rows).toEqual([{ last_value: 2 }]);
  });
  test("removes expired rows", async () => {
    const { pool } = await newPool();
    const store = postgresStore(pool);
    for (let index = 0; index < 5; index++) await store.write(`short/${index}`, "x", undefined, 0.001);
    for (let index = 0; index < 200; index++) await store.write(`long/${index}`, "x", undefined, 60);
    const { rows } = await pool.query("select count(*)::int as count from agent_connectors_store");
    expect(rows).toEqual([{ count: 200 }]);
  });
  test("says that the server is lost, and works when it is back", async () => {
    const { cluster, pool } = await newPool();
    const records = recordsOf(postgresStore(pool), notes);
    await records.update("a", () => ({ value: "x", result: 0 }));
    await cluster.kill();
    await expect(records.read("a")).rejects.toMatchObject({
      code: "storage_unavailable",
      message: expect.stringMatching(/^The store failed at read/) as string,
    });
    await cluster.start();
    expect(await records.read("a")).toBe("x");
  });
  test.each(["", "Tokens", "a b", 'a"; drop table b; --', "a.b.c", 5])("refuses the table %j", (table) => {
    const pool = { query: () => Promise.reject(new Error("unused")) };
    expect(() => postgresStore(pool, { table: table as string })).toThrow(
      "The table of a store must be a name",
    );
    expect(() => postgresStoreTable(table as string)).toThrow("The table of a store must be a name");
  });
});

describe.skipIf(noRedis)("redisStore", () => {
  test("refuses keys of another program, and changes nothing in them", async () => {
    const server = await startRedis();
    cleanUps.push(() => server.stop());
    const client = new Redis({ path: server.socket });
    cleanUps.push(() => client.disconnect());
    await client.set("{agent-connectors}:values", "mine");
    const store = redisStore(client);
    for (const call of [() => store.read("a"), () => store.write("a", "x", undefined)])
      await expect(call()).rejects.toMatchObject({ code: "config_error", message: "Another program uses keys of Redis that start with {agent-connectors}." }); // prettier-ignore
    expect(await client.get("{agent-connectors}:values")).toBe("mine");
    expect(await client.keys("*")).toEqual(["{agent-connectors}:values"]);
  });
  test("removes expired values", async () => {
    const server = await startRedis();
    cleanUps.push(() => server.stop());
    const client = new Redis({ path: server.socket });
    cleanUps.push(() => client.disconnect());
    const store = redisStore(client);
    for (let index = 0; index < 30; index++) await store.write(`short/${index}`, "x", undefined, 0.01);
    await new Promise((resolve) => setTimeout(resolve, 30));
    for (let index = 0; index < 3; index++) await store.write(`long/${index}`, "x", undefined, 60);
    for (const [command, name] of [
      ["hlen", "values"],
      ["zcard", "keys"],
      ["zcard", "ends"],
    ] as const)
      expect([name, await client[command](`{agent-connectors}:${name}`)]).toEqual([name, 3]);
  });
  test("writes once what the client sends twice", async () => {
    const server = await startRedis();
    cleanUps.push(() => server.stop());
    const client = new Redis({ path: server.socket });
    cleanUps.push(() => client.disconnect());
    const store = redisStore({
      async sendCommand([command, ...args]) {
        await client.call(command!, ...args);
        return client.call(command!, ...args);
      },
    });
    expect(await store.write("a", "x", undefined)).toBe(true);
    expect(await store.write("a", "y", (await store.read("a"))!.version)).toBe(true);
  });
  test("says that the server is lost", async () => {
    const server = await startRedis();
    const client = new Redis({ path: server.socket, maxRetriesPerRequest: 1, retryStrategy: () => 10 });
    client.on("error", () => {});
    cleanUps.push(() => client.disconnect());
    const records = recordsOf(redisStore(client), notes);
    await records.update("a", () => ({ value: "x", result: 0 }));
    await server.stop();
    await expect(records.read("a")).rejects.toMatchObject({ code: "storage_unavailable" });
  });
  test.each(["", "a b", "{a}", 5])("refuses the prefix %j", (prefix) => {
    const client = { call: () => Promise.reject(new Error("unused")) };
    expect(() => redisStore(client, { prefix: prefix as string })).toThrow("The prefix of a Redis store");
  });
});

describe("sqliteStore", () => {
  test("refuses a file that is no database, and overwrites nothing", async () => {
    const file = join(newDirectory(), "notes.txt");
    const text = "These are my notes. ".repeat(100);
    writeFileSync(file, text);
    const database = new DatabaseSync(file);
    cleanUps.push(() => database.close());
    await expect(recordsOf(sqliteStore(database), notes).read("a")).rejects.toMatchObject({ code: "storage_unavailable" }); // prettier-ignore
    expect(readFileSync(file, "utf8")).toBe(text);
  });
  test("refuses a table of another program", async () => {
    const database = new DatabaseSync(":memory:");
    cleanUps.push(() => database.close());
    database.exec("create table agent_connectors_store (key text, amount integer)");
    const store = sqliteStore(database);
    for (const call of [() => store.read("a"), () => store.write("a", "x", undefined)])
      await expect(call()).rejects.toMatchObject({ code: "config_error", message: expect.stringMatching(/^The table agent_connectors_store has other columns/) as string }); // prettier-ignore
  });
});

describe("httpStore", () => {
  const token = "0123456789abcdef";
  const toHandler = (handle: (request: Request) => Promise<Response>): typeof fetch =>
    ((url: URL, init: RequestInit) => handle(new Request(url, init))) as typeof fetch;
  const at = (fetch: typeof globalThis.fetch, given = token) =>
    httpStore("https://store.example/v1?team=5", { token: given, fetch });

  test("says that the server refuses the token, and writes nothing", async () => {
    const inner = memoryStore();
    const store = at(toHandler(storeHandler(inner, { token })), "another-token-of-mine");
    for (const call of [
      () => store.read("a"),
      () => store.write("a", "x", undefined),
      () => store.delete("a", "1"),
      () => store.list(""),
    ])
      await expect(call()).rejects.toMatchObject({
        code: "config_error",
        message:
          "The store at https://store.example/v1 refused the request with 401: The token is missing or wrong.",
      });
    expect(await inner.list("")).toEqual([]);
  });
  test.for([
    [404, "not found", "config_error"],
    [200, "<html>", "config_error"],
    [302, "", "config_error"],
    [502, "bad gateway", "storage_unavailable"],
  ] as const)("takes no other server for a store: %i %s", async ([status, text, code]) => {
    const store = at(async () => new Response(text, { status, headers: { location: "https://other.example", etag: '"1"' } })); // prettier-ignore
    await expect(store.read("a")).rejects.toMatchObject({ code });
    await expect(store.write("a", "x", undefined)).rejects.toMatchObject({ code });
  });
  test("works through a proxy that compresses responses and marks each ETag as weak", async () => {
    const handle = toHandler(storeHandler(memoryStore(), { token }));
    const proxy: typeof fetch = async (...args) => {
      const response = await handle(...args);
      const etag = response.headers.get("etag");
      if (etag !== null) response.headers.set("etag", `W/${etag}`);
      return response;
    };
    const store = at(proxy);
    expect(await store.write("a", "x", undefined)).toBe(true);
    const found = (await store.read("a"))!;
    expect(found.value).toBe("x");
    expect(await store.write("a", "y", found.version)).toBe(true);
    expect(await store.delete("a", found.version)).toBe(false);
    expect(await store.delete("a", (await store.read("a"))!.version)).toBe(true);
    // A proxy can also mark the version of a request.
    await store.write("b", "x", undefined);
    const headers = {
      authorization: `Bearer ${token}`,
      "if-match": `W/"${(await store.read("b"))!.version}"`,
    };
    const removed = await handle("https://store.example/v1?key=b", { method: "DELETE", headers });
    expect(removed.status).toBe(204);
  });
  test("says that the server is lost, or that its store failed, without the error's text", async () => {
    await expect(at(() => Promise.reject(new Error("secret"))).read("a")).rejects.toMatchObject({
      code: "storage_unavailable",
      message: "The store at https://store.example/v1 did not respond.",
    });
    const failing = { ...memoryStore(), read: () => Promise.reject(new Error("password secret")) };
    await expect(at(toHandler(storeHandler(failing, { token }))).read("a")).rejects.toMatchObject({
      code: "storage_unavailable",
      message: "The store at https://store.example/v1 failed: The store of the server failed.",
    });
  });
  test.each(["http://store.example", "store.example", "https://me:secret@store.example", "", undefined])(
    "refuses the address %j",
    (url) => expect(() => httpStore(url as string, { token })).toThrow("must start with https://"),
  );
  test.each([undefined, "", "short", `${token} `])("refuses the token %j", (wrong) => {
    expect(() => httpStore("https://store.example", { token: wrong as string })).toThrow(
      "at least 16 visible",
    );
    expect(() => storeHandler(memoryStore(), { token: wrong as string })).toThrow("at least 16 visible");
  });
  test.for([
    ["GET", "?key=a%20b", {}, 400],
    ["PUT", "?key=a", {}, 428],
    ["PUT", "?key=a", { "if-match": '"1"', "if-none-match": "*" }, 428],
    ["PUT", "?key=a&ttl_seconds=-1", { "if-none-match": "*" }, 400],
    ["DELETE", "?key=a", {}, 428],
    ["DELETE", "", {}, 400],
    ["GET", "?prefix=a&limit=x", {}, 400],
    ["POST", "?key=a", {}, 405],
    ["GET", "?key=a", { authorization: "Bearer 0123456789abcdeg" }, 401],
  ] as const)("%s %s %j is refused with %i", async ([method, query, headers, status]) => {
    const inner = memoryStore();
    const handle = storeHandler(inner, { token });
    const init = { method, headers: { authorization: `Bearer ${token}`, ...headers } };
    expect((await handle(new Request(`https://store.example/${query}`, init))).status).toBe(status);
    expect(await inner.list("")).toEqual([]);
  });
});
