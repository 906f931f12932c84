import type { ConnectorOptions } from "agent-connectors";
import { open, reply, type Sent } from "./bench.ts";

type Dict = Record<string, unknown>;
export const campaignId = "144373194309380061";
export const campaign = {
  campaignId,
  name: "Shoes",
  state: "ENABLED",
  budget: { budget: 10, budgetType: "DAILY" },
  dynamicBidding: {
    strategy: "LEGACY_FOR_SALES",
    placementBidding: [{ placement: "PLACEMENT_TOP", percentage: 50 }],
  },
  startDate: "2026-02-20",
  endDate: "2026-03-01",
};
export const portfolio = {
  portfolioId: "9",
  name: "Spring",
  budget: { amount: 12_000, policy: "DATE_RANGE", startDate: "2026-02-01", endDate: "2026-05-31" },
};

interface Options {
  policy?: ConnectorOptions["policy"];
  current?: Dict;
  keyword?: Dict;
  /** The response to every write. */
  response?: object;
}

/** Opens a simulated Amazon with one record of each kind. A write returns each item with the record's other fields. */
export const openAmazon = ({
  policy,
  current = campaign,
  keyword = { keywordId: "7", bid: 1, state: "ENABLED" },
  response,
}: Options) =>
  open(
    (one: Sent): object | undefined => {
      const { pathname } = one.url;
      const lists: Record<string, Dict> = {
        "/sp/campaigns/list": { campaigns: [current] },
        "/sp/keywords/list": { keywords: [keyword] },
        "/sp/negativeKeywords/list": { negativeKeywords: [{ keywordId: "8", state: "ENABLED" }] },
        "/portfolios/list": { portfolios: [portfolio] },
      };
      if (lists[pathname]) return lists[pathname];
      const isWrite =
        /^\/(sp\/|portfolios$)/.test(pathname) && (one.method === "PUT" || one.method === "POST");
      if (!isWrite) return undefined;
      if (response) return reply(response, 207);
      const [[key, items]] = Object.entries(one.json() as Dict) as [[string, Dict[]]];
      if (!Array.isArray(items))
        return reply({ campaigns: { success: [{ index: 0, campaignId }], error: [] } }, 207);
      const success = items.map((item, index) => ({
        index,
        campaignId,
        keywordId: "7",
        portfolioId: "9",
        [key.replace(/s$/, "")]: { ...current, ...item },
      }));
      return reply({ [key]: { success, error: [] } }, 207);
    },
    { policy },
  );

export const updateCampaign = ({ ads }: ReturnType<typeof open>, change: Dict) =>
  ads.sponsored_product_campaigns.update({ campaigns: [{ campaignId, ...change }] } as never);

export const written = ({ sent }: ReturnType<typeof open>) =>
  sent.filter(({ method, url }) => method === "PUT" || url.pathname === "/sp/campaigns");
