import type { AskedJob } from "../../../core/contract/search.ts";
import { accountJobs } from "./accounts.ts";
import { adJobs } from "./ad-groups-and-ads.ts";
import { creativeJobs } from "./brand-and-display-ads.ts";
import { campaignJobs } from "./campaigns.ts";
import { adProducts } from "./ad-entities.ts";
import { keywordJobs } from "./keywords.ts";
import { negativeJobs } from "./negatives.ts";
import { productJobs } from "./products-and-stores.ts";
import { reportJobs } from "./reports.ts";
import { ruleJobs } from "./rules.ts";
import { researchJobs } from "./targeting-research.ts";
import { targetJobs } from "./targets.ts";
import { missing } from "./missing.ts";

/** What people ask for, in words that are common in help pages and among advertisers. */
export const jobs: readonly AskedJob[] = [
  ...adProducts,
  ...campaignJobs,
  ...adJobs,
  ...creativeJobs,
  ...keywordJobs,
  ...targetJobs,
  ...researchJobs,
  ...negativeJobs,
  ...reportJobs,
  ...accountJobs,
  ...ruleJobs,
  ...productJobs,
  ...missing,
];
