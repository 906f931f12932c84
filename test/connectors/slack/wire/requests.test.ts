import { describe, expect, test } from "vitest";
import { operations } from "../../../../src/connectors/slack/operations/index.ts";
import { testSlack } from "../../../suites/slack.ts";
import { absent, docsOf, fits, isDocumented } from "../../../suites/slack/documentation.ts";
import { openInProcess } from "../servers.ts";

const tokens = ["xoxb-sandbox-bot", "xoxp-sandbox-user"];
const seen = new Map<string, Set<string>>();
const wrong = new Set<string>();

/** Methods that no test in this file sends. The themes in test/suites/slack contain their requests. */
const unsent = [
  // The older search is sent only if the token lacks the newer scope. search.test.ts tests it.
  "search.messages",
];

/** Checks that a request matches Slack's documentation. */
async function inspect(request: Request): Promise<void> {
  if (request.url.startsWith("https://files.slack.com/")) return inspectFile(request);
  const [, method = ""] = /^https:\/\/slack\.com\/api\/([\w.]+)$/.exec(request.url) ?? [];
  const body = await request.text();
  const args = new URLSearchParams(body);
  const complain = (what: string) => wrong.add(`${method || request.url}: ${what}`);
  if (request.method !== "POST") complain(`verb ${request.method}`);
  if (request.headers.get("content-type") !== "application/x-www-form-urlencoded") complain("content type");
  if (!tokens.includes(request.headers.get("authorization")?.replace("Bearer ", "") ?? ""))
    complain("authorization");
  if (tokens.some((token) => `${request.url}${body}`.includes(token)) || args.has("token"))
    complain("token outside of the header");
  if (!isDocumented(method)) return void complain("no such method");
  const { required = [], properties } = docsOf(method).args;
  for (const name of required)
    if (name !== "token" && !args.has(name) && !args.has(insteadOf[`${method}.${name}`] ?? name))
      complain(`${name} is missing`);
  const names = seen.get(method) ?? new Set();
  seen.set(method, names);
  for (const name of new Set(args.keys())) {
    names.add(name);
    if (args.getAll(name).length > 1) complain(`${name} twice`);
    if (!Object.hasOwn(properties, name)) complain(`unknown argument ${name}`);
    else if (!fits(args.get(name)!, name, properties[name]!))
      complain(`${name} as ${args.get(name)!.slice(0, 40)}`);
  }
}

/** Slack's page marks the first argument as required, but the types of Slack's SDK have the second in its place. */
const insteadOf: Readonly<Record<string, string>> = { "chat.appendStream.markdown_text": "chunks" };

/** Checks a file transfer. An upload must have no token, and a download must have one. */
function inspectFile({ url, method, headers }: Request): void {
  const upload = url.startsWith("https://files.slack.com/upload/v1/");
  seen.set(upload ? "bytes.upload" : "bytes.download", new Set());
  if (method !== (upload ? "POST" : "GET")) wrong.add(`${url}: verb ${method}`);
  if (headers.has("authorization") === upload) wrong.add(`${url}: authorization`);
}

describe.skipIf(absent)(`requests${absent ? ` [skipped: ${absent}]` : ""}`, () => {
  const openWatched = () =>
    openInProcess((fetch) => async (input, init) => {
      await inspect(new Request(input, init));
      return fetch(input, init);
    });
  testSlack("sandbox, every request looked at", openWatched, "execute");

  test("all match Slack's documentation", () => {
    expect([...wrong]).toEqual([]);
  });

  test("every operation was sent", () => {
    const missing = Object.keys(operations).filter((name) => !seen.has(name));
    expect(missing.sort()).toEqual([...unsent].sort());
  });

  test("arguments have Slack's names, and options that are off by default are sent as off", () => {
    const sent = (method: string) => [...seen.get(method)!].sort();
    expect(sent("reactions.add")).toEqual(["channel", "name", "timestamp"]);
    expect(sent("bookmarks.add")).toEqual(["channel_id", "emoji", "link", "title", "type"]);
    expect(sent("users.list")).toEqual(["cursor", "limit"]);
    for (const method of ["chat.postMessage", "chat.scheduleMessage"])
      expect(sent(method)).toEqual(expect.arrayContaining(["unfurl_links", "unfurl_media"]));
  });
});
