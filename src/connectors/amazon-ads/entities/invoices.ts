import { action } from "../../../core/contract/action.ts";
import { isDict, type Dict } from "../../../core/ground/json.ts";
import { replyMeta } from "../../../core/call/send-operation.ts";
import { date, profile } from "../params.ts";
import { checkPeriod } from "../dates/check-period.ts";
import { Invoice, InvoiceLine } from "../records/history-invoices-stores.ts";

const statuses = ["ISSUED", "PAID_IN_FULL", "PAID_IN_PART", "WRITTEN_OFF"] as const;
const maxPages = 10;

/** Returns the content of a response. Amazon does not always send the documented object `payload`. */
const payload = (body: unknown): Dict => (isDict(body) ? (isDict(body.payload) ? body.payload : body) : {});

export const list = action({
  description: "List invoices. Needs the billing permission.",
  params: (z) => ({
    invoiceStatuses: z.array(z.enum(statuses)).min(1).optional(),
    startDate: date(z).optional(),
    endDate: date(z).optional(),
    ...profile(z),
  }),
  result: (z) => z.array(Invoice(z)),
  effect: "read",
  check: (params) => checkPeriod(params, ""),
  calls: "invoices.list",
  example: { invoiceStatuses: ["ISSUED"] },
  run: async ({ invoiceStatuses, startDate, endDate, profileId }, { send }) => {
    const found: Dict[] = [];
    let cursor: unknown;
    let reply;
    for (let page = 0; page < maxPages; page++) {
      reply = await send("invoices.list", {
        profileId,
        invoiceStatuses,
        startDate,
        endDate,
        count: 100,
        cursor,
      });
      const { invoiceSummaries, nextCursor } = payload(reply.body);
      if (Array.isArray(invoiceSummaries)) found.push(...invoiceSummaries.filter(isDict));
      cursor = typeof nextCursor === "string" && nextCursor !== "" ? nextCursor : undefined;
      if (cursor === undefined) break;
    }
    // Amazon reportedly ignores the status and the dates in the request, so the invoices are filtered here.
    const day = (one: Dict) =>
      String(one.invoiceDate ?? "")
        .replaceAll("-", "")
        .slice(0, 8);
    const bound = (text: string | undefined) => text?.replaceAll("-", "");
    const matching = found.filter(
      (one) =>
        (!invoiceStatuses || (invoiceStatuses as readonly unknown[]).includes(one.status)) &&
        (startDate === undefined || day(one) === "" || day(one) >= bound(startDate)!) &&
        (endDate === undefined || day(one) === "" || day(one) <= bound(endDate)!),
    );
    const more =
      cursor === undefined
        ? {}
        : { warnings: [`Only the first ${maxPages * 100} invoices were read; narrow the dates.`] };
    return { data: matching, meta: { ...(reply ? replyMeta(reply) : {}), ...more } };
  },
});

export const get = action({
  description: "Get one invoice with its lines.",
  params: (z) => ({ invoiceId: z.string().regex(/^[\w-]{1,100}$/), ...profile(z) }),
  result: (z) =>
    z.object({
      invoiceSummary: Invoice(z).nullish(),
      invoiceLines: z.array(InvoiceLine(z)).nullish(),
    }),
  effect: "read",
  calls: "invoices.get",
  example: { invoiceId: "TR5XQP-14" },
  run: async (params, { send }) => {
    const reply = await send("invoices.get", params);
    return { data: payload(reply.body), meta: replyMeta(reply) };
  },
});
