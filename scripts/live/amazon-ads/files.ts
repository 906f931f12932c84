import { reportType, reportTypeIds } from "../../../src/connectors/amazon-ads/reports/types/report-types.ts";
import { at, stringAt } from "../../../src/core/ground/json.ts";
import type { Behaviour } from "../behaviour.ts";
import { NotTried, compared, oneOf } from "../finding.ts";
import type { Reply } from "../send.ts";
import { type AdsAccount, accepted } from "./account.ts";

const dayMs = 24 * 60 * 60 * 1000;
const dayBefore = ({ clock }: AdsAccount, days: number): string =>
  new Date(clock.now() - days * dayMs).toISOString().slice(0, 10);

interface ReportBody {
  reportTypeId: string;
  columns: readonly string[];
  days: [first: number, last: number];
}

function requestReport(account: AdsAccount, { reportTypeId, columns, days }: ReportBody): Promise<Reply> {
  const { adProduct, groups } = reportType(reportTypeId)!;
  return account.send({
    to: "POST /reporting/reports",
    media: "createasyncreportrequest.v3",
    accept: "application/vnd.createasyncreportresponse.v3+json",
    json: {
      startDate: dayBefore(account, days[0]),
      endDate: dayBefore(account, days[1]),
      configuration: {
        adProduct,
        groupBy: [Object.keys(groups)[0]],
        columns,
        reportTypeId,
        timeUnit: "SUMMARY",
        format: "GZIP_JSON",
      },
    },
  });
}

const small: ReportBody = { reportTypeId: "spCampaigns", columns: ["campaignId", "cost"], days: [3, 2] };
const uuid = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/i;

/** Returns the id of a new report, or of the same report if Amazon is already preparing it. */
const reportIdOf = ({ status, body, text }: Reply): string | undefined =>
  status === 425 ? uuid.exec(text)?.[0] : stringAt(body, "reportId");

/** @throws NotTried if the job is not done after ten minutes */
async function finished({ clock, send }: AdsAccount, to: `GET /${string}`, accept: string): Promise<unknown> {
  for (let waited = 0; waited <= 600; waited += 30) {
    const body = accepted(await send({ to, accept }));
    const status = stringAt(body, "status");
    if (status === "COMPLETED" || status === "FAILED") return body;
    await clock.sleep(30_000);
  }
  throw new NotTried("The file was not ready after ten minutes.");
}

/** Returns the end of the host of a file. The rest of the address is secret. */
const hostOf = (body: unknown): string =>
  oneOf(
    URL.parse(stringAt(body, "url") ?? "")
      ?.host.split(".")
      .slice(-2)
      .join("."),
    "amazonaws.com",
    "amazon.com",
    "cloudfront.net",
  );

