import type { ConnectorError } from "agent-connectors";
import { describe, expect, test } from "vitest";
import { AmazonAdsConnector } from "agent-connectors/amazon-ads";
import { open, reply, us } from "./bench.ts";

// The login of an agency can use the profiles of all its clients. A policy restricts an agent to some profiles.

const ca = { ...us, profileId: 22, countryCode: "CA", accountInfo: { ...us.accountInfo, name: "North" } };
const [mine, other] = [String(us.profileId), "22"];

function kept(profileId: string[]) {
  const bench = open(
    ({ url }) =>
      url.pathname === "/v2/profiles"
        ? reply([us, ca])
        : url.pathname === "/sp/campaigns/list"
          ? { campaigns: [] }
          : undefined,
    { policy: { only: { profileId } } },
  );
  const scopes = () => bench.calls().map(({ headers }) => headers.get("amazon-advertising-api-scope"));
  return { ...bench, scopes };
}

describe("only some profiles", () => {
  test("the allowed profile is used, whether the call names it or not", async () => {
    const { ads, scopes } = kept([mine!]);
    await ads.sponsored_product_campaigns.list({ profileId: mine });
    await ads.sponsored_product_campaigns.list();
    expect(scopes()).toEqual([mine, mine]);
  });
  test("another profile is refused by id, country or name, and nothing is sent", async () => {
    const { ads, scopes } = kept([mine!]);
    for (const profileId of [other, "CA", "North", ` ${other}`])
      await expect(ads.sponsored_product_campaigns.list({ profileId })).rejects.toMatchObject({
        code: "policy_denied",
        path: "params.profileId",
        hint: expect.stringContaining(`Allowed: ${mine}.`),
      });
    expect(scopes()).toEqual([]);
  });
  test("if several profiles are allowed, a call must name one of them", async () => {
    const { ads, scopes } = kept([mine!, other]);
    await expect(ads.sponsored_product_campaigns.list()).rejects.toMatchObject({ code: "policy_denied" });
    await ads.sponsored_product_campaigns.list({ profileId: other });
    expect(scopes()).toEqual([other]);
  });
  test("no error names the other profiles", async () => {
    const refusals = [
      { status: 401, body: { code: "UNAUTHORIZED", details: "Not authorized to access scope 1" } },
      { status: 401, body: { code: "UNAUTHORIZED", details: "Not authorized to manage this" } },
      { status: 400, body: { code: "INVALID_ARGUMENT", details: "Profile cannot be decrypted" } },
    ];
    for (const { status, body } of refusals) {
      const { ads } = open(
        ({ url }) =>
          url.pathname === "/v2/profiles"
            ? reply([us, ca])
            : url.pathname === "/sp/campaigns/list"
              ? reply(body, status)
              : undefined,
        { policy: { only: { profileId: [mine!] } } },
      );
      const error = await ads.sponsored_product_campaigns.list({ profileId: mine }).then(
        () => expect.fail("it succeeded"),
        (thrown: unknown) => thrown as ConnectorError,
      );
      expect(error.platform?.status).toBe(status);
      expect(JSON.stringify(error)).not.toMatch(/North|"22/);
      expect(error.hint).toContain(`Allowed: ${mine}.`);
    }
  });
  test("no list shows the other profiles", async () => {
    const { ads } = kept([mine!]);
    await expect(ads.profiles.list()).rejects.toMatchObject({ code: "policy_denied" });
    const { description } = await ads.tool();
    expect(description).toContain(`Only profileId: ${mine}.`);
    expect(description).toMatch(/^profiles: get\(/m);
  });
});

test("every action has a param profileId, or needs no profile", async () => {
  const { entities } = await AmazonAdsConnector.describe();
  const without = Object.entries(entities).flatMap(([entity, actions]) =>
    Object.entries(actions).flatMap(([action, { params }]) =>
      ["profileId", "profileIds"].some((name) => Object.hasOwn(params.properties ?? {}, name))
        ? []
        : [`${entity}.${action}`],
    ),
  );
  expect(without.toSorted()).toEqual(["manager_accounts.list", "profiles.list", "reports.types"]);
});

test.each(["..", "."])("an id %s never changes the address", async (id) => {
  const { ads, calls } = kept([mine!]);
  const range = { startDate: "2026-01-01", endDate: "2026-01-31" };
  for (const call of [
    ads.exports.get({ exportId: id, kind: "campaigns" }),
    ads.stores.insights({ brandEntityId: id, dimension: "DATE", metrics: ["VISITS"], ...range }),
    ads.stores.asin_metrics({ brandEntityId: id, metrics: ["CLICKS"], ...range }),
  ])
    await expect(call).rejects.toMatchObject({ code: "invalid_params", outcome: "not_started" });
  expect(calls()).toEqual([]);
});
