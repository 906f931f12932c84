import type { AmazonAdsState } from "agent-connectors/sandbox";
import { flat, type WorldRecord } from "./world-record.ts";

/**
 * Returns the campaigns, keywords and other entities of all accounts. `kind` is the sandbox's collection, such as
 * `sp/campaigns`. Reports are left out, because requesting a report changes nothing. `account` is the country of the
 * profile, and `campaign` and `adGroup` are the names of the parents.
 */
export function amazonAdsRecords({ accounts }: AmazonAdsState): WorldRecord[] {
  return accounts.flatMap(({ profile, entities }) => {
    const nameOf = (collection: string, id: unknown, idField: string): unknown =>
      Object.entries(entities)
        .find(([name]) => name === collection)?.[1]
        .find((entity) => entity[idField] === id)?.["name"];
    return Object.entries(entities).flatMap(([kind, list]) =>
      list.map((entity): WorldRecord => {
        const family = kind.split("/")[0]!;
        const { campaignId, adGroupId } = entity;
        return {
          kind,
          key: `${profile.profileId} ${idOf(entity)}`,
          fields: flat(entity),
          about: {
            account: profile.countryCode,
            ...(kind.endsWith("/campaigns")
              ? {}
              : { campaign: nameOf(`${family}/campaigns`, campaignId, "campaignId") }),
            ...(kind.endsWith("/adGroups")
              ? {}
              : { adGroup: nameOf(`${family}/adGroups`, adGroupId, "adGroupId") }),
          },
        };
      }),
    );
  });
}

/** The field that contains the id of an entity, most specific first. */
const idFields = [
  "keywordId",
  "targetId",
  "adId",
  "themeId",
  "creativeId",
  "ruleId",
  "optimizationRuleId",
  "campaignOptimizationId",
  "targetPromotionGroupId",
  "adGroupId",
  "campaignId",
  "portfolioId",
];

function idOf(entity: Readonly<Record<string, unknown>>): string {
  const field = idFields.find((name) => typeof entity[name] === "string");
  if (field === undefined) throw new Error(`This entity has no known id: ${JSON.stringify(entity)}`);
  return String(entity[field]);
}
