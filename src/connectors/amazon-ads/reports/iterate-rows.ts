import type { CallOptions } from "../../../core/contract/call-options.ts";
import type { Dict } from "../../../core/ground/json.ts";
import type { Condition } from "./filter-rows.ts";

/**
 * The number of rows that one call reads. The number is limited because a result of a hosted service can have at most
 * 10 MiB.
 */
const rowsPerCall = 20_000;

type Part = { skip: number; top: number; wait_seconds: number };

type Download<Params> = (params: Params & RowFilter & Part, options?: CallOptions) => Promise<RowsResult>;

interface RowFilter {
  /** The result contains only the rows that match all these conditions. */
  where?: Condition[];
  profileId?: string;
}

interface ExportParams {
  exportId: string;
  kind: "campaigns" | "ad_groups" | "ads" | "targets";
}

interface RowsResult {
  data: { status: string; rows?: Dict[] | null | undefined; next_skip?: number | null | undefined };
}

/**
 * Yields every row of the requested reports, in the order of the rows in the files. Waits until each report is ready.
 * Keeps at most 20,000 rows in memory at a time. To end the wait, abort `options.signal`.
 * @throws ConnectorError the errors of `reports.download`
 */
export async function* reportRows(
  ads: { reports: { download: Download<{ reportIds: string[] }> } },
  { reportIds, ...filter }: RowFilter & { reportIds: readonly string[] },
  options?: CallOptions,
): AsyncGenerator<Dict, void, undefined> {
  for (const id of reportIds)
    yield* rowsInParts((part) => ads.reports.download({ ...filter, ...part, reportIds: [id] }, options));
}

/**
 * Yields every record of an export, in the order of the records in the file.
 * @throws ConnectorError the errors of `exports.download`
 */
export async function* exportRows(
  ads: { exports: { download: Download<ExportParams> } },
  params: RowFilter & ExportParams,
  options?: CallOptions,
): AsyncGenerator<Dict, void, undefined> {
  yield* rowsInParts((part) => ads.exports.download({ ...params, ...part }, options));
}

async function* rowsInParts(
  download: (part: Part) => Promise<RowsResult>,
): AsyncGenerator<Dict, void, undefined> {
  let skip: number | null | undefined = 0;
  while (typeof skip === "number") {
    const { data }: RowsResult = await download({ skip, top: rowsPerCall, wait_seconds: 50 });
    if (data.status === "running") continue;
    yield* data.rows ?? [];
    skip = data.next_skip;
  }
}