/** Checks that request files. A new file changes nothing in the account. */
export const adsFiles: readonly Behaviour<AdsAccount>[] = [
  {
    id: "amazon-ads/same-report-twice",
    assumed:
      "If the same report is requested again while Amazon prepares it, Amazon answers with HTTP 425, and the text has the id of the first report.",
    usedIn: "src/connectors/amazon-ads/reports/request/request-reports.ts",
    sends: "`POST /reporting/reports`, twice",
    reads: "The second response has the status 425 and the id of the first report.",
    writes: false,
    async check(account) {
      const first = reportIdOf(await requestReport(account, small));
      if (first === undefined) throw new NotTried("Amazon did not accept the report.");
      const second = await requestReport(account, small);
      const same = reportIdOf(second) === first;
      return compared(second.status === 425 && same, { status: second.status, same });
    },
  },
  {
    id: "amazon-ads/report-file-host",
    assumed: "The file of a report is on a host of amazonaws.com.",
    usedIn: "src/connectors/amazon-ads/wire/regions.ts",
    sends:
      "`POST /reporting/reports`, and `GET /reporting/reports/{id}` until the report is ready, for at most ten minutes",
    reads: "The host in the address of the file ends with `amazonaws.com`.",
    writes: false,
    async check(account) {
      const id = reportIdOf(await requestReport(account, small));
      if (id === undefined) throw new NotTried("Amazon did not accept the report.");
      const host = hostOf(
        await finished(
          account,
          `GET /reporting/reports/${id}`,
          "application/vnd.getasyncreportresponse.v3+json",
        ),
      );
      return compared(host === "amazonaws.com", { host });
    },
  },
  {
    id: "amazon-ads/export-file-host",
    assumed:
      "The file of an export is on a host of amazonaws.com, and the status of the finished export is COMPLETED.",
    usedIn: "src/connectors/amazon-ads/wire/regions.ts",
    sends:
      "`POST /campaigns/export`, and `GET /exports/{id}` until the export is ready, for at most ten minutes",
    reads: "The export has this status, and the host in the address of the file ends with `amazonaws.com`.",
    writes: false,
    async check(account) {
      const media = "campaignsexport.v1";
      const json = { adProductFilter: ["SPONSORED_PRODUCTS"] };
      const started = accepted(await account.send({ to: "POST /campaigns/export", media, json }));
      const id = encodeURIComponent(stringAt(started, "exportId") ?? "none");
      const done = await finished(account, `GET /exports/${id}`, `application/vnd.${media}+json`);
      const status = oneOf(at(done, "status"), "COMPLETED", "FAILED");
      const host = hostOf(done);
      return compared(status === "COMPLETED" && host === "amazonaws.com", { status, host });
    },
  },
  {
    id: "amazon-ads/search-term-days",
    assumed: "Amazon keeps the search terms of Sponsored Products for 65 days.",
    usedIn: "src/connectors/amazon-ads/reports/types/catalogue.json",
    sends: "`POST /reporting/reports` for `spSearchTerm`, with a day 60 days ago and with a day 80 days ago",
    reads: "Amazon accepts the first report, and refuses the second report.",
    writes: false,
    async check(account) {
      const body = { reportTypeId: "spSearchTerm", columns: ["searchTerm", "cost"] };
      const status = async (days: number) =>
        (await requestReport(account, { ...body, days: [days, days] })).status;
      const [recent, old] = [await status(60), await status(80)];
      const taken = (code: number) => code === 200 || code === 425;
      if (!taken(recent)) throw new NotTried("Amazon did not accept the recent report.", { status: recent });
      return compared(old === 400, { status_60_days: recent, status_80_days: old });
    },
  },
  {
    id: "amazon-ads/columns-of-the-dictionary",
    assumed: "A report type also accepts the columns that Amazon lists only in its dictionary of columns.",
    usedIn: "src/connectors/amazon-ads/reports/request/check-columns.ts",
    sends: "`POST /reporting/reports` for every report type with such columns",
    reads: "Amazon accepts every report.",
    writes: false,
    async check(account) {
      const seen: Record<string, number> = { accepted: 0, refused: 0 };
      for (const reportTypeId of reportTypeIds) {
        const { unconfirmed, timeUnits } = reportType(reportTypeId)!;
        if (unconfirmed.length === 0 || !timeUnits.includes("SUMMARY")) continue;
        const { status, text } = await requestReport(account, {
          reportTypeId,
          columns: unconfirmed.filter((name) => name !== "date"),
          days: [3, 2],
        });
        const wrong = unconfirmed.filter((name) => new RegExp(`\\b${name}\\b`).test(text)).length;
        const isRefused = status === 400 && wrong > 0;
        if (status !== 200 && status !== 425 && !isRefused)
          throw new NotTried("Amazon did not accept a report for another reason.", { ...seen, status });
        seen[isRefused ? "refused" : "accepted"]! += 1;
        if (isRefused) seen[`refused_columns_of_${reportTypeId}`] = wrong;
      }
      return compared(seen.refused === 0, seen);
    },
  },
];
