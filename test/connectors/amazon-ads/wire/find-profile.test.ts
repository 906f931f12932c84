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

test("the only advertiser's profile is used and cached; an agency's profile does not count", async () => {
  const bench = withProfiles(us, agency);
  await bench.ads.sponsored_product_campaigns.list();
  await bench.ads.sponsored_product_campaigns.list();
  expect(scopes(bench)).toEqual(["3301829348571624", "3301829348571624"]);
  expect(bench.sent.filter(({ url }) => url.pathname === "/v2/profiles")).toHaveLength(1);
  await bench.clock.sleep(11 * 60_000);
  await bench.ads.sponsored_product_campaigns.list();
  expect(bench.sent.filter(({ url }) => url.pathname === "/v2/profiles")).toHaveLength(2);
});

test("a country code or account name of one profile is accepted", async () => {
  const bench = withProfiles(us, ca, agency);
  for (const profileId of ["ca", "acme-north", "22", "US", "Acme"])
    await bench.ads.sponsored_product_campaigns.list({ profileId });
  expect(scopes(bench)).toEqual(["22", "22", "22", "3301829348571624", "3301829348571624"]);
});

test("a result says which profile it is from, if the call has given a country or a name", async () => {
  const { ads } = withProfiles(us, ca, agency);
  const tool = await ads.tool();
  const told = async (profileId: string) => {
    const call = { entity: "sponsored_product_campaigns", action: "list", params: { profileId } };
    const { text } = await tool.call(call);
    return (JSON.parse(text) as { profileId?: string }).profileId;
  };
  expect(await told("ca")).toBe("22");
  expect(await told("Acme")).toBe("3301829348571624");
  expect(await told("22")).toBeUndefined();
  expect((await ads.sponsored_product_campaigns.list({ profileId: "CA" })).meta).toMatchObject({
    profileId: "22",
    profile: { profileId: "22" },
  });
});

test("if the name is ambiguous or unknown, the hint lists the profiles, and nothing is sent", async () => {
  const bench = withProfiles(us, ca, agency);
  for (const profileId of [undefined, "DE"])
    await expect(bench.ads.sponsored_product_campaigns.list({ profileId })).rejects.toMatchObject({
      code: "invalid_params",
      path: "params.profileId",
      hint: 'Pass profileId: "3301829348571624" (US, “Acme”, seller) or "22" (CA, “Acme North”, seller).',
    });
  await expect(bench.ads.sponsored_product_campaigns.list({ profileId: "33" })).rejects.toMatchObject({
    message: expect.stringContaining("agency"),
  });
  expect(bench.calls()).toEqual([]);
});

test("an id that is not in the list is sent, and the error for Amazon's 401 lists the profiles", async () => {
  const bench = open(({ url }) =>
    url.pathname === "/sp/campaigns/list"
      ? reply({ code: "UNAUTHORIZED", message: "Not authorized to access scope 99" }, 401)
      : undefined,
  );
  await expect(bench.ads.sponsored_product_campaigns.list({ profileId: "99" })).rejects.toMatchObject({
    code: "upstream_rejected",
    path: "params.profileId",
    message: expect.stringContaining("Profile 99 does not belong to this login in this region."),
    hint: expect.stringContaining('"3301829348571624" (US, “Acme”, seller)'),
  });
  // The connector did not refresh the token, because the token was new.
  expect(bench.tokens()).toHaveLength(1);
});

test("if the region has no profiles, each region is read once, and the error names the regions with profiles", async () => {
  const bench = open(({ url }) =>
    url.pathname !== "/v2/profiles"
      ? undefined
      : reply(url.host === "advertising-api-eu.amazon.com" ? [us, ca] : []),
  );
  const elsewhere =
    "2 in the region eu (https://advertising-api-eu.amazon.com). Set config.region to that region.";
  const { data, meta } = await bench.ads.profiles.list();
  expect(data).toEqual([]);
  expect(meta.warnings).toEqual([expect.stringContaining(elsewhere)]);
  expect(bench.sent.map(({ url }) => url.host).sort()).toEqual([
    "advertising-api-eu.amazon.com",
    "advertising-api-fe.amazon.com",
    "advertising-api.amazon.com",
    "api.amazon.com",
  ]);
  await expect(bench.ads.sponsored_product_campaigns.list()).rejects.toMatchObject({
    hint: expect.stringContaining(elsewhere),
  });
  expect((await bench.ads.check()).identity).toMatchObject({
    profiles: [],
    warning: expect.stringContaining(elsewhere),
  });
});

test("if code sets the endpoint, tokens and profiles come from this endpoint, and no other region is used", async () => {
  const endpoint = "http://127.0.0.1:9/ads";
  const bench = open(
    ({ url }) => {
      if (url.pathname === "/ads/auth/o2/token") return { access_token: "Atza|1", expires_in: 3600 };
      return url.pathname.endsWith("/v2/profiles") ? reply([]) : undefined;
    },
    { endpoint },
  );
  const { data, meta } = await bench.ads.profiles.list();
  expect([data, meta.warnings]).toEqual([[], undefined]);
  await expect(bench.ads.sponsored_product_campaigns.list()).rejects.toMatchObject({
    code: "invalid_params",
  });
  expect((await bench.ads.check()).identity).toEqual({ region: endpoint, profiles: [] });
  const addresses = bench.sent.map(({ url }) => url.href);
  expect(new Set(addresses)).toEqual(
    new Set(["auth/o2/token", "v2/profiles", "managerAccounts"].map((path) => `${endpoint}/${path}`)),
  );
});

test("ids of 18 digits keep every digit, whether an operation takes them as text or as numbers", async () => {
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

test("fields selects fields of each profile; an unknown field is refused", async () => {
  const { ads } = withProfiles(us, ca);
  const { data } = await ads.profiles.list({ fields: ["countryCode"] });
  expect(data).toEqual([{ countryCode: "US" }, { countryCode: "CA" }]);
  await expect(ads.profiles.list({ fields: ["country"] })).rejects.toMatchObject({ code: "invalid_params" });
});
