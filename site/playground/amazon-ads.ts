import { amazonAdsSandbox } from "../../sandbox/amazon-ads/index.ts";
import { AmazonAdsConnector } from "../../src/connectors/amazon-ads/index.ts";
import type { Playable } from "./playable.ts";

const profileId = "2381940675312846";
/** The ids of a campaign, an ad group and what is in it. */
const branch = (
  campaignId: string,
  adGroupId: string,
  { keywordId, targetId, adId }: Readonly<Record<string, string>>,
) => ({
  campaignId,
  campaignIds: [campaignId],
  adGroupId,
  adGroupIds: [adGroupId],
  ...(keywordId === undefined ? {} : { keywordId, keywordIds: [keywordId] }),
  ...(targetId === undefined ? {} : { targetId, targetIds: [targetId] }),
  ...(adId === undefined ? {} : { adId, adIds: [adId] }),
});

export const playable: Playable = {
  Connector: AmazonAdsConnector,
  open() {
    const sandbox = amazonAdsSandbox();
    return new AmazonAdsConnector({ auth: sandbox.credentials }, sandbox.options);
  },
  always: { profileId },
  samples: [
    [
      /./,
      {
        profileId,
        portfolioId: "83124790561203",
        portfolioIds: ["83124790561203"],
        sku: "FH-TENT-4P",
        asins: ["B0CK7R2M4Q"],
        ...branch("144373194309380061", "144373194309380062", {
          keywordId: "172472135954996",
          adId: "171854101966247",
        }),
      },
    ],
    [
      /^sponsored_product_targets\./,
      branch("173283665448701", "173901699437450", { targetId: "175755801403697" }),
    ],
    [
      /^sponsored_product_negative_targets\./,
      { targetId: "176103325561211", targetIds: ["176103325561211"] },
    ],
    [
      /^sponsored_product_negative_keywords\./,
      branch("177416407864988", "178034441853737", { keywordId: "172742645786231" }),
    ],
    [
      /^sponsored_product_campaign_negative_keywords\./,
      { keywordId: "170618033988749", keywordIds: ["170618033988749"] },
    ],
    [
      /^(sb_|sponsored_brands_)/,
      branch("144327786111035248", "144346139432000903", {
        keywordId: "144346139432000907",
        adId: "144346139432000905",
      }),
    ],
    [/^sb_negative_keywords\./, { keywordId: "144346139432000931", keywordIds: ["144346139432000931"] }],
    [/^sb_targets\./, branch("144327786111035248", "144346139432000904", { targetId: "144346139432000941" })],
    [
      /^sd_/,
      branch("127519806194475", "72835501651007", { targetId: "72835501651021", adId: "72835501651011" }),
    ],
    [/^sd_negative_targets\./, { targetId: "72835501651031", targetIds: ["72835501651031"] }],
  ],
};
