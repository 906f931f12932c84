import { expect, test, vi } from "vitest";
import { createDownload } from "../../../src/core/wire/download.ts";

const open = (fetch: typeof globalThis.fetch, timeoutMs = 1000) => createDownload({ fetch, timeoutMs });
const request = { what: "The file", url: "https://files.example/a?signature=SECRET" };

test("a file is requested without headers, and returned as a stream for any status", async () => {
  let sent: RequestInit | undefined;
  const download = open(async (_, init) => {
    sent = init;
    return new Response("<Error/>", { status: 403 });
  });
  const { status, body } = await download(request);
  expect([status, await new Response(body).text()]).toEqual([403, "<Error/>"]);
  expect(sent?.headers ?? {}).toEqual({});
  expect(sent?.redirect).toBe("manual");
});

test("a redirect fails, and the error of a failed connection does not contain the address", async () => {
  const redirect = open(
    async () => new Response(null, { status: 302, headers: { location: "https://evil.example" } }),
  );
  await expect(redirect(request)).rejects.toMatchObject({ code: "upstream_redirect_refused" });
  const broken = open(async () => {
    throw Object.assign(new TypeError(`fetch failed: ${request.url}`), {
      cause: Object.assign(new Error(), { code: "ECONNRESET" }),
    });
  });
  const error = await broken(request).then(
    () => undefined,
    (thrown: unknown) => thrown as Error,
  );
  expect(error).toMatchObject({
    code: "upstream_unreachable",
    message: "The file: the connection failed (ECONNRESET).",
  });
  expect(JSON.stringify(error)).not.toContain("SECRET");
});

test("a response that is too late is a timeout, and an abort ends the download", async () => {
  const silent: typeof globalThis.fetch = (_, init) =>
    new Promise((_, reject) => init?.signal?.addEventListener("abort", () => reject(new Error("aborted"))));
  await expect(open(silent, 5)(request)).rejects.toMatchObject({ code: "upstream_timeout" });
  const stop = new AbortController();
  const waiting = open(silent)({ ...request, signal: stop.signal });
  stop.abort();
  await expect(waiting).rejects.toMatchObject({ code: "aborted" });
  await expect(open(silent)({ ...request, signal: stop.signal })).rejects.toMatchObject({ code: "aborted" });
});

test("a fetch that ignores its signal does not delay the call, and its late response is cancelled", async () => {
  let cancelled = 0;
  let answer: (response: Response) => void = () => {};
  const deaf: typeof globalThis.fetch = () => new Promise((resolve) => (answer = resolve));
  const late = () => new Response(new ReadableStream({ cancel: () => void cancelled++ }));
  await expect(open(deaf, 5)(request)).rejects.toMatchObject({ code: "upstream_timeout" });
  answer(late());
  const stop = new AbortController();
  const waiting = open(deaf)({ ...request, signal: stop.signal });
  stop.abort();
  await expect(waiting).rejects.toMatchObject({ code: "aborted" });
  answer(late());
  await vi.waitUntil(() => cancelled === 2);
});
