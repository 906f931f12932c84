import { ok, refuse } from "../http/responses.ts";
import type { Call, Operations } from "../operation.ts";
import { sliceOf } from "../http/paging.ts";
import type { Fields, Invoice } from "../types.ts";

const type = (name: string): string[] => [`application/vnd.${name}.v1.1+json`];
const compact = (date: string): string => date.replaceAll("-", "");

/** According to users, Amazon's API ignores the filters of a request for invoices. The sandbox does the same. */
export const invoices: Operations = {
  "GET /invoices": {
    style: "details",
    profile: "any",
    produces: type("invoices"),
    run: (call) => {
      requireBilling(call);
      const { query, account } = call;
      const count = Number(query.get("count") ?? 100);
      if (!Number.isInteger(count) || count < 1 || count > 100)
        throw refuse(400, "count must be from 1 to 100");
      const start = readCursor(query.get("cursor"));
      const window = new URLSearchParams({ startIndex: String(start), count: String(count) });
      const found = account.invoices.toReversed();
      const invoiceSummaries = sliceOf(found, window, 100).map((invoice) => summary(call, invoice));
      const end = start + invoiceSummaries.length;
      return ok({
        status: "SUCCESS",
        payload: {
          invoiceSummaries,
          nextCursor: end < found.length ? btoa(`invoices:${end}`) : null,
          previousCursor: start > 0 ? btoa(`invoices:${Math.max(0, start - count)}`) : null,
        },
      });
    },
  },

  "GET /invoices/{invoiceId}": {
    style: "details",
    profile: "any",
    produces: type("invoice"),
    run: (call) => {
      requireBilling(call);
      const invoice = call.account.invoices.find(({ id }) => id === call.path["invoiceId"]);
      if (!invoice) throw refuse(404, `Invoice ${call.path["invoiceId"]} was not found`);
      return ok({ status: "SUCCESS", payload: detail(call, invoice) });
    },
  },
};

function requireBilling({ account }: Call): void {
  if (!account.billing) throw refuse(401, "The user does not have billing permission on this profile");
}

function readCursor(cursor: string | null): number {
  if (cursor === null) return 0;
  try {
    const start = /^invoices:(\d+)$/.exec(atob(cursor))?.[1];
    if (start !== undefined) return Number(start);
  } catch {
    // A cursor that is not base64 is refused below.
  }
  throw refuse(400, "Invalid cursor");
}

function summary({ account: { profile } }: Call, invoice: Invoice): Fields {
  const money = (amount: number): Fields => ({
    amount: Math.round(amount * 100) / 100,
    currencyCode: profile.currencyCode,
  });
  const total = invoice.amount * (1 + invoice.taxRate);
  return {
    id: invoice.id,
    status: invoice.status,
    fromDate: compact(invoice.from),
    toDate: compact(invoice.to),
    invoiceDate: compact(invoice.invoiceDate),
    dueDate: compact(invoice.dueDate),
    amountDue: money(total),
    taxAmountDue: money(invoice.amount * invoice.taxRate),
    remainingAmountDue: money(invoice.status === "PAID_IN_FULL" ? 0 : total),
    remainingTaxAmountDue: money(0),
    paymentMethod: "CREDIT_CARD",
    paymentTermsType: "NET_30",
    paymentTermsDays: 30,
    purchaseOrderNumber: null,
    taxRate: invoice.taxRate,
    fees: [],
    remainingFees: [],
    downloadableDocuments: ["INVOICE"],
  };
}

function detail(call: Call, invoice: Invoice): Fields {
  const { profile } = call.account;
  const contact = (addressee: string): Fields => ({
    address: { companyName: addressee, countryCode: profile.countryCode },
  });
  return {
    invoiceSummary: summary(call, invoice),
    issuerContactInfo: contact("Amazon Ads (sandbox)"),
    payerContactInfo: contact(profile.accountInfo.name),
    thirdPartyContactInfo: null,
    governmentInvoiceInformation: null,
    invoiceLines: [
      {
        name: "Sponsored Products",
        programName: "SPONSORED PRODUCTS",
        priceType: "CPC",
        quantity: 1,
        cost: { amount: invoice.amount, currencyCode: profile.currencyCode },
      },
    ],
    adjustments: [],
    payments: [],
    portfolios: [],
    promotions: [],
    taxDetail: { taxBreakups: [] },
  };
}
