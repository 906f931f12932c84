import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { findOperation } from "../../../sandbox/amazon-ads/operations.ts";
import { drive } from "./helpers.ts";
import { scenes } from "./scenes.ts";

/** Answers that others recorded; not part of the repository. */
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

/** Fields of recordings that the sandbox leaves out, with the reason. */
const LEFT_OUT: readonly [RegExp, string][] = [
  [/premiumBidAdjustment$/, "of 2022, gone from the specification"],
  [
    /extendedData\.(creationDate|lastUpdateDate|statusReasons)(\[\])?$/,
    "of 2022: numbers and statusReasons became …DateTime and servingStatusDetails",
  ],
  [
    /success\[\]\.productAd\.extendedData/,
    "of 2022: extended data are in lists only, when they are asked for",
  ],
  [/brandLogoUrl$|customImageUrl$/, "the sandbox has no library of assets"],
  [/^\[\]\.description$/, "the sandbox estimates no sizes of audiences"],
];

/** Recordings of operations that the sandbox has whose scene would add nothing. */
const WITHOUT_SCENE: Readonly<Record<string, string>> = {
  Sponsored_Products_Campaign_negative_keywords_Update_campaign_negative_keywords_0_207:
    "recorded with the path of another resource",
};

const sceneOf = (name: string): string | undefined =>
  Object.keys(scenes)
    .filter((start) => name.startsWith(start))
    .toSorted((a, b) => b.length - a.length)[0];

/** The paths of all fields with their types; items of a list count as one. */
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

describe.skipIf(!present)("recorded answers (skipped where they are absent)", () => {
  test.each(names.filter((name) => sceneOf(name) !== undefined))("%s", async (name) => {
    const recording = readRecording(name);
    const answer = await scenes[sceneOf(name) ?? ""]?.(drive());
    expect(answer?.status, answer?.text).toBeLessThan(300);
    const given = fieldsOf(answer?.body);
    const missing = [...fieldsOf(recording.body)].filter(([path, type]) => {
      if (LEFT_OUT.some(([pattern]) => pattern.test(path))) return false;
      const ours = given.get(path);
      return ours === undefined || (ours !== type && ours !== "null" && type !== "null");
    });
    expect(missing).toEqual([]);
  });

  test("nothing is left out that is given after all", async () => {
    const missing = new Set<string>();
    for (const name of names.filter((each) => sceneOf(each) !== undefined)) {
      const given = fieldsOf((await scenes[sceneOf(name) ?? ""]?.(drive()))?.body);
      for (const [path] of fieldsOf(readRecording(name).body)) if (!given.has(path)) missing.add(path);
    }
    for (const [pattern, reason] of LEFT_OUT)
      expect(
        [...missing].some((path) => pattern.test(path)),
        reason,
      ).toBe(true);
  });

  test("every recording of an operation that the sandbox has is compared", () => {
    const left = names.filter((name) => {
      const { method, url } = readRecording(name);
      const path = url.replace("{{api_url}}", "").replace(/\?.*$/, "").replace("/sb/beta/", "/sb/v4/");
      const known = "name" in findOperation(method, path.replaceAll(/:\w+|\{\{\w+\}\}/g, "1"));
      return known && sceneOf(name) === undefined && !(name in WITHOUT_SCENE);
    });
    expect(left).toEqual([]);
  });
});

test.skipIf(present)("recorded answers are absent: nothing is compared", () => {
  expect(names).toEqual([]);
});
