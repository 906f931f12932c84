import { ConnectorError, type Issue } from "../../../../core/ground/errors.ts";
import { isDict } from "../../../../core/ground/json.ts";
import { checkRowOptions } from "./check-row-options.ts";
import type { Job } from "../jobs/job.ts";
import { isComputed, ratioOf } from "../rows/ratios.ts";
import type { Configuration } from "../types/report-definition.ts";
import type { RowOptions, RowPlans } from "../rows/shape-rows.ts";
import { planMerge, planSums, rowKeyOf } from "../rows/sum-plan.ts";

/** A finished report. */
export interface Part extends Job {
  /** Undefined if neither Amazon's record nor this call contains the columns of the report. */
  configuration: Configuration | undefined;
  startDate: string;
  endDate: string;
}

/**
 * Plans how the rows of finished reports become one list. Several reports must be parts of one long report, with the
 * same columns and without common days. `requested`: the configuration that this call has requested.
 * @throws ConnectorError `invalid_params`
 */
export function planRows(
  jobs: readonly Job[],
  options: RowOptions & { ratios?: readonly string[] | undefined },
  requested?: Configuration,
): { parts: Part[]; plans: RowPlans } {
  const parts = jobs
    .map((job) => partOf(job, requested))
    .toSorted((one, other) =>
      one.startDate < other.startDate ? -1 : one.startDate > other.startDate ? 1 : 0,
    );
  const issues = checkParts(parts, jobs);
  const { configuration } = parts[0]!;
  refuse(issues);
  const { sumBy, where = [], having = [], sortBy } = options;
  if (configuration === undefined && sumBy) throw unknownColumns(parts[0]!.id);
  if (configuration === undefined) return { parts, plans: {} };
  const { columns } = configuration;
  const known = new Set(columns);
  const named = [...where, ...having].map(({ column }) => column);
  const wanted = [...(options.ratios ?? []), ...named, ...(sortBy === undefined ? [] : [sortBy])];
  const ratios = [...new Set(wanted)].flatMap((name) =>
    known.has(name) || !isComputed(name) ? [] : (ratioOf(name, known) ?? []),
  );
  const names = ratios.map(({ name }) => name);
  const sums = sumBy && planSums(columns, sumBy, names);
  refuse(checkRowOptions(options, new Set([...columns, ...names]), sums));
  const merge =
    parts.length > 1 && configuration.timeUnit === "SUMMARY"
      ? planMerge(configuration, { startDate: parts[0]!.startDate, endDate: parts.at(-1)!.endDate })
      : undefined;
  const ordered = new Set([sortBy, ...having.map(({ column }) => column)]);
  const canDropAttributes = sums?.attributes.every((name) => !ordered.has(name));
  return { parts, plans: { merge, sums: sums && { ...sums, canDropAttributes }, ratios } };
}

function partOf(job: Job, requested: Configuration | undefined): Part {
  const { configuration, startDate, endDate } = job.record;
  const columns = isDict(configuration) && Array.isArray(configuration.columns) ? configuration.columns : [];
  return {
    ...job,
    startDate: String(startDate ?? ""),
    endDate: String(endDate ?? ""),
    configuration:
      isDict(configuration) && columns.length > 0
        ? {
            reportTypeId: String(configuration.reportTypeId),
            timeUnit: String(configuration.timeUnit),
            groupBy: Array.isArray(configuration.groupBy) ? configuration.groupBy.map(String) : [],
            columns: columns.map(String),
          }
        : requested,
  };
}

function checkParts(parts: readonly Part[], jobs: readonly Job[]): Issue[] {
  const [first, ...others] = parts;
  const pathOf = ({ id }: Part) => `reportIds[${jobs.findIndex((job) => job.id === id)}]`;
  if (others.length === 0) return [];
  const different = others.find((part) => identityOf(part) !== identityOf(first!));
  if (different)
    return [
      {
        path: pathOf(different),
        message:
          "has another type, groups, columns, filters or time unit than the other reports. Read it alone",
      },
    ];
  const overlap = others.find((part, index) => part.startDate <= parts[index]!.endDate);
  if (overlap)
    return [
      {
        path: pathOf(overlap),
        message: `has days that another report has too: ${overlap.startDate}. Read it alone`,
      },
    ];
  const { configuration } = first!;
  if (configuration?.timeUnit === "DAILY") return [];
  const key = configuration && rowKeyOf(configuration);
  const missing = key?.filter((name) => !configuration!.columns.includes(name)) ?? [];
  return key === undefined || key.length === 0 || missing.length > 0
    ? [
        {
          path: "reportIds",
          message: `the rows of several summaries cannot be matched without ${missing.join(", ") || "a known row key"}. Request the report with this column, or read each report alone`,
        },
      ]
    : [];
}

function identityOf({ record: { configuration } }: Part): string {
  if (!isDict(configuration)) return "";
  const { reportTypeId, timeUnit, groupBy, columns, filters } = configuration;
  const sorted = [groupBy, columns].map((names) => (Array.isArray(names) ? names.toSorted() : []));
  return JSON.stringify([reportTypeId, timeUnit, sorted, filters ?? []]);
}

const unknownColumns = (id: string) =>
  new ConnectorError("upstream_invalid_response", `Amazon's record of ${id} lists no columns.`, {
    hint: "Read the report without sumBy.",
    retryable: false,
  });

function refuse(issues: readonly Issue[]): void {
  if (issues.length === 0) return;
  const listed = issues.slice(0, 5).map(({ path, message }) => `${path}: ${message}`);
  throw new ConnectorError("invalid_params", `reports.download: ${listed.join("; ")}.`, {
    path: `params.${issues[0]!.path}`,
    issues,
    hint: "reports.get shows the type, columns and days of a report.",
  });
}
