import { expect, test } from "vitest";
import { drive, listOf, vendor } from "./helpers.ts";

const LIST = "POST /sp/campaigns/list";

test("429 can come with Retry-After, without it, with an HTML page, or with an empty body", async () => {
  const { sandbox, sp } = drive();
  const ask = () => sp(LIST, "spCampaign");
  sandbox.fail({ kind: "rate_limit", retryAfter: 42, operation: LIST });
  const told = await ask();
  expect(told).toMatchObject({ status: 429, body: { code: "THROTTLED" } });
  expect(told.headers.get("retry-after")).toBe("42");
  sandbox.fail({ kind: "rate_limit", retryAfter: null, operation: LIST });
  expect((await ask()).headers.has("retry-after")).toBe(false);
  sandbox.fail({ kind: "rate_limit_page", operation: LIST });
  const page = await ask();
  expect([page.status, page.headers.get("content-type")]).toEqual([429, "text/html"]);
  sandbox.fail({ kind: "rate_limit_empty", operation: LIST });
  expect(await ask()).toMatchObject({ status: 429, text: "{}" });
  expect((await ask()).status).toBe(200);
});

test("401 can come once or always", async () => {
  const { sandbox, sp } = drive();
  sandbox.fail({ kind: "unauthorized", operation: LIST });
  expect((await sp(LIST, "spCampaign")).status).toBe(401);
  expect((await sp(LIST, "spCampaign")).status).toBe(200);
  sandbox.fail({ kind: "unauthorized", operation: LIST, times: Infinity });
  for (let times = 0; times < 5; times += 1) expect((await sp(LIST, "spCampaign")).status).toBe(401);
});

test("some items of a batch fail, and the others are written", async () => {
  const { sandbox, sp } = drive();
  const [first, second] = listOf((await sp(LIST, "spCampaign")).body, "campaigns");
  sandbox.fail({ kind: "items", operation: "PUT /sp/campaigns", indexes: [0] });
  const campaigns = [first, second].map((each) => ({ campaignId: each?.["campaignId"], state: "PAUSED" }));
  const { body } = await sp("PUT /sp/campaigns", "spCampaign", { campaigns });
  expect(listOf(body, "campaigns", "error")).toMatchObject([
    {
      index: 0,
      errors: [{ errorType: "throttledError", errorValue: { throttledError: { reason: "THROTTLED" } } }],
    },
  ]);
  expect(listOf(body, "campaigns", "success")).toMatchObject([{ index: 1 }]);
  const after = listOf((await sp(LIST, "spCampaign")).body, "campaigns");
  expect(after.slice(0, 2).map(({ state }) => state)).toEqual(["ENABLED", "PAUSED"]);
});

test("the general faults work, and a fault can be any response", async () => {
  const { sandbox, sp, token } = drive();
  await sp(LIST, "spCampaign");
  sandbox.fail({ kind: "http_503", operation: LIST });
  expect((await sp(LIST, "spCampaign")).status).toBe(503);
  sandbox.fail({ kind: "truncated", operation: LIST });
  expect((await sp(LIST, "spCampaign")).body).toBeUndefined();
  sandbox.fail({ kind: "reset_after", operation: "PUT /sp/campaigns" });
  const campaigns = [{ campaignId: "144373194309380061", state: "PAUSED" }];
  await expect(sp("PUT /sp/campaigns", "spCampaign", { campaigns })).rejects.toThrow("fetch failed");
  expect(sandbox.state().accounts[0]?.entities["sp/campaigns"][0]?.["state"]).toBe("PAUSED");
  sandbox.fail({
    kind: "refused",
    status: 504,
    body: { message: "Endpoint request timed out" },
    operation: LIST,
  });
  expect(await sp(LIST, "spCampaign")).toMatchObject({
    status: 504,
    body: { message: "Endpoint request timed out" },
  });
  sandbox.fail({ kind: "http_500", operation: "POST /auth/o2/token" });
  await expect(token()).rejects.toThrow();
  expect(() => sandbox.fail({ kind: "http_500", operation: "GET /nothing" })).toThrow("no operation");
});

test("the error for an operation in other words lists the operations with the same words", () => {
  const { sandbox } = drive();
  expect(() => sandbox.fail({ kind: "http_500", operation: "sp.portfolios.update" })).toThrow(
    expect.objectContaining({
      hint: "Operations: POST /portfolios/list, POST /portfolios, PUT /portfolios, POST /portfolios/budget/usage.",
    }),
  );
});

test("too many calls at once are throttled, unless the limits are off", async () => {
  const many = async (rateLimits: boolean): Promise<number> => {
    const { send } = drive({ rateLimits });
    const type = vendor("campaignsexport", "v1");
    const answers = await Promise.all(
      Array.from({ length: 60 }, () => send("POST /campaigns/export", {}, { type })),
    );
    return answers.filter(({ status }) => status === 429).length;
  };
  expect(await many(true)).toBe(10);
  expect(await many(false)).toBe(0);
});
