import { SlackConnector } from "agent-connectors/slack";
import { slackSandbox } from "agent-connectors/sandbox";
import { describe, expect, test } from "vitest";

const html = (body: string) =>
  new Response(body, { headers: { "content-type": "text/html; charset=utf-8" } });
const signIn = `<!DOCTYPE html><html lang="en-US"><head><title>Slack</title></head><body><div id="signin"><h1>Sign in to Slack</h1></div></body></html>`;

/** Opens a connector to a simulated Slack with one channel and one file. `download` returns the bytes of the file. */
function open({ download = () => html(signIn), properties = {}, file = {} }: Simulated = {}) {
  const fetch: typeof globalThis.fetch = async (input) => {
    const method = new URL(String(input)).pathname.split("/").at(-1);
    if (method === "conversations.info")
      return Response.json({ ok: true, channel: { id: "C012AB3CD", properties } });
    if (method !== "files.info") return download();
    const url_private = "https://files.slack.com/files-pri/T1-F1/canvas";
    const record = {
      id: "F012AB3CD",
      name: "-",
      filetype: "quip",
      mimetype: "application/vnd.slack-docs",
      url_private,
    };
    return Response.json({ ok: true, file: { ...record, ...file } });
  };
  return new SlackConnector({ auth: { api_token: "xoxb-canary" } }, { fetch });
}
interface Simulated {
  download?: () => Response;
  properties?: object;
  file?: object;
}
const canvas = { canvas_id: "F012AB3CD" };
const page = (inner: string) => html(`<div class="quip-canvas-content">${inner}</div>`);

describe("a sign-in page is neither a canvas nor a file:", () => {
  const denied = { code: "credential_insufficient_scope", needed: ["files:read"] };
  test("instead of a canvas", async () => {
    await expect(open().canvases.read(canvas)).rejects.toMatchObject(denied);
    await expect(open().files.download({ file: "F012AB3CD" })).rejects.toMatchObject(denied);
  });
  test("after a redirect", async () => {
    const location = "https://acme.slack.com/?redir=%2Ffiles-pri%2FT1-F1%2Fcanvas";
    const slack = open({ download: () => new Response(null, { status: 302, headers: { location } }) });
    await expect(slack.canvases.read(canvas)).rejects.toMatchObject(denied);
  });
  test("instead of an HTML file, unless the file is that page", async () => {
    const file = { filetype: "html", mimetype: "text/html", size: 20 };
    await expect(open({ file }).files.download({ file: "F012AB3CD" })).rejects.toMatchObject(denied);
    const saved = () =>
      new Response(signIn, {
        headers: { "content-type": "text/html", "content-length": `${signIn.length}` },
      });
    const same = open({ file: { ...file, size: signIn.length }, download: saved });
    expect(await new Response((await same.files.download({ file: "F012AB3CD" })).data).text()).toBe(signIn);
    const other = open({ file, download: () => html("<p>My page</p>") });
    expect(await new Response((await other.files.download({ file: "F012AB3CD" })).data).text()).toBe(
      "<p>My page</p>",
    );
  });
});

describe("the canvas of a channel:", () => {
  const download = () => page("<p>text</p>");
  test.each([
    [
      "a tab",
      {
        tabs: [
          { id: "files", type: "files" },
          { id: "Ct1", type: "canvas", data: { file_id: "F0TAB" }, label: "" },
        ],
      },
    ],
    ["an older field", { canvas: { file_id: "F0TAB", is_empty: false } }],
    [
      "both",
      { tabs: [{ type: "channel_canvas", data: { file_id: "F0TAB" } }], canvas: { file_id: "F0TAB" } },
    ],
  ])("%s", async (_place, properties) => {
    const { data } = await open({ properties, download }).canvases.read({ channel: "C012AB3CD" });
    expect(data).toEqual({ canvas_id: "F0TAB", markdown: "text" });
  });
  test("several canvases are listed with their labels, and a channel without a canvas is an error", async () => {
    const tabs = ["Plan", ""].map((label, index) => ({
      type: "canvas",
      data: { file_id: `F0TAB${index}` },
      label,
    }));
    await expect(
      open({ properties: { tabs } }).canvases.read({ channel: "C012AB3CD" }),
    ).rejects.toMatchObject({
      code: "invalid_params",
      path: "params.canvas_id",
      hint: "Pass one of these as canvas_id: F0TAB0 (“Plan”), F0TAB1.",
    });
    for (const properties of [{}, { tabs: [{ type: "list", data: { file_id: "F0LIST" } }] }])
      await expect(open({ properties }).canvases.read({ channel: "C012AB3CD" })).rejects.toMatchObject({
        code: "not_found",
      });
  });
});

