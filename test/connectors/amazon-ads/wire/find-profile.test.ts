import { expect, test } from "vitest";
import { open, reply, us } from "../bench.ts";

const ca = {
  ...us,
  profileId: 22,
  countryCode: "CA",
  accountInfo: { ...us.accountInfo, name: "Acme North" },
};
const agency = {
  ...us,
  profileId: 33,
  countryCode: "US",
  accountInfo: { ...us.accountInfo, type: "agency", name: "Media" },
};
const campaigns = { campaigns: [] };
const scopes = (bench: ReturnType<typeof open>) =>
  bench.calls().map(({ headers }) => headers.get("amazon-advertising-api-scope"));

const withProfiles = (...profiles: object[]) =>
  open(({ url }) =>
    url.pathname === "/v2/profiles"
      ? reply(profiles)
      : url.pathname === "/sp/campaigns/list"
        ? campaigns
        : undefined,
  );

test("one usable profile is found, and kept: an agency's beside it does not count", async () => {
  const bench = withProfiles(us, agency);
  await bench.ads.sponsored_product_campaigns.list();
  await bench.ads.sponsored_product_campaigns.list();
  expect(scopes(bench)).toEqual(["3301829348571624", "3301829348571624"]);
  expect(bench.sent.filter(({ url }) => url.pathname === "/v2/profiles")).toHaveLength(1);
  await bench.clock.sleep(11 * 60_000);
  await bench.ads.sponsored_product_campaigns.list();
  expect(bench.sent.filter(({ url }) => url.pathname === "/v2/profiles")).toHaveLength(2);
});

test("a country code or an account name that only one profile has is accepted", async () => {
  const bench = withProfiles(us, ca, agency);
  for (const profileId of ["ca", "acme-north", "22", "US", "Acme"])
    await bench.ads.sponsored_product_campaigns.list({ profileId });
  expect(scopes(bench)).toEqual(["22", "22", "22", "3301829348571624", "3301829348571624"]);
});

test("else the candidates are listed, and nothing is sent", async () => {
  const bench = withProfiles(us, ca, agency);
  for (const profileId of [undefined, "DE"])
    await expect(bench.ads.sponsored_product_campaigns.list({ profileId })).rejects.toMatchObject({
      code: "invalid_params",
      path: "params.profileId",
      hint: 'Pass profileId: "3301829348571624" (US, Acme, seller) or "22" (CA, Acme North, seller).',
    });
  await expect(bench.ads.sponsored_product_campaigns.list({ profileId: "33" })).rejects.toMatchObject({
    message: expect.stringContaining("agency"),
  });
  expect(bench.calls()).toEqual([]);
});

test("an id that no list shows is Amazon's to judge; its 401 lists the profiles of the login", async () => {
  const bench = open(({ url }) =>
    url.pathname === "/sp/campaigns/list"
      ? reply({ code: "UNAUTHORIZED", message: "Not authorized to access scope 99" }, 401)
      : undefined,
  );
  await expect(bench.ads.sponsored_product_campaigns.list({ profileId: "99" })).rejects.toMatchObject({
    code: "upstream_rejected",
    path: "params.profileId",
    hint: expect.stringContaining('"3301829348571624" (US, Acme, seller)'),
  });
  // The token was young: it was not for its age.
  expect(bench.tokens()).toHaveLength(1);
});

test("no profiles here: the other regions are asked once each, with the same token, and told", async () => {
  const bench = open(({ url }) =>
    url.pathname !== "/v2/profiles"
      ? undefined
      : reply(url.host === "advertising-api-eu.amazon.com" ? [us, ca] : []),
  );
  const told = "2 in the region eu (https://advertising-api-eu.amazon.com). Set config.region to that.";
  const { data, meta } = await bench.ads.profiles.list();
  expect(data).toEqual([]);
  expect(meta.warnings).toEqual([expect.stringContaining(told)]);
  expect(bench.sent.map(({ url }) => url.host).sort()).toEqual([
    "advertising-api-eu.amazon.com",
    "advertising-api-fe.amazon.com",
    "advertising-api.amazon.com",
    "api.amazon.com",
  ]);
  await expect(bench.ads.sponsored_product_campaigns.list()).rejects.toMatchObject({
    hint: expect.stringContaining(told),
  });
  expect((await bench.ads.check()).identity).toMatchObject({
    profiles: [],
    warning: expect.stringContaining(told),
  });
});

test("with an endpoint of code's, everything goes there: tokens, and no other region is asked", async () => {
  const bench = open(({ url }) => (url.pathname === "/v2/profiles" ? reply([]) : undefined), {
    endpoint: "http://127.0.0.1:9/ads",
  });
  bench.sent.length = 0;
  await bench.ads.profiles.list().catch(() => {});
  expect(bench.sent.map(({ url }) => url.origin)).toEqual(["http://127.0.0.1:9"]);
});

test("ids of 18 digits survive: listed, sent back as text where it takes text, as a number where it takes one", async () => {
  const id = "144373194309380061";
  const bench = open(({ url }) => {
    if (url.pathname === "/v2/profiles") return reply(`[{"profileId":${id},"countryCode":"US"}]`);
    if (url.pathname === "/sd/campaigns" && url.search !== "")
      return reply(`[{"campaignId":${id},"budget":10,"state":"paused"}]`);
    if (url.pathname === "/sd/campaigns") return reply(`[{"code":"SUCCESS","campaignId":${id}}]`, 207);
    if (url.pathname === "/sp/campaigns/list") return reply(`{"campaigns":[{"campaignId":"${id}"}]}`);
    return undefined;
  });
  const { data } = await bench.ads.sd_campaigns.list();
  expect(data[0]!.campaignId).toBe(id);
  const done = await bench.ads.sd_campaigns.update({ campaigns: [{ campaignId: id, budget: 5 }] });
  expect(done.data.succeeded).toEqual([{ index: 0, id }]);
  expect(bench.calls().at(-1)!.body).toBe(`[{"campaignId":${id},"budget":5}]`);
  await bench.ads.sponsored_product_campaigns.get({ campaignId: id });
  expect(bench.calls().at(-1)!.body).toBe(`{"campaignIdFilter":{"include":["${id}"]}}`);
  expect(scopes(bench)).toEqual([id, id, id, id]);
});

test("fields cut down each profile, though the list has no pages; names that no profile has are refused", async () => {
  const { ads } = withProfiles(us, ca);
  const { data } = await ads.profiles.list({ fields: ["countryCode"] });
  expect(data).toEqual([{ countryCode: "US" }, { countryCode: "CA" }]);
  await expect(ads.profiles.list({ fields: ["country"] })).rejects.toMatchObject({ code: "invalid_params" });
});
