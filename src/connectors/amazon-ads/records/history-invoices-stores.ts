import type { Zod } from "../../../core/contract/action.ts";
import { number, text } from "./common-fields.ts";

export const HistoryEvent = (z: Zod) =>
  z.object({
    /** The time in the profile's time zone, such as `2026-01-31 14:05`. */
    time: text(z),
    /** The time in milliseconds since 1970. */
    timestamp: number(z),
    changeType: text(z),
    entityType: text(z),
    entityId: text(z),
    previousValue: z.unknown(),
    newValue: z.unknown(),
    metadata: z.record(z.string(), z.unknown()).nullish(),
  });

export const Invoice = (z: Zod) =>
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
