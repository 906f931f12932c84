import type { Zod } from "../../../core/contract/action.ts";
import { number, tags, text, texts } from "./common-fields.ts";

export const HistoryEvent = (z: Zod) =>
  z.object({
    /** The time in the profile's time zone, such as `2026-01-31 14:05`. */
    time: text(z),
    /** The time in milliseconds since 1970. */
    timestamp: number(z),
    changeType: text(z),
    entityType: text(z),
    entityId: text(z),
    previousValue: text(z),
    newValue: text(z),
    metadata: z
      .object({
        campaignId: text(z),
        adGroupId: text(z),
        campaignBudgetType: text(z),
        keyword: text(z),
        keywordType: text(z),
        negativeTargetingType: text(z),
        placementGroupPosition: text(z),
        predefinedTarget: text(z),
        productTargetingType: text(z),
        targetingExpression: text(z),
        targetingType: text(z),
        theme: text(z),
      })
      .nullish(),
  });

const money = (z: Zod) => z.object({ amount: number(z), currencyCode: text(z) }).nullish();

export const Invoice = (z: Zod) =>
  z.object({
    id: text(z),
    status: text(z),
    invoiceDate: text(z),
    dueDate: text(z),
    fromDate: text(z),
    toDate: text(z),
    purchaseOrderNumber: text(z),
    amountDue: money(z),
    taxAmountDue: money(z),
    remainingAmountDue: money(z),
    paymentMethod: text(z),
  });

export const InvoiceLine = (z: Zod) =>
  z.object({
    campaignId: text(z),
    campaignName: text(z),
    campaignTags: tags(z),
    portfolioId: text(z),
    name: text(z),
    programName: text(z),
    purchaseOrderNumber: text(z),
    priceType: text(z),
    costEventType: text(z),
    costEventCount: number(z),
    costPerUnit: number(z),
    costPerEventType: number(z),
    cost: money(z),
    supplyCost: money(z),
    promotionAmount: money(z),
    commissionAmount: money(z),
    commissionRate: number(z),
    fees: z.array(z.object({ feeType: text(z), cost: money(z) })).nullish(),
  });

export const Store = (z: Zod) =>
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

/** The figures of one product, with its ASIN. Amazon names each figure like the metric in the request. */
export const StoreProducts = (z: Zod) =>
  z.object({
    dimension: text(z),
    metricsDetails: z.array(z.record(z.string(), z.union([z.string(), z.number()]))).nullish(),
  });

/** The figures of one day, page, source or tag. Amazon names each figure like the metric in the request. */
export const StoreInsights = (z: Zod) =>
  z.object({
    dimension: text(z),
    filter: z.object({ pageIds: texts(z), sources: texts(z), tags: texts(z) }).nullish(),
    metricsDetails: z
      .array(
        z.record(
          z.string(),
          z.union([
            z.string(),
            z.number(),
            z.boolean(),
            z.array(z.string()),
            z.array(
              z.object({
                category: text(z),
                recommendedAction: text(z),
                observedAverageDwellTimeIncrease: text(z),
                exampleText: text(z),
                exampleLink: text(z),
                ctaText: text(z),
                ctaLink: text(z),
              }),
            ),
          ]),
        ),
      )
      .nullish(),
    paginationToken: text(z),
  });
