import { expect } from "vitest";
import { type Answer, type Driver } from "../../sandbox/slack/helpers.ts";
import { failure, refused } from "./bench.ts";
import { asUser, done, one, sample, unknownToken, type Theme } from "./theme.ts";

const bytesOf = (stream: ReadableStream<Uint8Array>): Promise<Uint8Array> => new Response(stream).bytes();

/** Starts an upload of a file, and sends its bytes. Returns the id of the file. */
async function upload({ call, sandbox }: Driver, token = sandbox.tokens.bot): Promise<string> {
  const { upload_url, file_id } = await call(
    "files.getUploadURLExternal",
    { filename: "owls.txt", length: "4" },
    token,
  );
  await sandbox.fetch(String(upload_url), { method: "POST", body: "Hoot" });
  return String(file_id);
}

async function complete(driver: Driver, more: Record<string, string> = {}): Promise<Answer> {
  const files = JSON.stringify([{ id: await upload(driver), title: "slack-test" }]);
  return driver.call("files.completeUploadExternal", { files, ...more });
}

const idOf = (answer: Answer): string => (answer["files"] as { id: string }[])[0]?.id ?? "";

export const files: Theme = {
  requests: {
    "files.list": {
      params: { channel: sample.channel, types: ["images", "pdfs"], cursor: "2", limit: 10 },
      sends: [
        [
          "files.list",
          { channel: sample.channel, types: "images,pdfs", count: "10", page: "2" },
          { files: [{ id: sample.file }], paging: { count: 10, page: 2, pages: 2, total: 11 } },
        ],
      ],
      data: [{ id: sample.file }],
      refused: "unknown_type",
    },
    "files.get": {
      params: { file: sample.file },
      sends: [["files.info", { file: sample.file }, { file: { id: sample.file }, content: "text" }]],
      data: { id: sample.file, content: "text" },
      refused: "file_not_found",
    },
    "files.upload": {
      params: { filename: "a.txt", content: "abc", channel: sample.channel, initial_comment: "look" },
      sends: [
        [
          "files.getUploadURLExternal",
          { filename: "a.txt", length: "3" },
          { upload_url: "https://files.slack.com/upload/v1/X", file_id: sample.file },
        ],
        ["PUT https://files.slack.com/upload/v1/X", {}],
        [
          "files.completeUploadExternal",
          {
            files: `[{"id":"${sample.file}","title":"a.txt"}]`,
            channel_id: sample.channel,
            initial_comment: "look",
          },
          { files: [{ id: sample.file, title: "a.txt" }] },
        ],
      ],
      data: { id: sample.file, name: "a.txt", title: "a.txt", size: 3 },
      refused: "file_uploads_disabled",
    },
    "files.download": {
      params: { file: sample.file },
      sends: [
        [
          "files.info",
          { file: sample.file },
          {
            file: {
              id: sample.file,
              name: "a.txt",
              mimetype: "text/plain",
              url_private_download: "https://files.slack.com/files-pri/T1-F1/download/a.txt",
            },
          },
        ],
        ["GET https://files.slack.com/files-pri/T1-F1/download/a.txt", {}],
      ],
      data: new TextEncoder().encode("content"),
      refused: "file_not_found",
    },
    "files.delete": done("files.delete", { file: sample.file }, { file: sample.file }, "cant_delete_file"),
    "files.share_public": asUser(
      one(
        "files.sharedPublicURL",
        { file: sample.file },
        { file: sample.file },
        ["file", { id: sample.file }],
        "not_allowed",
      ),
    ),
    "files.revoke_public": one(
      "files.revokePublicURL",
      { file: sample.file },
      { file: sample.file },
      ["file", { id: sample.file }],
      "file_not_found",
    ),
  },

  cases: {
    "files.upload: shares a text in a channel, and download, list and get return it": async (scene) => {
      const { call, slack, channel } = scene;
      const params = {
        filename: "notes.md",
        content: "# Notes für Zoë 🦉",
        channel,
        initial_comment: "read",
      };
      const { data } = await call("files", "upload", params);
      expect(data).toMatchObject({ id: expect.stringMatching(/^F/), title: "notes.md" });
      const got = await call("files", "download", { file: data.id });
      expect(got.data).toBeInstanceOf(ReadableStream);
      expect(await new Response(got.data).text()).toBe(params.content);
      const size = new Blob([params.content]).size;
      expect(got.meta).toEqual({ filename: "notes.md", content_type: expect.any(String), size });
      const about = await call("files", "get", { file: data.id });
      expect(about.data).toMatchObject({
        id: data.id,
        name: "notes.md",
        size,
      });
      const listed = await call("files", "list", { channel });
      expect(listed.data.map(({ id }) => id)).toContain(data.id);
      const history = await slack.channel_messages.list({ channel });
      expect(history.data.some((message) => message.files?.some(({ id }) => id === data.id))).toBe(true);
    },
    "files.upload: sends bytes and Blobs unchanged, and undo deletes the file": async ({ call, slack }) => {
      const bytes = Uint8Array.from({ length: 70_000 }, (_, index) => index % 256);
      const made = await call("files", "upload", { filename: "raw.bin", content: bytes });
      expect(await bytesOf((await slack.files.download({ file: made.data.id })).data)).toEqual(bytes);
      const blob = await call("files", "upload", { filename: "blob.bin", content: new Blob([bytes]) });
      const chunks: Uint8Array[] = [];
      for await (const chunk of (await slack.files.download({ file: blob.data.id })).data) chunks.push(chunk);
      expect(await new Blob(chunks as never).bytes()).toEqual(bytes);
      await slack.undo(made);
      await failure(slack.files.get({ file: made.data.id }));
    },
    "files.upload: nothing is sent for an empty file, no file or two files": async ({
      call,
      sent,
      slack,
    }) => {
      await slack.check();
      const before = sent?.().length;
      for (const content of [
        { content: "" },
        { content: new Uint8Array() },
        { content: new Blob([]) },
        { content_base64: "" },
        { content_base64: "YWJjZ" },
        {},
        { content: "a", content_base64: "YQ==" },
        { content: "a", thread_ts: "1712161829.000300" },
      ])
        expect((await failure(call("files", "upload", { filename: "a", ...content }))).code).toBe(
          "invalid_params",
        );
      expect(sent?.().length).toBe(before);
    },
    "files.download: a file larger than max_bytes is an error": async ({ call, slack }) => {
      const { data } = await slack.files.upload({ filename: "a.txt", content: "0123456789" });
      const error = await failure(call("files", "download", { file: data.id, max_bytes: 5 }));
      expect(error.code).toBe("upstream_response_too_large");
    },
    "files.download: a stream can be read slowly, cancelled and aborted": async ({ call, slack }) => {
      const bytes = Uint8Array.from({ length: 600 * 1024 }, (_, index) => (index >> 10) % 256);
      const { data: made } = await slack.files.upload({ filename: "large.bin", content: new Blob([bytes]) });
      const open = async (signal?: AbortSignal) =>
        (await call("files", "download", { file: made.id }, { signal })).data;
      let size = 0;
      for await (const chunk of await open()) {
        for (const at of [0, chunk.length - 1]) expect(chunk[at]).toBe(((size + at) >> 10) % 256);
        size += chunk.length;
        await new Promise((resolve) => setTimeout(resolve));
      }
      expect(size).toBe(bytes.length);
      const left = (await open()).getReader();
      await left.read();
      await left.cancel();
      expect(await left.read()).toEqual({ done: true, value: undefined });
      const caller = new AbortController();
      const stream = await open(caller.signal);
      const reader = stream.getReader();
      await reader.read();
      caller.abort();
      const error: unknown = await reader.read().catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({ code: "aborted", outcome: "not_started" });
    },
    "files.download: a file that does not exist is an error": async ({ call }) => {
      await refused(call("files", "download", { file: "F0NOWHERE" }), "file_not_found");
    },
    "files.list: has pages by number, and refuses a cursor of another list": async ({
      call,
      slack,
      channel,
    }) => {
      for (const filename of ["1.txt", "2.txt", "3.txt"])
        await slack.files.upload({ filename, content: filename, channel });
      const first = await call("files", "list", { channel, limit: 2 });
      expect(first.data).toHaveLength(2);
      expect(first.meta).toMatchObject({ has_more: true, next_cursor: "2" });
      const second = await call("files", "list", { channel, limit: 2, cursor: "2" });
      expect(second.data).toHaveLength(1);
      expect(second.meta).toEqual({ has_more: false });
      const error = await failure(call("files", "list", { channel, cursor: "dXNlcjpVMDYxTkZUVDI=" }));
      expect(error).toMatchObject({ code: "invalid_params", path: "params.cursor" });
    },
    "files.list: lists files of one kind": async ({ call }) => {
      for (const { mimetype } of (await call("files", "list", { types: ["images"] })).data)
        expect(mimetype).toMatch(/^image\//);
    },
    "files.get: a file that does not exist is an error": async ({ call }) => {
      await refused(call("files", "get", { file: "F0NOWHERE" }), "file_not_found");
    },
    "files.delete: the file does not exist afterwards": async ({ call, slack }) => {
      const { data } = await slack.files.upload({ filename: "a.txt", content: "a" });
      expect((await call("files", "delete", { file: data.id })).data).toEqual({ file: data.id });
      await failure(slack.files.get({ file: data.id }));
    },
    "files.share_public: a later read shows the public address, and files.revoke_public removes it": async (
      scene,
    ) => {
      const { callAsUser: call, user, slack } = scene;
      const reader = user ?? slack;
      const { data } = await call("files", "upload", { filename: "a.txt", content: "a" });
      const shared = await call("files", "share_public", { file: data.id });
      expect(shared.meta.undo).toEqual({
        entity: "files",
        action: "revoke_public",
        params: { file: data.id },
      });
      expect((await reader.files.get({ file: data.id })).data.public_url_shared).toBe(true);
      await call("files", "revoke_public", { file: data.id });
      expect((await reader.files.get({ file: data.id })).data.public_url_shared).toBe(false);
    },
    "files.delete: a dry run shows the file": async ({ call, slack }) => {
      const { data } = await slack.files.upload({ filename: "notes.md", content: "# Notes" });
      const dry = await call("files", "delete", { file: data.id, dry_run: true });
      expect(dry.data).toMatchObject({ before: { name: "notes.md" } });
    },
  },

  examples: {
    "files.list": { success: ({ call }) => call("files.list") },
    "files.info": { success: ({ call }) => call("files.info", { file: "F07MK6P1W9D" }) },
    "files.getUploadURLExternal": {
      success: ({ call }) => call("files.getUploadURLExternal", { filename: "owls.txt", length: "4" }),
      error: unknownToken("files.getUploadURLExternal"),
    },
    "files.completeUploadExternal": {
      success: (driver) => complete(driver, { channel_id: driver.id("random") }),
      error: unknownToken("files.completeUploadExternal"),
    },
    "files.delete": {
      success: async (driver) => driver.call("files.delete", { file: idOf(await complete(driver)) }),
      error: unknownToken("files.delete"),
    },
    "files.sharedPublicURL": {
      success: ({ call, sandbox }) =>
        call("files.sharedPublicURL", { file: "F07MK6P1W9D" }, sandbox.tokens.user),
      error: unknownToken("files.sharedPublicURL"),
    },
    "files.revokePublicURL": {
      success: ({ call }) => call("files.revokePublicURL", { file: "F07MK6P1W9D" }),
      error: unknownToken("files.revokePublicURL"),
    },
  },
};
