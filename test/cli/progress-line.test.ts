import { afterEach, expect, test, vi } from "vitest";
import { progressLine } from "../../cli/output.ts";

const { isTTY } = process.stderr;
afterEach(() => {
  process.stderr.isTTY = isTTY;
  vi.restoreAllMocks();
});

const wait = { kind: "wait", seconds: 7, message: "Slack team.info: waiting 7 s." } as const;

/** Reports progress once, and returns what standard error received. */
function printed(isTerminal: boolean): string {
  let text = "";
  vi.spyOn(process.stderr, "write").mockImplementation((part) => {
    text += String(part);
    return true;
  });
  process.stderr.isTTY = isTerminal;
  const { onProgress, clear } = progressLine();
  onProgress?.(wait);
  clear();
  return text;
}

test("a terminal shows one line, which is removed at the end", () => {
  expect(printed(true)).toBe(`\r\u001b[K${wait.message}\r\u001b[K`);
});

test("a file or a pipe gets nothing", () => {
  expect(printed(false)).toBe("");
});
