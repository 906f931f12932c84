import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ConnectorError } from "../src/index.ts";
import { AcmeConnector } from "./fixtures/acme/index.ts";
import { connectAcmeTo } from "./fixtures/acme/made.ts";

// Passes invalid values to every public function. Each must throw a ConnectorError with a code and a path, and send
// nothing.

/** Returns a function that creates a value only at its first call, because some values take long to create. */
function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}

const throwing = () =>
  new Proxy({}, {
    ownKeys: () => { throw new Error("trap"); },
    get: () => { throw new Error("trap"); },
    getPrototypeOf: () => { throw new Error("trap"); },
  }); // prettier-ignore
const revoked = () => {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
};
const cyclic = () => {
  const self: Record<string, unknown> = { title: "x" };
  self.self = self;
  return self;
};
class Sneaky {
  id = "n1";
  get title() {
    return "x";
  }
}
const megabyte = "x".repeat(1e6);
const values: [string, () => unknown][] = [
  ["null", () => null],
  ["false", () => false],
  ["0", () => 0],
  ["NaN", () => NaN],
  ["BigInt", () => 10n],
  ["a symbol", () => Symbol("canary")],
  ["a function", () => () => ({ id: "n1" })],
  ["text", () => "canary"],
  ["a megabyte of text", () => megabyte],
  ["an unpaired surrogate", () => "\ud800"],
  ["an array", () => ["n1"]],
  ["two hundred thousand items", once(() => Array.from({ length: 2e5 }, () => 1))],
  [
    "two hundred thousand names",
    once(() => Object.fromEntries(Array.from({ length: 2e5 }, (_, index) => [`k${index}`, 1]))),
  ],
  ["a Date", () => new Date(0)],
  ["a Map", () => new Map([["id", "n1"]])],
  ["a class instance", () => new Sneaky()],
  ["a promise", () => Promise.resolve({ id: "n1" })],
  ["a proxy that throws", throwing],
  ["a revoked proxy", revoked],
  ["a getter that throws", () => ({ get id() { throw new Error("canary"); } })], // prettier-ignore
  ["a cycle", cyclic],
  ["an inherited field", () => Object.create({ id: "n1", auth: { api_key: "ak-1" } })],
  ["__proto__ as text", () => '{"__proto__": {"polluted": 1}, "id": "n1"}'],
  ["__proto__ as a name", () => JSON.parse('{"__proto__": {"polluted": 1}}')],
  ["constructor", () => ({ constructor: { prototype: { polluted: 1 } } })],
  ["text 200,000 deep", () => `${"[".repeat(200_000)}${"]".repeat(200_000)}`],
  ["a value 10,000 deep", () => JSON.parse(`${'{"id":'.repeat(10_000)}1${"}".repeat(10_000)}`)],
  ["a regular expression in the making", () => `${"a".repeat(50_000)}!`],
];

function examine(thrown: unknown): void {
  if (!ConnectorError.is(thrown)) throw thrown;
  expect(thrown.code).not.toBe("internal");
  expect(thrown.path).toBeTruthy();
  expect(thrown).toMatchObject({ outcome: "not_started", retryable: false });
  expect(thrown.message.length).toBeLessThan(600);
  expect(JSON.stringify(thrown).length).toBeLessThan(8000);
  expect(JSON.stringify(thrown).isWellFormed()).toBe(true);
  expect(({} as Record<string, unknown>).polluted).toBeUndefined();
}
const refused = async (run: () => unknown): Promise<void> => {
  let answer: unknown;
  try {
    answer = await run();
  } catch (error) {
    return examine(error);
  }
  expect.unreachable(`answered ${JSON.stringify(answer).slice(0, 100)}`);
};

