import { describe, expect, test } from "vitest";
import { operations } from "../../../src/connectors/slack/operations.ts";
import { testSlack } from "../../suites/slack.ts";
import { absent, docsOf, isDocumented, type Argument } from "./documented.ts";
import { openInProcess } from "./servers.ts";

const token = "xoxb-sandbox-bot";
const seen = new Map<string, Set<string>>();
const wrong = new Set<string>();

/** Looks at every request on its way: is it one that Slack documents? */
async function inspect(request: Request): Promise<void> {
  const [, method = ""] = /^https:\/\/slack\.com\/api\/([\w.]+)$/.exec(request.url) ?? [];
  const body = await request.text();
  const args = new URLSearchParams(body);
  const complain = (what: string) => wrong.add(`${method || request.url}: ${what}`);
  if (request.method !== "POST") complain(`verb ${request.method}`);
  if (request.headers.get("content-type") !== "application/x-www-form-urlencoded") complain("content type");
  if (request.headers.get("authorization") !== `Bearer ${token}`) complain("authorization");
  if (`${request.url}${body}`.includes(token) || args.has("token")) complain("token outside of the header");
  if (!isDocumented(method)) return void complain("no such method");
  const { required = [], properties } = docsOf(method).args;
  for (const name of required) if (name !== "token" && !args.has(name)) complain(`${name} is missing`);
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

const channelId = /^[CGDUW][A-Z0-9]{2,}$/;
const bySubtype: Record<string, RegExp> = {
  channel: channelId,
  user: /^[UW][A-Z0-9]{2,}$/,
  users: /^[UW][A-Z0-9]{2,}(,[UW][A-Z0-9]{2,})*$/,
};

/** Is the text of a form what the documentation calls this argument? */
function fits(value: string, name: string, { type, subtype, enum: allowed }: Argument): boolean {
  if (/^(undefined|null|NaN|\[object .*)$/.test(value)) return false;
  if (type === "boolean" && !/^(true|false)$/.test(value)) return false;
  if ((type === "number" || type === "integer") && !/^\d+$/.test(value)) return false;
  if (subtype === "timestamp" || name === "ts" || name === "thread_ts")
    if (!/^\d{10}\.\d{6}$/.test(value) && !/^(oldest|latest)$/.test(name)) return false;
  if (allowed && !allowed.includes(value)) return false;
  return !subtype || !bySubtype[subtype] || bySubtype[subtype].test(value);
}

describe.skipIf(absent)(`requests${absent ? ` [skipped: ${absent}]` : ""}`, () => {
  testSlack("sandbox, every request looked at", () =>
    openInProcess((fetch) => async (input, init) => {
      await inspect(new Request(input, init));
      return fetch(input, init);
    }),
  );

  test("all are as Slack documents them", () => {
    expect([...wrong]).toEqual([]);
  });

  test("every operation was sent", () => {
    expect([...seen.keys()].sort()).toEqual(Object.keys(operations).sort());
  });

  test("arguments go under Slack's names, and what is off unless asked for is sent as off", () => {
    const sent = (method: string) => [...seen.get(method)!].sort();
    expect(sent("reactions.add")).toEqual(["channel", "name", "timestamp"]);
    expect(sent("bookmarks.add")).toEqual(["channel_id", "emoji", "link", "title", "type"]);
    expect(sent("users.list")).toEqual(["cursor", "limit"]);
    for (const method of ["chat.postMessage", "chat.scheduleMessage"])
      expect(sent(method)).toEqual(expect.arrayContaining(["unfurl_links", "unfurl_media"]));
  });
});
