import { createWriteStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { AmazonAdsConnector, csvLines, reportRows } from "agent-connectors/amazon-ads";
import { amazonAdsSandbox } from "agent-connectors/sandbox";

// Amazon Ads accounts in memory. To use your own account, pass { auth: { client_id, client_secret, refresh_token } }.
const sandbox = amazonAdsSandbox();
const ads = new AmazonAdsConnector({ auth: sandbox.credentials }, sandbox.options);
const days = { startDate: "2026-02-01", endDate: "2026-03-10", timeUnit: "DAILY" } as const;

const { data } = await ads.reports.create({ profileId: "CA", reportTypeId: "spSearchTerm", ...days });
const rows = reportRows(ads, { profileId: "CA", reportIds: data.reportIds });
await pipeline(csvLines(rows), createWriteStream(process.argv[2] ?? "report.csv"));
