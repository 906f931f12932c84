import { Blob } from "node:buffer";
import { openAsBlob } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { slackSandbox } from "agent-connectors/sandbox";
import { SlackConnector } from "agent-connectors/slack";
import { describe, expect, test } from "vitest";
import { isFileAddress } from "../../../../src/connectors/slack/wire/file-transfer.ts";

// Tests to which addresses file content and the token are sent, and how many bytes are read.

const token = "xoxb-canary";
type Hop = [url: string, authorization: string | null];

/** Opens a simulated Slack with one file. The test decides the address of the file and the response. */
function withFile(
  answer: (url: string) => Response,
  more: object = {},
  upload = "https://files.slack.com/upload/v1/X",
) {
  const hops: Hop[] = [];
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const url = String(input);
    if (url.endsWith("/files.info"))
      return Response.json({
        ok: true,
        file: {
          id: "F1",
          name: "a.bin",
          mimetype: "application/pdf",
          url_private_download: "https://files.slack.com/files-pri/T1-F1/download/a.bin",
          ...more,
        },
      });
    if (url.endsWith("/files.getUploadURLExternal"))
      return Response.json({ ok: true, upload_url: upload, file_id: "F1" });
    if (url.endsWith("/files.completeUploadExternal"))
      return Response.json({ ok: true, files: [{ id: "F1" }] });
    hops.push([url, new Headers(init?.headers).get("authorization")]);
    return answer(url);
  };
  return { slack: new SlackConnector({ auth: { api_token: token } }, { fetch }), hops };
}
const redirect = (location: string) => new Response(null, { status: 302, headers: { location } });
const download = ({ slack }: { slack: SlackConnector }, more: object = {}) =>
  slack.files.download({ file: "F012AB3CD", ...more });

describe("download: the token goes to Slack's file hosts only", () => {
  test.each([
    "https://evil.example/a",
    "http://files.slack.com/a",
    "https://files.slack.com.evil.example/a",
    "https://files.slack.com:8443/a",
    "https://files.slack.com@evil.example/a",
    "https://user:pw@files.slack.com/a",
    "https://evilslack.com/a",
    "//evil.example/a",
    "file:///etc/passwd",
    "https://127.0.0.1/a",
    "",
    undefined,
  ])("nothing is sent to another address: %s", async (url_private_download) => {
    const scene = withFile(() => new Response("x"), { url_private_download, url_private: undefined });
    await expect(download(scene)).rejects.toMatchObject({ code: "upstream_invalid_response" });
    expect(scene.hops).toEqual([]);
  });

  test("a redirect between these hosts is followed, with the token", async () => {
    const scene = withFile((url) =>
      url.includes("origin") ? new Response("bytes") : redirect("https://files-origin.slack.com/x"),
    );
    expect(await new Response((await download(scene)).data).text()).toBe("bytes");
    expect(scene.hops.map(([, authorization]) => authorization)).toEqual([
      `Bearer ${token}`,
      `Bearer ${token}`,
    ]);
  });

  test.each([
    "https://evil.example/",
    "http://files.slack.com/x",
    "https://acme.slack.com/archives/C1?x=redir",
    "https://acme.slack.com.evil.example/?redir=x",
    "https://files.slack.com:8443/x",
  ])("a redirect elsewhere is refused: %s", async (location) => {
    const scene = withFile(() => redirect(location));
    await expect(download(scene)).rejects.toMatchObject({ code: "upstream_redirect_refused" });
    expect(scene.hops).toHaveLength(1);
  });

  test.each(["https://acme.slack.com/?redir=x", "https://acme.slack.com/signin"])(
    "a redirect to a sign-in page says that access is missing: %s",
    async (location) => {
      const scene = withFile(() => redirect(location));
      await expect(download(scene)).rejects.toMatchObject({ code: "credential_insufficient_scope" });
      expect(scene.hops).toHaveLength(1);
    },
  );

  test("endless redirects fail", async () => {
    const scene = withFile(() => redirect("https://files.slack.com/again"));
    await expect(download(scene)).rejects.toMatchObject({ code: "upstream_redirect_refused" });
    expect(scene.hops).toHaveLength(4);
  });

  test("if code sets another endpoint, the endpoint replaces the file hosts", () => {
    const options = { replaced: true, endpoint: "http://127.0.0.1:4000/api" };
    expect(isFileAddress("http://localhost:4000/x", options)).toBe(true);
    expect(isFileAddress("http://localhost:4001/x", options)).toBe(false);
    expect(isFileAddress("http://10.0.0.1:4000/x", options)).toBe(false);
    expect(isFileAddress("http://localhost:4000/x", { ...options, replaced: false })).toBe(false);
  });
});

