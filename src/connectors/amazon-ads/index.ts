import type { Named } from "../../define/connector-class.ts";
import { createConnectorClass } from "../../define/connector-factory.ts";
import { late } from "../../core/ground/lazy.ts";
import { schemas } from "./compiled.ts";
import { connectFlow } from "./wire/connect-flow.ts";
import * as entities from "./entities/index.ts";
import { synonyms } from "./asked/synonyms.ts";
import { caps, dayCaps, moneyCaps } from "./money/ground/cap-names.ts";
import { fieldJudgements } from "./money/judge/field-judgements.ts";
import { judgedEntities } from "./money/judge/judged-entities.ts";
import { everyday } from "./operations/everyday-actions.ts";
import { adsRequest } from "./operations/ads-request.ts";
import { operations } from "./operations/index.ts";
import { platformMessages } from "./operations/known-messages.ts";
import { peopleMaps, platformFields } from "./records/text-sources.ts";
import { fileHosts, regionAliases, regions, tokenOrigin } from "./wire/regions.ts";

const Defined = createConnectorClass(schemas, {
  name: "amazon-ads",
  title: "Amazon Ads",
  endpoint: (config) => config.region,
  origins: [tokenOrigin],
  fileHosts,
  requestIdHeader: "x-amz-rid",
  timeoutMs: 60_000,
  auth: {
    oauth: {
      client_id: { description: "client id of the Login with Amazon application" },
      client_secret: { description: "client secret of the same application" },
      refresh_token: { description: "refresh token that the user granted" },
    },
  },
  unavailable: { api_token: "the token method is unavailable for this connector." },
  config: {
    region: {
      description: "address of the Amazon Ads API for the account's region",
      default: regions.na,
      values: Object.values(regions),
      aliases: regionAliases,
      code: "region_not_allowed",
    },
  },
  connectFlow,
  entities: judgedEntities(entities, fieldJudgements),
  fieldNotes: async () => (await import("./field-notes.ts")).fieldNotes,
  order: [
    "profiles",
    "sponsored_product_campaigns",
    "reports",
    "sponsored_product_ad_groups",
    "sponsored_product_keywords",
    "sponsored_product_product_ads",
    "sponsored_product_targets",
    "sponsored_product_negative_keywords",
    "portfolios",
    "sponsored_brands_campaigns",
    "sponsored_brands_ad_groups",
  ],
  everyday,
  operations,
  async connect(credentials, options) {
    const { connectAmazonAds } = await import("./wire/http.ts");
    return connectAmazonAds(credentials as never, options);
  },
  rawRequests: { operation: adsRequest, account: "profileId" },
  preview: late(async () => (await import("./dry-run/preview.ts")).preview),
  legend: ["currency", "names", "profileId", "dates"],
  platformFields,
  peopleMaps,
  platformMessages,
  toolEffects: ["read"],
  caps,
  moneyCaps,
  dayCaps,
  // A profile belongs to one advertiser. The login of an agency can use the profiles of all its clients, so a policy
  // can limit calls to some profiles.
  allowListKinds: {
    profileId: {
      params: ["profileId", "profileIds", "fromProfileId"],
      accepts: { pattern: /^\d{1,20}$/, says: 'the id of a profile as text, such as "3301829348571624"' },
      capsField: "profiles",
      without: ["reports.types"],
    },
  },
  toolNotes:
    "… profileId: id, country code or account name; optional with one. Lists take states (ENABLED, PAUSED; ARCHIVED), names, adGroupIds, own ids. Ids are text.",
  entityNotes: {
    reports:
      "Reports: spCampaigns, spSearchTerm, spTargeting, spAdvertisedProduct, sbCampaigns, sdCampaigns, …; columns: cost, sales14d, acos14d, …",
  },
  synonyms,
  jobs: async () => (await import("./asked/index.ts")).jobs,
  paramAliases: {
    amazonadvertisingapiscope: "profileId",
    profile: "profileId",
    fromdate: "startDate",
    todate: "endDate",
    scope: "profileId",
    statefilter: "states",
    campaignidfilter: "campaignIds",
    adgroupidfilter: "adGroupIds",
    keywordidfilter: "keywordIds",
    targetidfilter: "targetIds",
    adidfilter: "adIds",
    portfolioidfilter: "portfolioIds",
    namefilter: "names",
    includeextendeddatafields: "extended",
  },
});
/**
 * The connector for Amazon Ads. It needs the credentials of a Login with Amazon application: `client_id`,
 * `client_secret` and `refresh_token`. `config.region` selects the region of the account's profiles.
 * https://advertising.amazon.com/API/docs/en-us/guides/get-started/overview
 */
export const AmazonAdsConnector: Named<typeof Defined, AmazonAdsConnector> = Defined;
export interface AmazonAdsConnector extends InstanceType<typeof Defined> {}
export { exportRows, reportRows } from "./reports/request/iterate-rows.ts";
export { csvLines, jsonlLines, toCsv, toJsonl } from "./reports/rows/csv-and-jsonl.ts";
