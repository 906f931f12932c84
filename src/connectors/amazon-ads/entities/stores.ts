import { action, type Z } from "../../../core/contract/action.ts";
import { date, profile } from "../params.ts";
import { Store } from "../records/history-invoices-stores.ts";
import { bodyAsData } from "../resources/body-as-data.ts";

const brandEntityId = (z: Z) =>
  z
    .string()
    .regex(/^[\w.-]{1,100}$/)
    .describe("brandEntityId from stores.list");
const metrics = (z: Z) =>
  z
    .array(z.string().regex(/^[A-Z0-9_]{1,60}$/))
    .min(1)
    .max(50);
const range = (z: Z) => ({ startDate: date(z), endDate: date(z) });

export const list = action({
  description: "List the account's Stores and their pages.",
  params: (z) => profile(z),
  result: (z) => z.array(Store(z)),
  effect: "read",
  calls: "stores.list",
  example: {},
  run: (params, context) => bodyAsData(context, "stores.list", params),
});

export const insights = action({
  description: "Get visits, views and sales of a Store, by date, page, source or tag.",
  params: (z) => ({
    brandEntityId: brandEntityId(z),
    ...range(z),
    dimension: z.enum(["DATE", "PAGE", "SOURCE", "STORE", "TAG"]),
    metrics: metrics(z),
    maxResult: z.int().min(1).max(1500).optional().meta({ rare: true }),
    paginationToken: z.string().min(1).optional().meta({ rare: true }),
    ...profile(z),
  }),
  effect: "read",
  calls: "stores.insights",
  example: {
    brandEntityId: "ENTITY1",
    startDate: "2026-01-01",
    endDate: "2026-01-31",
    dimension: "DATE",
    metrics: ["VISITS", "VIEWS"],
  },
  run: (params, context) => bodyAsData(context, "stores.insights", params),
});

export const asin_metrics = action({
  description: "Get statistics of products in a Store: renders, clicks, orders.",
  params: (z) => ({ brandEntityId: brandEntityId(z), ...range(z), metrics: metrics(z), ...profile(z) }),
  effect: "read",
  calls: "stores.asin_metrics",
  example: {
    brandEntityId: "ENTITY1",
    startDate: "2026-01-01",
    endDate: "2026-01-31",
    metrics: ["CLICKS", "ORDERS"],
  },
  run: (params, context) => bodyAsData(context, "stores.asin_metrics", { ...params, dimension: "ASIN" }),
});
