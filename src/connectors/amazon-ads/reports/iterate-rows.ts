import type { CallOptions } from "../../../core/contract/call-options.ts";
import type { Dict } from "../../../core/ground/json.ts";
import type { Condition } from "./shape-rows.ts";

/** Rows that a call answers: an answer of this connector, or of a service, has at most 10 MiB. */
const page = 20_000;

type Download<Params> = (
  params: Params & Asked & { skip: number; top: number; wait_seconds: number },
  options?: CallOptions,
) => Promise<Answer>;

interface Asked {
  /** Keeps the rows of which all hold. */
  where?: Condition[];
  profileId?: string;
}

interface ExportParams {
  exportId: string;
  kind: "campaigns" | "ad_groups" | "ads" | "targets";
}

interface Answer {
  data: { status: string; rows?: Dict[] | null | undefined; next_skip?: number | null | undefined };
}

/**
 * Every row of reports that were ordered, as they stand in their files: waits until each is ready, and holds a page of
 * them at a time. `options.signal` ends the wait.
 * @throws ConnectorError as `reports.download` does
 */
export async function* reportRows(
  ads: { reports: { download: Download<{ reportIds: string[] }> } },
  { reportIds, ...asked }: Asked & { reportIds: readonly string[] },
  options?: CallOptions,
): AsyncGenerator<Dict, void, undefined> {
  for (const id of reportIds)
    yield* allOf((part) => ads.reports.download({ ...asked, ...part, reportIds: [id] }, options));
}

/** Every record of an export, as `reportRows` does it. @throws ConnectorError as `exports.download` does */
export async function* exportRows(
  ads: { exports: { download: Download<ExportParams> } },
  asked: Asked & ExportParams,
  options?: CallOptions,
): AsyncGenerator<Dict, void, undefined> {
  yield* allOf((part) => ads.exports.download({ ...asked, ...part }, options));
}

async function* allOf(
  download: (part: { skip: number; top: number; wait_seconds: number }) => Promise<Answer>,
): AsyncGenerator<Dict, void, undefined> {
  let skip: number | null | undefined = 0;
  while (typeof skip === "number") {
    const { data }: Answer = await download({ skip, top: page, wait_seconds: 50 });
    if (data.status === "running") continue;
    yield* data.rows ?? [];
    skip = data.next_skip;
  }
}
