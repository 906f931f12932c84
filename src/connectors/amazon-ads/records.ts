import type { Z } from "../../core/action.ts";

// Amazon's records: what is worth a model's attention of each. They document and type an answer; Amazon may leave out any
// field. Ids are text in all of them.

const text = (z: Z) => z.string().nullish();
const flag = (z: Z) => z.boolean().nullish();
const number = (z: Z) => z.number().nullish();

export const Profile = (z: Z) =>
  z.object({
    profileId: z.string(),
    countryCode: text(z),
    currencyCode: text(z),
    timezone: text(z),
    dailyBudget: number(z),
    accountInfo: z
      .object({
        id: text(z),
        type: text(z),
        name: text(z),
        subType: text(z),
        marketplaceStringId: text(z),
        validPaymentMethod: flag(z),
      })
      .nullish(),
  });

const extendedData = (z: Z) =>
  z
    .object({
      servingStatus: text(z),
      servingStatusDetails: z.array(z.object({ name: text(z), message: text(z) })).nullish(),
      creationDateTime: text(z),
      lastUpdateDateTime: text(z),
      creationDate: z.union([z.string(), z.number()]).nullish(),
      lastUpdateDate: z.union([z.string(), z.number()]).nullish(),
      statusReasons: z.array(z.string()).nullish(),
    })
    .nullish();

const tags = (z: Z) => z.record(z.string(), z.string()).nullish();

export const Portfolio = (z: Z) =>
  z.object({
    portfolioId: z.string(),
    name: text(z),
    state: text(z),
    inBudget: flag(z),
    budget: z
      .object({
        amount: number(z),
        currencyCode: text(z),
        policy: text(z),
        startDate: text(z),
        endDate: text(z),
      })
      .nullish(),
    budgetControls: z.record(z.string(), z.unknown()).nullish(),
    extendedData: extendedData(z),
  });

export const Campaign = (z: Z) =>
  z.object({
    campaignId: z.string(),
    name: text(z),
    state: text(z),
    targetingType: text(z),
    budget: z.object({ budget: number(z), budgetType: text(z), effectiveBudget: number(z) }).nullish(),
    dynamicBidding: z
      .object({
        strategy: text(z),
        placementBidding: z.array(z.object({ placement: text(z), percentage: number(z) })).nullish(),
        shopperCohortBidding: z.array(z.record(z.string(), z.unknown())).nullish(),
      })
      .nullish(),
    startDate: text(z),
    endDate: text(z),
    portfolioId: text(z),
    premiumBidAdjustment: flag(z),
    siteRestrictions: z.array(z.string()).nullish(),
    offAmazonSettings: z.record(z.string(), z.unknown()).nullish(),
    tags: tags(z),
    extendedData: extendedData(z),
  });

export const AdGroup = (z: Z) =>
  z.object({
    adGroupId: z.string(),
    campaignId: text(z),
    name: text(z),
    state: text(z),
    defaultBid: number(z),
    extendedData: extendedData(z),
  });

export const Keyword = (z: Z) =>
  z.object({
    keywordId: z.string(),
    adGroupId: text(z),
    campaignId: text(z),
    keywordText: text(z),
    matchType: text(z),
    bid: number(z),
    state: text(z),
    nativeLanguageKeyword: text(z),
    nativeLanguageLocale: text(z),
    extendedData: extendedData(z),
  });

export const NegativeKeyword = (z: Z) =>
  z.object({
    keywordId: z.string(),
    adGroupId: text(z),
    campaignId: text(z),
    keywordText: text(z),
    matchType: text(z),
    state: text(z),
    nativeLanguageKeyword: text(z),
    nativeLanguageLocale: text(z),
    extendedData: extendedData(z),
  });

export const ProductAd = (z: Z) =>
  z.object({
    adId: z.string(),
    adGroupId: text(z),
    campaignId: text(z),
    asin: text(z),
    sku: text(z),
    state: text(z),
    customText: text(z),
    extendedData: extendedData(z),
  });

const expression = (z: Z) => z.array(z.object({ type: text(z), value: text(z) })).nullish();

export const Target = (z: Z) =>
  z.object({
    targetId: z.string(),
    adGroupId: text(z),
    campaignId: text(z),
    expressionType: text(z),
    expression: expression(z),
    resolvedExpression: expression(z),
    bid: number(z),
    state: text(z),
    extendedData: extendedData(z),
  });

export const NegativeTarget = (z: Z) =>
  z.object({
    targetId: z.string(),
    adGroupId: text(z),
    campaignId: text(z),
    expression: expression(z),
    resolvedExpression: expression(z),
    expressionType: text(z),
    state: text(z),
    extendedData: extendedData(z),
  });

export const BudgetUsage = (z: Z) =>
  z.array(
    z.object({
      campaignId: text(z),
      portfolioId: text(z),
      budget: number(z),
      budgetUsagePercent: number(z),
      usageUpdatedTimestamp: text(z),
      index: number(z),
    }),
  );

export const BudgetRecommendation = (z: Z) =>
  z.object({
    budgetRecommendationsSuccessResults: z.array(z.record(z.string(), z.unknown())).nullish(),
    budgetRecommendationsErrorResults: z.array(z.record(z.string(), z.unknown())).nullish(),
    success: z.array(z.record(z.string(), z.unknown())).nullish(),
    error: z.array(z.record(z.string(), z.unknown())).nullish(),
  });

const things = (z: Z) => z.array(z.record(z.string(), z.unknown())).nullish();

/** Bids of keyword recommendations are in minor units of the currency. */
export const KeywordRecommendation = (z: Z) =>
  z.object({ keywordTargetList: things(z), impactMetrics: z.unknown() });
