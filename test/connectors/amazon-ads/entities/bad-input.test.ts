import { ConnectorError } from "agent-connectors";
import { memoryStore } from "agent-connectors/store";
import { AmazonAdsConnector } from "agent-connectors/amazon-ads";
import { amazonAdsSandbox } from "agent-connectors/sandbox";
import { describe, expect, test } from "vitest";

// Bad input for every action that writes or that requests a report: a clear error, and nothing is sent.

type Dict = Record<string, unknown>;
type Execute = (entity: string, action: string, params: unknown) => Promise<unknown>;

interface Schema {
  type?: string | readonly string[];
  enum?: readonly unknown[];
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: readonly Schema[];
}

const profileId = "2381940675312846";
const amounts = Object.fromEntries(
  ["max_daily_budget", "max_bid", "max_portfolio_budget", "max_effective_bid", "max_day_raise"].map((cap) => [cap, { USD: 1e9 }]), // prettier-ignore
);
const sandbox = amazonAdsSandbox();
const ads = new AmazonAdsConnector(
  { auth: sandbox.credentials },
  {
    ...sandbox.options,
    store: memoryStore(),
    policy: { caps: { ...amounts, max_new_campaigns: 100 } },
  },
);
/** Runs a call that must fail. Returns the error and the requests that were sent. */
async function refused(name: string, params: unknown, connector = ads) {
  const before = sandbox.calls().length;
  const [entity, action] = name.split(".") as [string, string];
  const error = await (connector.execute as unknown as Execute)(entity, action, params).then(
    () => expect.fail(`${name} accepted ${JSON.stringify(params)}`),
    (thrown: unknown) => thrown as ConnectorError,
  );
  // The access token and the list of profiles are read to find the profile of a call.
  const sent = sandbox
    .calls()
    .slice(before)
    .filter(({ path }) => path !== "/v2/profiles" && path !== "/auth/o2/token");
  return { error, sent };
}

const { entities } = await AmazonAdsConnector.describe();
const actions = Object.entries(entities)
  .flatMap(([entity, all]) =>
    Object.entries(all).map(([action, known]) => ({ name: `${entity}.${action}`, ...known })),
  )
  .filter(({ name, effect }) => effect !== "read" || /^reports\.(create|run|download)$/.test(name));

/** Values of a wrong type or form, for a field with this schema. */
function wrongValues({ type, enum: choices, anyOf }: Schema): unknown[] {
  if (anyOf) {
    const [first] = anyOf;
    return wrongValues(first!).filter((value) => value !== null);
  }
  if (choices) return ["NOT_A_CHOICE", 5, {}];
  if (type === "number" || type === "integer") return [NaN, Infinity, -1, "1e3", "12abc", true, {}];
  if (type === "string") return [true, {}, ""];
  if (type === "boolean") return ["yes", 2, {}];
  if (type === "array") return [5, [null]];
  return [5, "text", []];
}

/** Every place in params where a value can be replaced. */
function places(
  value: unknown,
  schema: Schema,
  path: readonly (string | number)[] = [],
): [(string | number)[], Schema][] {
  if (Array.isArray(value) && schema.items)
    return [[[...path], schema], ...places(value[0], schema.items, [...path, 0])];
  if (typeof value !== "object" || value === null || !schema.properties) return [[[...path], schema]];
  return Object.entries(schema.properties).flatMap(([key, inner]) =>
    places((value as Dict)[key], inner, [...path, key]),
  );
}

/** Returns a copy of the params with another value at a place. */
function replaced(params: unknown, [first, ...rest]: readonly (string | number)[], value: unknown): unknown {
  if (first === undefined) return value;
  const copy = (Array.isArray(params) ? [...(params as unknown[])] : { ...(params as Dict) }) as Dict;
  copy[first] = replaced(copy[first], rest, value);
  return copy;
}

/** Amazon keeps reports for a limited time, so the dates of the examples are too old for the clock of the sandbox. */
const dates = { startDate: "2026-03-01", endDate: "2026-03-05" };

const validParams = ({ name, example }: { name: string; example: unknown }): Dict => ({
  ...(example as Dict),
  ...(/^reports\.(create|run)$/.test(name) ? dates : {}),
  profileId,
});

/** The fields whose text is not checked further than its length, so that a wrong text is a valid text. */
const freeText = /^(name|tags|keywordText|sku|asin|profileId)$/;

