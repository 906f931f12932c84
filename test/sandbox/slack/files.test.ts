import { expect, test } from "vitest";
import { connect, failure } from "./clients.ts";
import { drive, type Driver } from "./helpers.ts";

const LOG = "F07LG4K8T2N";

test("Slack's own client uploads into a thread, and the file is read everywhere", async () => {
  const { sandbox, bot, person, id } = await connect();
  const channel = id("random");
  const { ts } = await bot.chat.postMessage({ channel, text: "Notes?" });
  await bot.filesUploadV2({
    channel_id: channel,
    thread_ts: ts ?? "",
    initial_comment: "Here, <@U07AC5T1X3P>",
    file_uploads: [
      { file: Buffer.from("one,two\n"), filename: "Notes of today.csv", title: "Notes" },
      { file: Buffer.from("print(1)\n"), filename: "one.py", snippet_type: "python" },
    ],
  });
  const { messages } = await bot.conversations.replies({ channel, ts: ts ?? "" });
  const shared = messages?.at(-1) as { text?: string; files?: Record<string, unknown>[] };
  expect(shared).toMatchObject({ subtype: "file_share", text: "Here, <@U07AC5T1X3P>", thread_ts: ts });
  const [notes, code] = shared.files ?? [];
  expect(notes).toMatchObject({ title: "Notes", mimetype: "text/csv", size: 8, mode: "hosted" });
  expect(code).toMatchObject({ filetype: "python", mode: "snippet" });
  expect(String(notes?.["url_private"])).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/files-pri\//);
  const download = await fetch(String(notes?.["url_private_download"]), {
    headers: { authorization: `Bearer ${sandbox.tokens.user}` },
  });
  expect(download.headers.get("content-type")).toBe("text/csv");
  expect(await download.text()).toBe("one,two\n");
  const info = await person.files.info({ file: String(code?.["id"]) });
  expect(info).toMatchObject({ content: "print(1)\n", file: { channels: [channel] } });
  expect((await bot.files.list({ channel })).files?.map(({ id: file }) => file)).toContain(code?.["id"]);

  await bot.files.delete({ file: String(notes?.["id"]) });
  expect(await failure(bot.files.delete({ file: String(notes?.["id"]) }))).toBe("file_deleted");
  const after = (await bot.conversations.replies({ channel, ts: ts ?? "" })).messages?.at(-1);
  expect((after as typeof shared).files?.[0]).toEqual({ id: notes?.["id"], mode: "tombstone" });
  expect(await failure(bot.files.delete({ file: LOG }))).toBe("cant_delete_file");
  expect(await failure(person.files.delete({ file: LOG }))).toBe("no failure");
});

const bytes = async (driver: Driver, address: string, token?: string): Promise<Response> =>
  driver.sandbox.fetch(address, { headers: token ? { authorization: `Bearer ${token}` } : {} });

async function addresses({ call }: Driver, file = LOG): Promise<Record<string, string>> {
  return (await call("files.info", { file }))["file"] as Record<string, string>;
}