test("a canvas of more than 10 MiB is cut, and the result says so", async () => {
  const line = `<p class="line">${"x".repeat(1000)}</p>`;
  const { data, meta } = await open({ download: () => page(line.repeat(11_000)) }).canvases.read(canvas);
  expect(data.markdown.length).toBeGreaterThan(10_000_000);
  expect(data.markdown).not.toContain("<");
  expect(meta.warnings).toEqual([expect.stringContaining("Only its first 10485760 bytes")]);
});

describe("a model", () => {
  const sandbox = slackSandbox({ rateLimits: false });
  const slack = new SlackConnector({ auth: { api_token: sandbox.tokens.bot } }, sandbox.options);
  const { channels, users } = sandbox.state();
  const channel = channels.find(({ name }) => name === "general")!.id;
  const person = users.find((one) => !one.is_bot && !one.deleted)!;

  test("sees names in place of mentions", async () => {
    const { data } = await slack.canvases.create({
      title: "Plan",
      markdown: `![](@${person.id}) in ![](#${channel})`,
    });
    const { text } = await (await slack.tool()).call({ entity: "canvases", action: "read", params: data });
    const told = JSON.parse(text) as { data: { markdown: string }; ids: object };
    const { data: user } = await slack.users.get({ user: person.id });
    const name = user.profile?.display_name || user.real_name!;
    expect(told.data.markdown).toBe(`<@${name}> in <#general>`);
    expect(told.ids).toEqual({ [name]: person.id, general: channel });
  });

  test("sees the canvases of a channel in its record", async () => {
    const { data: own } = await slack.channels.create({ name: "with-a-canvas" });
    const { data } = await slack.canvases.create({ markdown: "Plan", channel: own.id });
    const tool = await slack.tool();
    const { text } = await tool.call({ entity: "channels", action: "get", params: { channel: own.id } });
    expect((JSON.parse(text) as { data: object }).data).toMatchObject({ canvases: data.canvas_id });
    const without = await tool.call({ entity: "channels", action: "get", params: { channel } });
    expect(without.text).not.toContain("canvases");
  });

  test("reads a long canvas in parts, and loses nothing", async () => {
    const lines = Array.from({ length: 400 }, (_, index) => `Line ${index} of a long canvas.`);
    const { data } = await slack.canvases.create({ markdown: lines.join("\n\n") });
    const tool = await slack.tool({ outputBudget: 3000 });
    let whole = "";
    let params: object | undefined = data;
    let calls = 0;
    while (params) {
      const { text } = await tool.call({ entity: "canvases", action: "read", params });
      expect(text.length).toBeLessThanOrEqual(3000);
      const told = JSON.parse(text) as { data: { markdown?: string }; rest?: object };
      whole += (told.data.markdown ?? "").replace(/… \[\+\d+ characters\]$/, "");
      params = told.rest;
      expect(calls++).toBeLessThan(20);
    }
    expect(calls).toBeGreaterThan(2);
    expect(whole).toBe(lines.join("\n\n"));
  });

  test("reads only canvases of the allowed channel", async () => {
    const { data: own } = await slack.canvases.create({ markdown: "own", channel });
    const { data: foreign } = await slack.canvases.create({ markdown: "foreign" });
    const tool = await slack.tool({ only: { channel: [channel] } });
    const read = async (params: object) =>
      (await tool.call({ entity: "canvases", action: "read", params })).text;
    expect(await read({})).toContain("own");
    expect(await read(own)).toContain("own");
    expect(JSON.parse(await read(foreign))).toMatchObject({ error: { code: "not_found" } });
    expect(JSON.parse(await read({ ...foreign, channel: "C0ELSEWHERE" }))).toMatchObject({ error: { code: "policy_denied" } }); // prettier-ignore
  });
});
