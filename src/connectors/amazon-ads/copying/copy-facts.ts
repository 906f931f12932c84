import type { Dict } from "../../../core/ground/json.ts";
import { adGroups, kinds } from "./kinds.ts";

/** The operations that create a copy. */
export const copyCalls = ["sp.campaigns", ...kinds.map(({ operations }) => operations)].map(
  (operation) => `${operation}.create`,
);

/** The actions with which the guard reads the campaign, the products and the profiles. */
export const copyReads = [
  "sponsored_product_campaigns.list",
  ...kinds.map(({ entity }) => `${entity}.list`),
  "profiles.get",
  "product_metadata.query",
];

/** A model sees the ids of the ad groups, and how many of the other records were created. */
export function viewOfCopy({ created, ...rest }: Dict): Dict {
  const counts = Object.entries(created as Record<string, string[]>).map(
    ([key, ids]) => [key, key === adGroups.key ? ids : ids.length] as const,
  );
  return { ...rest, created: Object.fromEntries(counts) };
}