test("the bytes of a file need a token that can read; without one, the response is a sign-in page", async () => {
  const driver = drive();
  const { tokens } = driver.sandbox;
  const { url_private = "", url_private_download = "", size } = await addresses(driver);
  expect(url_private).toMatch(/^https:\/\/files\.slack\.com\/files-pri\//);
  const good = await bytes(driver, url_private_download, tokens.bot);
  expect((await good.arrayBuffer()).byteLength).toBe(size);
  for (const token of [undefined, "xoxb-unknown", tokens.limited, tokens.revoked]) {
    const page = await bytes(driver, url_private, token);
    expect(page.status).toBe(200);
    expect(page.headers.get("content-type")).toContain("text/html");
    expect(await page.text()).toContain("Sign in");
  }
  const gone = url_private.replace(LOG, "F0NOTHING");
  expect((await bytes(driver, gone, tokens.bot)).status).toBe(404);
  expect(driver.sandbox.calls().filter(({ method }) => method === "files.download")).toHaveLength(6);
});

test("a redirect within Slack is followed without the token, and one elsewhere can be planned", async () => {
  const driver = drive();
  const { tokens } = driver.sandbox;
  const { url_private = "" } = await addresses(driver);
  const old = url_private.replace("files.slack.com", "fernhill-outdoor.slack.com");
  const manual = await driver.sandbox.fetch(old, {
    redirect: "manual",
    headers: { authorization: `Bearer ${tokens.bot}` },
  });
  expect(manual.status).toBe(302);
  expect(manual.headers.get("location")).toBe(url_private);
  const followed = await bytes(driver, old, tokens.bot);
  expect(followed.url).toBe(url_private);
  expect(await followed.text()).toContain("Sign in");
  driver.sandbox.fail({ kind: "redirect", operation: "files.download" });
  expect((await bytes(driver, url_private, tokens.bot)).url).toBe("https://elsewhere.example/");
});

test("a public address opens a file to everyone, until it is revoked", async () => {
  const driver = drive();
  const { call, sandbox } = driver;
  const secret = (await addresses(driver))["permalink_public"]?.split("-").at(-1) ?? "";
  const open = async (): Promise<string | null> => {
    const { url_private = "" } = await addresses(driver);
    return (await bytes(driver, `${url_private}?pub_secret=${secret}`)).headers.get("content-type");
  };
  expect(await open()).toContain("text/html");
  expect((await call("files.sharedPublicURL", { file: LOG })).error).toBe("not_allowed_token_type");
  await call("files.sharedPublicURL", { file: LOG }, sandbox.tokens.user);
  expect(await addresses(driver)).toMatchObject({ public_url_shared: true });
  expect(await open()).toBe("text/plain");
  await call("files.revokePublicURL", { file: LOG }, sandbox.tokens.user);
  expect(await open()).toContain("text/html");
});

test("an upload must be started and sent by the same user", async () => {
  const driver = drive();
  const { call, id, sandbox } = driver;
  const announce = (more: Record<string, string>): Promise<unknown> =>
    call("files.getUploadURLExternal", { filename: "a.txt", length: "1", ...more }).then(
      ({ error }) => error,
    );
  expect(await announce({ length: "0" })).toBe("missing_argument");
  expect(await announce({ alt_txt: "x".repeat(1001) })).toBe("alt_txt_too_large");
  expect(await announce({ snippet_type: "runes" })).toBe("unknown_snippet_type");
  expect(await announce({ snippet_type: "python", length: "2000000" })).toBe("snippet_too_large");
  const { upload_url, file_id } = await call("files.getUploadURLExternal", {
    filename: "a.txt",
    length: "1",
  });
  const complete = (
    more: Record<string, string> = {},
    token: string = sandbox.tokens.bot,
  ): Promise<unknown> =>
    call("files.completeUploadExternal", { files: JSON.stringify([{ id: file_id }]), ...more }, token).then(
      ({ error }) => error,
    );
  expect(await complete()).toBe("file_not_found");
  const form = new FormData();
  form.set("file", new Blob(["x"]), "a.txt");
  const sent = await sandbox.fetch(String(upload_url), { method: "POST", body: form });
  expect([sent.status, await sent.text()]).toEqual([200, "OK - 1"]);
  expect((await sandbox.fetch(`${String(upload_url)}x`, { method: "POST", body: "x" })).status).toBe(404);
  expect(await complete({}, sandbox.tokens.user)).toBe("file_not_found");
  expect(await complete({ channel_id: id("analytics") })).toBe("not_in_channel");
  expect(await complete({ channel_id: "C0NOWHERE" })).toBe("channel_not_found");
  expect(await complete({ channels: "C0NOWHERE" })).toBe("invalid_channel");
  expect(await complete({ channel_id: id("random"), thread_ts: "1.000001" })).toBe("thread_not_found");
  expect(await complete({ channels: `${id("random")},${id("lunch")}` })).toBeUndefined();
  expect((await addresses(driver, String(file_id)))["shares"]).toMatchObject({
    public: { [id("random")]: [{}], [id("lunch")]: [{}] },
  });
  expect(await complete()).toBe("file_not_found");
});
