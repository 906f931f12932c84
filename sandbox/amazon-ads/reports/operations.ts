import { ok, refuse } from "../http/responses.ts";
import type { Call, Operations } from "../operation.ts";
import { fileBytes, signFile } from "../jobs/report-files.ts";
import type { Job } from "../jobs/job-types.ts";
import { jobStatus } from "../jobs/job-status.ts";
import { writeJson } from "../http/wire-json.ts";
import type { Fields } from "../types.ts";
import type { World } from "../world-types.ts";
import { today } from "../world.ts";
import { reportRows } from "./report-rows.ts";
import { type ReportRequest, readRequest } from "./read-report-request.ts";

const type = (name: string): string[] => [`application/vnd.${name}.v3+json`];

export const reports: Operations = {
  "POST /reporting/reports": {
    style: "detail",
    consumes: [...type("createasyncreportrequest"), "application/json"],
    produces: type("createasyncreportresponse"),
    run: (call) => {
      const { world, account, fault } = call;
      const request = readRequest(call.body, today(world, account.profile));
      const wire = wireRequest(request);
      const running =
        fault?.kind === "duplicate_report" ? planned(call, request, fault.reportId) : sameRunning(call, wire);
      if (running !== undefined) throw refuse(425, `The Request is a duplicate of : ${running}`);
      const job = createJob(call, request);
      if (fault?.kind === "job_failed")
        job.failure = fault.reason ?? "Report generation failed due to an internal error";
      account.jobs.set(job.id, job);
      return ok(wireReport(world, job));
    },
  },

  "GET /reporting/reports/{reportId}": {
    style: "detail",
    produces: type("getasyncreportresponse"),
    run: async (call) => {
      const job = findReport(call);
      const reply = wireReport(call.world, job);
      if (jobStatus(call.world, job) !== "COMPLETED") return ok(reply);
      const { url, expires } = signFile(call.world, call.filesUrl, job);
      const { length } = await fileBytes(job);
      return ok({ ...reply, fileSize: length, url, urlExpiresAt: new Date(expires).toISOString() });
    },
  },

  "DELETE /reporting/reports/{reportId}": {
    style: "detail",
    produces: type("deleteasyncreportresponse"),
    writes: true,
    run: (call) => {
      const job = findReport(call);
      call.account.jobs.delete(job.id);
      return ok({ code: "200", detail: "Report deleted", reportId: job.id });
    },
  },
};

function wireRequest({ name, startDate, endDate, ...configuration }: ReportRequest): Fields {
  const { adProduct, columns, filters, groupBy, reportTypeId, timeUnit } = configuration;
  return {
    name,
    startDate,
    endDate,
    configuration: { adProduct, columns, filters, format: "GZIP_JSON", groupBy, reportTypeId, timeUnit },
  };
}

function wireReport(world: World, job: Job): Fields {
  const status = jobStatus(world, job);
  const done = status === "COMPLETED" || status === "FAILED" ? new Date(job.endsAt).toISOString() : null;
  const started = new Date(status === "PENDING" ? job.createdAt : job.startsAt).toISOString();
  return {
    reportId: job.id,
    ...job.request,
    status,
    createdAt: new Date(job.createdAt).toISOString(),
    updatedAt: done ?? started,
    generatedAt: status === "COMPLETED" ? done : null,
    failureReason: status === "FAILED" ? job.failure : null,
    fileSize: null,
    url: null,
    urlExpiresAt: null,
  };
}

function createJob(call: Call, request: ReportRequest, id = call.world.newUuid()): Job {
  const now = call.world.clock.now();
  return {
    id,
    kind: "report",
    request: wireRequest(request),
    createdAt: now,
    startsAt: now + call.times.processing * 1000,
    endsAt: now + call.times.completed * 1000,
    rows: () => reportRows(call.world, call.account, request),
  };
}

/** Finds a running report with the same request. The name of the report does not matter. */
function sameRunning({ world, account }: Call, wire: Fields): string | undefined {
  const key = writeJson({ ...wire, name: null });
  return [...account.jobs.values()].find(
    (job) =>
      job.kind === "report" &&
      ["PENDING", "PROCESSING"].includes(jobStatus(world, job)) &&
      writeJson({ ...job.request, name: null }) === key,
  )?.id;
}

/** Returns the running report of the fault `duplicate_report`. Creates the report if it does not exist. */
function planned(call: Call, request: ReportRequest, id: string | undefined): string {
  if (id !== undefined && call.account.jobs.has(id)) return id;
  const job = createJob(call, request, id);
  call.account.jobs.set(job.id, job);
  return job.id;
}

function findReport(call: Call): Job {
  const id = call.path["reportId"] ?? "";
  const job = call.account.jobs.get(id);
  if (job?.kind !== "report") throw refuse(404, `Report ${id} was not found`);
  return job;
}