describe("download: the response", () => {
  test("a sign-in page is not the file", async () => {
    const page = () => new Response("<html>", { headers: { "content-type": "text/html; charset=utf-8" } });
    await expect(download(withFile(page))).rejects.toMatchObject({
      code: "credential_insufficient_scope",
      needed: ["files:read"],
    });
    const html = withFile(page, { mimetype: "text/html" });
    expect((await download(html)).meta).toEqual({ filename: "a.bin", content_type: "text/html" });
  });

  test.each([
    [404, "not_found"],
    [403, "credential_insufficient_scope"],
    [429, "upstream_rate_limited"],
    [503, "upstream_error"],
  ])("HTTP %s is %s", async (status, code) => {
    await expect(download(withFile(() => new Response("no", { status })))).rejects.toMatchObject({ code });
  });

  test("a file larger than max_bytes is refused, whether Slack, the header or the bytes show its size", async () => {
    const endless = () => {
      let sent = 0;
      return new Response(
        new ReadableStream({
          pull: (own) => {
            sent += 1000;
            if (sent > 1_000_000) own.error(new Error("read on"));
            else own.enqueue(new Uint8Array(1000));
          },
        }),
      );
    };
    for (const scene of [
      withFile(() => new Response("x"), { size: 6000 }),
      withFile(() => new Response("x", { headers: { "content-length": "6000" } })),
      withFile(endless),
    ]) {
      const read = async () => new Response((await download(scene, { max_bytes: 5000 })).data).bytes();
      await expect(read()).rejects.toMatchObject({
        code: "upstream_response_too_large",
        hint: expect.stringContaining("max_bytes"),
      });
    }
  });

  test("an abort ends the download", async () => {
    const caller = new AbortController();
    const scene = withFile(() => {
      caller.abort();
      throw new DOMException("aborted", "AbortError");
    });
    const call = scene.slack.files.download({ file: "F012AB3CD" }, { signal: caller.signal });
    await expect(call).rejects.toMatchObject({ code: "aborted" });
  });
});

describe("upload", () => {
  test.each(["https://evil.example/upload", "http://files.slack.com/upload", "https://acme.slack.com/x", ""])(
    "no byte goes to %s",
    async (address) => {
      const scene = withFile(() => new Response("OK"), {}, address);
      const call = scene.slack.files.upload({ filename: "a", content: "secret" });
      await expect(call).rejects.toMatchObject({ code: "upstream_invalid_response" });
      expect(scene.hops).toEqual([]);
    },
  );

  test("the bytes are sent without the token, and a redirect is refused", async () => {
    const scene = withFile(() => new Response("OK"));
    await scene.slack.files.upload({ filename: "a", content: "x" });
    expect(scene.hops).toEqual([["https://files.slack.com/upload/v1/X", null]]);
    const other = withFile(() => redirect("https://evil.example/"));
    await expect(other.slack.files.upload({ filename: "a", content: "x" })).rejects.toMatchObject({
      code: "upstream_redirect_refused",
    });
    expect(other.hops).toHaveLength(1);
  });

  test("code can upload a file from the disk", async () => {
    const folder = await mkdtemp(join(tmpdir(), "upload-"));
    const path = join(folder, "a.txt");
    await writeFile(path, "from the disk");
    const sandbox = slackSandbox();
    const slack = new SlackConnector({ auth: { api_token: sandbox.tokens.bot } }, sandbox.options);
    const { data } = await slack.files.upload({ filename: "a.txt", content: await openAsBlob(path) });
    const { data: bytes } = await slack.files.download({ file: data.id });
    await writeFile(`${path}.copy`, bytes);
    expect(await readFile(`${path}.copy`, "utf8")).toBe("from the disk");
    await rm(folder, { recursive: true });
  });

  test("a tool accepts text and base64, but no bytes or paths, and returns text", async () => {
    const sandbox = slackSandbox();
    const slack = new SlackConnector({ auth: { api_token: sandbox.tokens.bot } }, sandbox.options);
    const tool = await slack.tool();
    const upload = async (params: object) =>
      JSON.parse((await tool.call({ entity: "files", action: "upload", params })).text) as {
        data?: { id: string };
        error?: { code: string };
      };
    expect((await upload({ filename: "a", path: "/etc/passwd" })).error?.code).toBe("invalid_params");
    const { data } = await upload({ filename: "a.txt", content_base64: btoa("hello") });
    const got = await tool.call({ entity: "files", action: "download", params: { file: data!.id } });
    expect(JSON.parse(got.text)).toMatchObject({ data: { text: "hello", size: 5 } });
  });

  test("more than 10 MiB is refused before anything is sent", async () => {
    const scene = withFile(() => new Response("OK"));
    const blob = new Blob([new Uint8Array(10 * 1024 * 1024 + 1)]);
    const call = scene.slack.files.upload({ filename: "a", content: blob as never });
    await expect(call).rejects.toMatchObject({ code: "invalid_params", path: "params.content" });
    expect(scene.hops).toEqual([]);
  });
});
