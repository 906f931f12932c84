import type { CallOptions } from "../../../../core/contract/call-options.ts";
import type { FileStream } from "../../../../core/contract/wire/http-types.ts";
import { ConnectorError } from "../../../../core/ground/errors.ts";
import type { Dict } from "../../../../core/ground/json.ts";
import { checkValues } from "./check-row-options.ts";
import { type Condition, matches, operators } from "../rows/filter-rows.ts";

type OpenFile<Params> = (
  params: Params & { profileId?: string; wait_seconds: number },
  options?: CallOptions,
) => Promise<{ data: FileStream }>;

interface RowFilter {
  /** Only rows that match all these conditions are returned. */
  where?: readonly Condition[];
  profileId?: string;
}

interface ExportParams {
  exportId: string;
  kind: "campaigns" | "ad_groups" | "ads" | "targets";
}

/**
 * Yields every row of the requested reports, in the order of the rows in the files. Waits until each report is ready.
 * Reads each file once, while the file arrives, so a file of any size needs little memory. To end the wait, abort
 * `options.signal`.
 * @throws ConnectorError as `reports.download_file` does. If the connection breaks, the rest of the rows is lost.
 */
export async function* reportRows(
  ads: { reports: { download_file: OpenFile<{ reportId: string }> } },
  { reportIds, where, ...filter }: RowFilter & { reportIds: readonly string[] },
  options?: CallOptions,
): AsyncGenerator<Dict, void, undefined> {
  for (const reportId of reportIds)
    yield* rowsOf(() => ads.reports.download_file({ ...filter, reportId, wait_seconds: 50 }, options), where);
}

/**
 * Yields every record of an export, in the order of the records in the file.
 * @throws ConnectorError as `exports.download_file` does. If the connection breaks, the rest of the records is lost.
 */
export async function* exportRows(
  ads: { exports: { download_file: OpenFile<ExportParams> } },
  { where, ...params }: RowFilter & ExportParams,
  options?: CallOptions,
): AsyncGenerator<Dict, void, undefined> {
  yield* rowsOf(() => ads.exports.download_file({ ...params, wait_seconds: 50 }, options), where);
}

async function* rowsOf(
  open: () => ReturnType<OpenFile<unknown>>,
  where: readonly Condition[] = [],
): AsyncGenerator<Dict, void, undefined> {
  checkConditions(where);
  let file: FileStream | undefined;
  while (file === undefined) {
    try {
      ({ data: file } = await open());
    } catch (error) {
      if (!ConnectorError.is(error) || error.code !== "job_pending") throw error;
    }
  }
  const { parseReportFile } = await import("../rows/parse-report-file.ts");
  for await (const { rows } of parseReportFile(file))
    for (const row of rows) if (where.every((condition) => matches(condition, row))) yield row;
}

/** @throws ConnectorError `invalid_params` */
function checkConditions(where: readonly Condition[]): void {
  const fail = (path: string, message: string) => {
    throw new ConnectorError("invalid_params", `${path} ${message}.`, { path });
  };
  if (!Array.isArray(where)) fail("where", `must be an array`);
  for (const [index, { column, is, value }] of where.entries()) {
    const path = `where[${index}]`;
    if (typeof column !== "string" || !/^[A-Za-z0-9]\w*$/.test(column))
      fail(`${path}.column`, `must be the name of a column`);
    if (!operators.includes(is)) fail(`${path}.is`, `must be one of ${operators.join(", ")}`);
    if (typeof value !== "string" && !Number.isFinite(value))
      fail(`${path}.value`, `must be a text or a number`);
  }
  const [issue] = checkValues("where", where);
  if (issue) fail(issue.path, issue.message);
}
