import { expect, test } from "vitest";
import { openGitHub } from "./open-github.ts";

const blob = "https://productionresultssa1.blob.core.windows.net/logs/1.txt?sig=s";
const job = { owner: "octocat", repo: "hello", job_id: 9001 };

/** GitHub, whose answer to the request for a log leads to a file at another host. */
function open(log: string | readonly string[], location = blob) {
  const sent: { url: string; headers: Headers }[] = [];
  const chunks = [log].flat();
  const fetch = (async (url: string, { headers }: RequestInit) => {
    sent.push({ url, headers: new Headers(headers) });
    if (url.startsWith("https://api.github.com/")) return new Response(null, { status: 302, headers: { location } }); // prettier-ignore
    const body = new ReadableStream({
      start(controller) {
        for (const chunk of chunks) controller.enqueue(new TextEncoder().encode(chunk));
        controller.close();
      },
    });
    return new Response(body, { headers: { "content-type": "text/plain" } });
  }) as typeof globalThis.fetch;
  return { ...openGitHub({ fetch }), sent };
}
const at = "2026-01-31T09:00:00.1234567Z ";

test("the log comes from GitHub's file host, which gets no credentials", async () => {
  const { call, sent } = open(`\uFEFF${at}Run npm test\n${at}ok\n`);
  expect((await call("workflow_jobs.get_log", job)).data).toEqual({ job_id: 9001, lines: 2, first_line: 1, text: "Run npm test\nok" }); // prettier-ignore
  expect(sent.map(({ url }) => url)).toEqual(["https://api.github.com/repos/octocat/hello/actions/jobs/9001/logs", blob]); // prettier-ignore
  expect(sent[0]!.headers.get("authorization")).toBe("Bearer gho_0123456789-suite");
  expect(sent[1]!.headers.get("authorization")).toBeNull();
});

test("the log is not read from any other host", async () => {
  const { call, sent } = open("x", "https://evil.example/logs");
  await expect(call("workflow_jobs.get_log", job)).rejects.toMatchObject({
    code: "upstream_redirect_refused",
  });
  expect(sent).toHaveLength(1);
});

test("the lines before the last error are shown, without times and colors", async () => {
  const lines = ["one", "two", "\u001B[31mthree\u001B[0m", "##[error]Process completed with exit code 1.", "Post job cleanup."]; // prettier-ignore
  const { call } = open(lines.map((line) => `${at}${line}\r\n`).join(""));
  expect((await call("workflow_jobs.get_log", { ...job, lines: 2 })).data).toEqual({
    job_id: 9001,
    lines: 5,
    first_line: 3,
    text: "three\n##[error]Process completed with exit code 1.",
  });
});

test("of a log of any size, only the end is kept", async () => {
  const chunk = `${at}${"x".repeat(100)}\n`.repeat(1000);
  const { call } = open([...Array.from({ length: 100 }, () => chunk), `${at}the end\n`]);
  const { data } = await call("workflow_jobs.get_log", { ...job, lines: 1 });
  expect(data).toEqual({ job_id: 9001, lines: 100_001, first_line: 100_001, text: "the end" });
});

test("of one line of any length, only the end is kept", async () => {
  const { call } = open([`${at}first\n`, ...Array.from({ length: 300 }, () => "x".repeat(100_000)), "end\n"]);
  const { data } = await call("workflow_jobs.get_log", { ...job, lines: 1 });
  expect(data).toMatchObject({ lines: 2, first_line: 2, text: expect.stringMatching(/xend$/) });
  expect(String((data as Record<string, unknown>).text).length).toBeLessThan(8_100_000);
});

test("an expired log is not found", async () => {
  const fetch = (async () => Response.json({ message: "Server Error" }, { status: 410 })) as typeof globalThis.fetch; // prettier-ignore
  await expect(openGitHub({ fetch }).call("workflow_jobs.get_log", job)).rejects.toMatchObject({ code: "not_found" }); // prettier-ignore
});