export const BidRecommendation = (z: Z) => z.object({ bidRecommendations: things(z) });

export const BrandsCampaign = (z: Z) =>
  z.object({
    campaignId: z.string(),
    name: text(z),
    state: text(z),
    budget: number(z),
    budgetType: text(z),
    costType: text(z),
    goal: text(z),
    bidding: z.record(z.string(), z.unknown()).nullish(),
    brandEntityId: text(z),
    portfolioId: text(z),
    productLocation: text(z),
    startDate: text(z),
    endDate: text(z),
    isMultiAdGroupsEnabled: flag(z),
    smartDefault: z.array(z.string()).nullish(),
    ruleBasedBudget: z.unknown(),
    tags: tags(z),
    extendedData: extendedData(z),
  });

export const BrandsAdGroup = (z: Z) =>
  z.object({
    adGroupId: z.string(),
    campaignId: text(z),
    name: text(z),
    state: text(z),
    extendedData: extendedData(z),
  });

export const BrandsAd = (z: Z) =>
  z.object({
    adId: z.string(),
    adGroupId: text(z),
    campaignId: text(z),
    name: text(z),
    state: text(z),
    creative: z.record(z.string(), z.unknown()).nullish(),
    landingPage: z.record(z.string(), z.unknown()).nullish(),
    extendedData: extendedData(z),
  });

export const BrandsKeyword = (z: Z) =>
  z.object({
    keywordId: z.string(),
    adGroupId: text(z),
    campaignId: text(z),
    keywordText: text(z),
    matchType: text(z),
    bid: number(z),
    state: text(z),
    nativeLanguageKeyword: text(z),
    nativeLanguageLocale: text(z),
  });

export const BrandsTarget = (z: Z) =>
  z.object({
    targetId: z.string(),
    adGroupId: text(z),
    campaignId: text(z),
    expressions: things(z),
    resolvedExpressions: things(z),
    bid: number(z),
    state: text(z),
  });

export const Report = (z: Z) =>
  z.object({
    reportId: z.string(),
    status: z.string(),
    name: text(z),
    startDate: text(z),
    endDate: text(z),
    configuration: z.record(z.string(), z.unknown()).nullish(),
    failureReason: text(z),
    fileSize: number(z),
    createdAt: text(z),
    updatedAt: text(z),
    generatedAt: text(z),
    urlExpiresAt: text(z),
    reused: flag(z),
  });

/** Rows have the report's columns. While it runs, `resume` is the call that gets them. */
export const ReportRows = (z: Z) =>
  z.object({
    status: z.enum(["completed", "running"]),
    rows: things(z),
    rows_in_report: number(z),
    rows_matched: number(z),
    rows_after_sum: number(z),
    next_skip: number(z),
    reportIds: z.array(z.string()).nullish(),
    exportId: text(z),
    timeUnit: text(z),
    reused: flag(z),
    next_poll_seconds: number(z),
    resume: z
      .object({ entity: z.string(), action: z.string(), params: z.record(z.string(), z.unknown()) })
      .nullish(),
  });

export const DisplayCampaign = (z: Z) =>
  z.object({
    campaignId: z.string(),
    name: text(z),
    state: text(z),
    tactic: text(z),
    costType: text(z),
    budget: number(z),
    budgetType: text(z),
    startDate: text(z),
    endDate: text(z),
    portfolioId: text(z),
    deliveryProfile: text(z),
  });

export const DisplayAdGroup = (z: Z) =>
  z.object({
    adGroupId: z.string(),
    campaignId: text(z),
    name: text(z),
    state: text(z),
    defaultBid: number(z),
    bidOptimization: text(z),
    tactic: text(z),
    creativeType: text(z),
  });

export const DisplayAd = (z: Z) =>
  z.object({
    adId: z.string(),
    adGroupId: text(z),
    campaignId: text(z),
    asin: text(z),
    sku: text(z),
    adName: text(z),
    state: text(z),
    landingPageURL: text(z),
    landingPageType: text(z),
  });

export const DisplayTarget = (z: Z) =>
  z.object({
    targetId: z.string(),
    adGroupId: text(z),
    campaignId: text(z),
    expressionType: text(z),
    expression: things(z),
    resolvedExpression: things(z),
    bid: number(z),
    state: text(z),
  });

export const Export = (z: Z) =>
  z.object({
    exportId: z.string(),
    status: z.string(),
    fileSize: number(z),
    createdAt: text(z),
    generatedAt: text(z),
    urlExpiresAt: text(z),
    error: z.unknown(),
  });

export const HistoryEvent = (z: Z) =>
  z.object({
    timestamp: number(z),
    changeType: text(z),
    entityType: text(z),
    entityId: text(z),
    previousValue: z.unknown(),
    newValue: z.unknown(),
    metadata: z.record(z.string(), z.unknown()).nullish(),
  });

export const Invoice = (z: Z) =>
  z.object({
    id: text(z),
    status: text(z),
    invoiceDate: text(z),
    dueDate: text(z),
    fromDate: text(z),
    toDate: text(z),
    purchaseOrderNumber: text(z),
    amountDue: z.unknown(),
    taxAmountDue: z.unknown(),
    remainingAmountDue: z.unknown(),
    paymentMethod: text(z),
  });

export const Store = (z: Z) =>
  z.object({
    brandEntityId: text(z),
    brandName: text(z),
    entityId: text(z),
    storeName: text(z),
    code: text(z),
    storePageInfo: z
      .array(z.object({ storePageId: text(z), storePageName: text(z), storePageUrl: text(z) }))
      .nullish(),
  });
