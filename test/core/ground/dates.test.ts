import { expect, test } from "vitest";
import { parseIsoDate } from "../../../src/core/ground/dates.ts";

test.each([
  ["2026-01-31", Date.UTC(2026, 0, 31)],
  ["2024-02-29", Date.UTC(2024, 1, 29)],
  ["2026-02-29", undefined],
  ["2026-02-30", undefined],
  ["2026-04-31", undefined],
  ["2026-13-01", undefined],
  ["2026-00-10", undefined],
  ["2026-1-1", undefined],
  ["", undefined],
])("%s", (text, ms) => expect(parseIsoDate(text)).toBe(ms));