describe.each(values)("%s", (name, make) => {
  test("as the options of a constructor", () => refused(() => new AcmeConnector(make() as never)));
  const withAuth = (auth: unknown) =>
    refused(() =>
      new AcmeConnector({ auth: auth as never }, { fetch: () => expect.unreachable() }).notes.list(),
    );
  // A function is accepted, and its result is refused by the first call.
  test("as credentials", () => withAuth(make()));
  // A promise cannot resolve to a proxy that throws, so the function itself would fail.
  test.skipIf(name.includes("proxy"))("as the result of a function that reads credentials", () =>
    withAuth(async () => make()),
  );
  test("as a credential", () => refused(() => new AcmeConnector({ auth: { api_key: make() as never } })));
  test("as code options", () => refused(() => new AcmeConnector({ auth: { api_key: "ak-1" } }, make() as never))); // prettier-ignore
  test.each(["endpoint", "timeoutMs", "policy", "clock"])("as the code option %s", async (option) => {
    if (option === "timeoutMs" && name === "0") return;
    await refused(() => new AcmeConnector({ auth: { api_key: "ak-1" } }, { [option]: make() }));
  });

  const call = async (...args: unknown[]) => {
    const { connector, sent } = connectAcmeTo();
    await refused(() => (connector.execute as (...all: unknown[]) => unknown)(...args));
    expect(sent).toEqual([]);
  };
  const request = async (...args: unknown[]) => {
    const { connector, sent } = connectAcmeTo();
    await refused(() => (connector.request as (...all: unknown[]) => unknown)(...args));
    expect(sent).toEqual([]);
  };
  test("as the target of a request", () => request(make()));
  test.each(["effect", "headers", "signal"])("as the option %s of a request", (option) =>
    request("POST /notes", {}, { [option]: make() }),
  );
  test("as an entity", () => call(make(), "get", { id: "n1" }));
  test("as an action", () => call("notes", make(), { id: "n1" }));
  test("as params", () => call("notes", "get", make()));
  test("as a param", () => call("notes", "create", { title: { deep: make() } }));
  test("in a list", () => call("notes", "create", { title: "x", tags: ["a", [make()]] }));
  test("as an unknown param", () => call("notes", "get", { id: "n1", other: make() }));
  test("next to a free name, if the action accepts any name", async () => {
    // Only JSON values are allowed to be sent.
    const { connector } = connectAcmeTo();
    const value = make();
    await connector.tags
      .load({ palette: "basic", value: { value } } as never)
      .then(() => expect(() => JSON.stringify(value)).not.toThrow(), examine);
  });
  test("as the options of a call", () => call("notes", "get", { id: "n1" }, make()));
  test("as a signal", () => call("notes", "get", { id: "n1" }, { signal: make() }));
  test("as the entity to describe", () => refused(() => connectAcmeTo().connector.describe(make() as never)));
  test("as a policy's list", () => refused(() => new AcmeConnector({ auth: { api_key: "ak-1" } }, { policy: { include: make() as never } }))); // prettier-ignore
});

test("for any arguments of a model, the tool returns a result or an error", async () => {
  const { connector } = connectAcmeTo();
  const execute = connector.execute as (...all: unknown[]) => Promise<unknown>;
  const names = fc.oneof(
    fc.constantFrom("notes", "tags", "budgets", "list", "get", "create", "set"),
    fc.string(),
  );
  const params = fc.oneof(
    fc.jsonValue(),
    fc.dictionary(
      fc.constantFrom("id", "title", "tags", "limit", "cursor", "fields", "dry_run", "daily"),
      fc.anything(),
    ),
    fc.string({ unit: "binary" }),
    fc.anything({ withBigInt: true, withDate: true, withMap: true, withSet: true, withTypedArray: true }),
  );
  await fc.assert(
    fc.asyncProperty(names, names, params, async (entity, action, given) => {
      await execute(entity, action, given).then(
        (result) => expect(result).toHaveProperty("meta"),
        (error: unknown) => {
          if (!ConnectorError.is(error)) throw error;
          if (error.code !== "upstream_rejected") examine(error);
        },
      );
    }),
    { numRuns: 500 },
  );
});
