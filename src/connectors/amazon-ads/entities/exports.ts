import { type Z, action } from "../../../core/contract/action.ts";
import type { RunContext } from "../../../core/contract/run.ts";
import { isDict } from "../../../core/ground/json.ts";
import { profile } from "../params.ts";
import { Export, ReportRows } from "../records/reports-and-exports.ts";
import { completed, running } from "../reports/job-results.ts";
import { type Job, readFiles, readJob, refuseFailed, told, waitFor } from "../reports/job.ts";
import { checkSkip, shape, skip, waitSeconds } from "../reports/report-params.ts";
import { viewReport } from "../reports/model-view.ts";

const kinds = ["campaigns", "ad_groups", "ads", "targets"] as const;

const kind = (z: Z) => z.enum(kinds);

const exportId = (z: Z) =>
  z
    .string()
    .regex(/^[\w=+/.-]{1,300}$/)
    .describe("id of an export");

const statusOf =
  ({ send }: RunContext, of: (typeof kinds)[number], profileId: unknown) =>
  async (id: string): Promise<Job> =>
    readJob(id, (await send(`exports.get_${of}`, { profileId, exportId: id })).body);

const gets = kinds.map((of) => `exports.get_${of}`);

export const create = action({
  description:
    "Order an export of all campaigns, ad groups, ads or targets: better than paging through long lists.",
  params: (z) => ({
    kind: kind(z),
    adProductFilter: z
      .array(z.enum(["SPONSORED_PRODUCTS", "SPONSORED_BRANDS", "SPONSORED_DISPLAY"]))
      .min(1)
      .optional(),
    stateFilter: z
      .array(z.enum(["ENABLED", "PAUSED", "ARCHIVED"]))
      .min(1)
      .optional()
      .meta({ rare: true }),
    ...profile(z),
  }),
  result: Export,
  effect: "read",
  calls: kinds.map((of) => `exports.create_${of}`),
  example: { kind: "campaigns" },
  run: async ({ kind: of, ...filters }, { send }) => {
    const reply = await send(`exports.create_${of}`, filters);
    return { data: told(readJob(isDict(reply.body) ? String(reply.body.exportId) : "", reply.body)) };
  },
});

export const get = action({
  description: "How far an export is.",
  params: (z) => ({ exportId: exportId(z), kind: kind(z), ...profile(z) }),
  result: Export,
  effect: "read",
  calls: gets,
  example: { exportId: "ab12", kind: "campaigns" },
  run: async ({ exportId: id, kind: of, profileId }, context) => ({
    data: told(await statusOf(context, of, profileId)(id)),
  }),
});

export const download = action({
  description: "The records of an export, filtered, added up, sorted and cut as asked. Waits for it a while.",
  params: (z) => ({
    exportId: exportId(z),
    kind: kind(z),
    ...shape(z),
    ...skip(z),
    ...waitSeconds(z),
    ...profile(z),
  }),
  check: checkSkip,
  result: ReportRows,
  view: viewReport,
  effect: "read",
  calls: [...gets, "exports.file"],
  example: { exportId: "ab12", kind: "campaigns", top: 100 },
  run: async (params, context) => {
    const { exportId: id, kind: of, profileId, wait_seconds, ...rows } = params;
    const status = statusOf(context, of, profileId);
    const jobs = await waitFor([id], status, context, wait_seconds);
    refuseFailed(jobs);
    if (jobs[0]!.status !== "COMPLETED")
      return running("export", { exportId: id }, { entity: "exports", action: "download", params });
    const found = await readFiles(jobs, rows, { send: context.send, status, operation: "exports.file" });
    return completed({ exportId: id }, found);
  },
});
