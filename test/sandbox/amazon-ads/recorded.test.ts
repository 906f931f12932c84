import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { findOperation } from "../../../sandbox/amazon-ads/all-operations.ts";
import { drive } from "./helpers.ts";
import { recordedRequests as requests } from "./recorded-requests.ts";
import { recordedRules } from "./recorded-rules.ts";

const recordedRequests = { ...requests, ...recordedRules };

/** A folder with recorded responses of Amazon. It is not part of the repository. */
const RECORDED = fileURLToPath(new URL("../../../../shared/corpus/amazon-ads-recorded/", import.meta.url));
const present = existsSync(RECORDED);

interface Recording {
  method: string;
  url: string;
  status: number;
  body: unknown;
}

const readRecording = (name: string): Recording =>
  JSON.parse(readFileSync(`${RECORDED}${name}.json`, "utf8")) as Recording;

const names = present
  ? readdirSync(RECORDED)
      .filter((file) => file.endsWith(".json"))
      .map((file) => file.slice(0, -5))
  : [];

/** Recorded fields that the sandbox leaves out, with the reasons. */
const LEFT_OUT: readonly [RegExp, string][] = [
  [/premiumBidAdjustment$/, "recorded in 2022; no longer in the specification"],
  [
    /extendedData\.(creationDate|lastUpdateDate|statusReasons)(\[\])?$/,
    "recorded in 2022; now …DateTime and servingStatusDetails",
  ],
  [
    /success\[\]\.productAd\.extendedData/,
    "recorded in 2022; now only lists have extended data, and only on request",
  ],
  [/processedUrls\.(MP4_|\w*VIDEO|INTRO)/, "the sandbox has no copies of a video in other sizes"],
  [/failedSpecChecks\[\]/, "the sandbox does not check files against specifications"],
  [/ruleStatusDetails\.reasonCode$/, "the sandbox assumes that every performance condition holds"],
  [/^\[\]\.description$/, "the sandbox estimates no sizes of audiences"],
];

/** Recordings that are not compared, with the reasons. */
const NOT_COMPARED: Readonly<Record<string, string>> = {
  Sponsored_Products_Campaign_negative_keywords_Update_campaign_negative_keywords_0_207:
    "recorded with the path of another resource",
};

const requestOf = (name: string): string | undefined =>
  Object.keys(recordedRequests)
    .filter((start) => name.startsWith(start))
    .toSorted((a, b) => b.length - a.length)[0];

/** Returns the types of all fields by path. All items of a list have the same path. */
function fieldsOf(value: unknown, path = ""): Map<string, string> {
  const found = new Map<string, string>();
  if (Array.isArray(value)) {
    for (const item of value) for (const [at, type] of fieldsOf(item, `${path}[]`)) found.set(at, type);
  } else if (typeof value === "object" && value !== null) {
    for (const [name, part] of Object.entries(value)) {
      const at = path === "" ? name : `${path}.${name}`;
      if (typeof part !== "object" || part === null) found.set(at, part === null ? "null" : typeof part);
      else found.set(at, Array.isArray(part) ? "list" : "object");
      for (const [inner, type] of fieldsOf(part, at)) found.set(inner, type);
    }
  }
  return found;
}

describe.skipIf(!present)("recorded responses (skipped if they are absent)", () => {
  test.each(names.filter((name) => requestOf(name) !== undefined))("%s", async (name) => {
    const recording = readRecording(name);
    const answer = await recordedRequests[requestOf(name) ?? ""]?.(drive());
    expect(answer?.status, answer?.text).toBeLessThan(300);
    const given = fieldsOf(answer?.body);
    const missing = [...fieldsOf(recording.body)].filter(([path, type]) => {
      if (LEFT_OUT.some(([pattern]) => pattern.test(path))) return false;
      const ours = given.get(path);
      return ours === undefined || (ours !== type && ours !== "null" && type !== "null");
    });
    expect(missing).toEqual([]);
  });

  test("every field in LEFT_OUT is really missing", async () => {
    const missing = new Set<string>();
    for (const name of names.filter((each) => requestOf(each) !== undefined)) {
      const given = fieldsOf((await recordedRequests[requestOf(name) ?? ""]?.(drive()))?.body);
      for (const [path] of fieldsOf(readRecording(name).body)) if (!given.has(path)) missing.add(path);
    }
    for (const [pattern, reason] of LEFT_OUT)
      expect(
        [...missing].some((path) => pattern.test(path)),
        reason,
      ).toBe(true);
  });

  test("every recording of an operation of the sandbox is compared", () => {
    const left = names.filter((name) => {
      const { method, url } = readRecording(name);
      const path = url.replace("{{api_url}}", "").replace(/\?.*$/, "").replace("/sb/beta/", "/sb/v4/");
      const known = "name" in findOperation(method, path.replaceAll(/:\w+|\{\{\w+\}\}/g, "1"));
      return known && requestOf(name) === undefined && !(name in NOT_COMPARED);
    });
    expect(left).toEqual([]);
  });
});

test.skipIf(present)("without recorded responses nothing is compared", () => {
  expect(names).toEqual([]);
});