describe("bad input is refused before anything is sent", () => {
  test.each(actions)("$name", async ({ name, example, params }) => {
    const given = validParams({ name, example });
    let tried = 0;
    for (const [path, schema] of places(given, params as Schema)) {
      const field = String(path.at(-1));
      for (const value of wrongValues(schema)) {
        // A percentage and the threshold of a rule can be negative.
        if (/^(percent|threshold)$/.test(field) && value === -1) continue;
        if (freeText.test(field) && typeof value === "string" && value !== "") continue;
        const bad = replaced(given, path, value);
        const { error, sent } = await refused(name, bad);
        const where = `${name} ${path.join(".")} = ${String(JSON.stringify(value) ?? value)}`;
        expect(error, where).toBeInstanceOf(ConnectorError);
        expect([error.code, error.outcome], where).toEqual(["invalid_params", "not_started"]);
        expect(error.path, where).toMatch(/^params/);
        expect(error.message.length, where).toBeGreaterThan(15);
        expect(error.hint?.length ?? 0, where).toBeGreaterThan(10);
        expect(sent, where).toEqual([]);
        tried++;
      }
    }
    for (const key of ["__proto__", "constructor", "unknownField"]) {
      const bad = JSON.parse(JSON.stringify(given).replace(/^\{/, `{"${key}":{"x":1},`)) as unknown;
      const { error, sent } = await refused(name, bad);
      expect(error.code, key).toMatch(/^(invalid_params|forbidden_key)$/);
      expect(sent, key).toEqual([]);
    }
    for (const bad of [null, 5, [], "text", "[1]"]) expect((await refused(name, bad)).sent).toEqual([]);
    expect(tried).toBeGreaterThan(1);
  });

  test.each(actions)(
    "$name without a profile, or with a profile that does not exist",
    async ({ name, example, params }) => {
      if (!(params as Schema).properties?.profileId) return;
      for (const [profile, says] of [
        [{}, "profileId is missing"],
        [{ profileId: "Atlantis" }, "Atlantis"],
        [{ profileId: "" }, "profileId"],
      ] as const) {
        const { error, sent } = await refused(name, {
          ...validParams({ name, example }),
          profileId: undefined,
          ...profile,
        });
        expect(error).toMatchObject({ code: "invalid_params", path: "params.profileId" });
        expect(error.message).toContain(says);
        expect(sent).toEqual([]);
      }
    },
  );
});

const report = { reportTypeId: "spSearchTerm", ...dates, profileId };
const rule = (column: string, is: string, value: unknown) => [{ column, is, value }];
const rules: [params: Dict, path: string][] = [
  [{ where: rule("cost", ">", "5") }, "where[0].value"],
  [{ where: rule("cost", ">", NaN) }, "where[0].value"],
  [{ where: rule("cost", "contains", "5") }, "where[0].is"],
  [{ where: rule("cost", "is bigger than", 5) }, "where[0].is"],
  [{ where: rule("campaignId", "=", 2 ** 60) }, "where[0].value"],
  [{ where: rule("__proto__", "=", 5) }, "where[0].column"],
  [{ where: rule("constructor", "=", 5) }, "where[0].column"],
  [{ having: rule("cost", ">", 5) }, "having"],
  [{ sumBy: ["cost"] }, "sumBy[0]"],
  [{ sumBy: ["campaignId"], sortBy: "toString" }, "sortBy"],
  [{ sumBy: ["campaignId"], having: rule("keyword", "=", "x") }, "having[0].column"],
  [{ columns: ["cost", "hasOwnProperty"] }, "columns[1]"],
  [{ groupBy: ["__proto__"] }, "groupBy[0]"],
  [{ reportTypeId: "constructor" }, "reportTypeId"],
  [{ filters: [{ field: "toString", values: ["x"] }] }, "filters[0].field"],
  [{ startDate: "2026-02-30" }, "startDate"],
  [{ startDate: "2026-03-05", endDate: "2026-03-01" }, "endDate"],
  [{ top: "all" }, "top"],
  [{ timeUnit: "HOURLY" }, "timeUnit"],
];

test.each(rules)("the report rule %j is refused", async (params, path) => {
  const { error, sent } = await refused("reports.run", { ...report, ...params });
  expect([error.code, error.path]).toEqual(["invalid_params", `params.${path}`]);
  expect(error.message.length).toBeGreaterThan(20);
  expect(sent).toEqual([]);
});

const raises: [name: string, params: Dict][] = [
  ["sponsored_product_campaigns.update", { campaigns: [{ campaignId: "144373194309380061", budget: { budget: 500 } }] }],
  ["sponsored_product_campaigns.create", { campaigns: [{ name: "x", targetingType: "AUTO", state: "ENABLED", budget: { budget: 5 } }] }],
  ["sponsored_product_keywords.create", { keywords: [{ campaignId: "144373194309380061", adGroupId: "144373194309380062", keywordText: "x", matchType: "EXACT", bid: 1, state: "ENABLED" }] }],
  ["portfolios.update", { portfolios: [{ portfolioId: "83124790562455", budget: { policy: "MONTHLY_RECURRING", amount: 5, currencyCode: "EUR" } }] }],
]; // prettier-ignore

test.each(raises)("%s with caps or amounts in a foreign currency is refused", async (name, params) => {
  const foreign = new AmazonAdsConnector(
    { auth: sandbox.credentials },
    {
      ...sandbox.options,
      store: memoryStore(),
      policy: { caps: { max_daily_budget: { EUR: 1e6 }, max_bid: { EUR: 1e6 } } },
    },
  );
  const { error, sent } = await refused(name, { profileId, ...params }, foreign);
  expect(error.code).toMatch(/^(policy_denied|invalid_params)$/);
  expect(error.message).toMatch(/EUR.*USD/);
  expect(error.outcome).toBe("not_started");
  expect(sent.filter(({ path }) => !/\/(list|budgetRules|search)$/.test(path))).toEqual([]);
});
