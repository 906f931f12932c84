import { docs, vendor, type AdsOperation, type AdsOperations } from "./operation.ts";

// Amazon prepares reports and exports in the background. The files are compressed with gzip and have signed
// addresses.

const reports = docs("guides/reporting/v3/overview");
const exports = docs("guides/exports/overview");
const file: Omit<AdsOperation, "docs"> = {
  method: "GET",
  path: "{url}",
  accept: "*/*",
  needsProfile: false,
  file: true,
};

const exportOf = (kind: string, path: string): [string, AdsOperation][] => [
  [
    `exports.create_${kind}`,
    {
      method: "POST",
      path,
      contentType: vendor(`${kind.replace("_", "")}export.v1`),
      accept: vendor(`${kind.replace("_", "")}export.v1`),
      needsProfile: true,
      docs: exports,
    },
  ],
  // The media type of the response depends on the kind of export.
  [
    `exports.get_${kind}`,
    {
      method: "GET",
      path: "/exports/{exportId}",
      accept: vendor(`${kind.replace("_", "")}export.v1`),
      needsProfile: true,
      docs: exports,
    },
  ],
];

export const reportsAndExports: AdsOperations = {
  "reports.create": {
    method: "POST",
    path: "/reporting/reports",
    contentType: vendor("createasyncreportrequest.v3"),
    accept: vendor("createasyncreportresponse.v3"),
    needsProfile: true,
    docs: reports,
  },
  "reports.get": {
    method: "GET",
    path: "/reporting/reports/{reportId}",
    accept: vendor("getasyncreportresponse.v3"),
    needsProfile: true,
    docs: reports,
  },
  "reports.delete": {
    method: "DELETE",
    path: "/reporting/reports/{reportId}",
    accept: vendor("deleteasyncreportresponse.v3"),
    needsProfile: true,
    docs: reports,
  },
  "reports.file": { ...file, docs: reports },
  ...Object.fromEntries([
    ...exportOf("campaigns", "/campaigns/export"),
    ...exportOf("ad_groups", "/adGroups/export"),
    ...exportOf("targets", "/targets/export"),
    ...exportOf("ads", "/ads/export"),
  ]),
  "exports.file": { ...file, docs: exports },
};
