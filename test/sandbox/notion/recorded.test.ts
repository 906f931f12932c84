import { notionSandbox } from "agent-connectors/sandbox";
import { describe, expect, test } from "vitest";
import { type Dict, recorded } from "../../connectors/notion/recorded-calls.ts";

// Sends the requests that others have recorded with Notion to the sandbox, and compares the answers.

/** The page in which the recorded requests work. */
const home = "393abc1e-edcd-80f3-813b-e205934558c6";

/** What differs between two workspaces: names of people and connections, and the words of errors. */
const different = new Set(["name", "resolved_name", "workspace_name", "avatar_url", "email", "message"]);

/** Replaces what differs between two runs. The form of times and addresses must still be equal. */
function form(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(form);
  if (typeof value === "object" && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, different.has(name) ? nameForm(one) : form(one)])); // prettier-ignore
  if (typeof value !== "string") return value;
  return value
    .replaceAll(/[0-9a-f]{8}(-?[0-9a-f]{4}){3}-?[0-9a-f]{12}/g, (id) =>
      id.includes("-") ? "<id>" : "<digits>",
    )
    .replace(/^\d{4}-\d\d-\d\dT\d\d:\d\d:00\.000Z$/, "<minute>")
    .replace(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00$/, "<time>");
}
const nameForm = (value: unknown) =>
  value === null ? "<name>" : `<${value === undefined ? "nothing" : "name"}>`;

/** Notes which id of the sandbox stands for which recorded id. */
function learn(recordedValue: unknown, ours: unknown, ids: Map<string, string>): void {
  if (typeof recordedValue === "string" && typeof ours === "string") {
    if (/^[0-9a-f-]{36}$/.test(recordedValue)) ids.set(recordedValue, ours);
  } else if (typeof recordedValue === "object" && recordedValue !== null)
    for (const [name, one] of Object.entries(recordedValue)) learn(one, (ours as Dict | undefined)?.[name], ids); // prettier-ignore
}

/** Requests whose answers the sandbox does not imitate. They must be refused. */
const isOther = (method: string, path: string, body: string) =>
  /\/(views|async_tasks|custom_emojis)/.test(path) ||
  (method === "GET" && path === "/v1/file_uploads") ||
  body.includes("external_url") ||
  body.includes("allow_async");

const files = Map.groupBy(recorded, ({ name }) => name.split(" ")[0]!);

describe.skipIf(recorded.length === 0)("recorded with Notion", () => {
  const compared = new Set<string>();
  test.each([...files])("%s", async (_file, exchanges) => {
    const sandbox = notionSandbox({
      workspace: { people: ["Ana Silva"], pages: [{ title: "", id: home }] },
    });
    const ids = new Map<string, string>();
    // The recorded page was in use before.
    const ours = (text: string) => {
      const known = [...ids].reduce((all, [from, to]) => all.replaceAll(from, to).replaceAll(from.replaceAll("-", ""), to), text);
      const { users } = sandbox.state();
      return known.replaceAll("7775f3a3-893f-43fa-b625-460c61094c78", String(users.at(-1)!.id));
    }; // prettier-ignore
    let isSkipping = false;
    for (const { interaction, answer } of exchanges) {
      const { request, response } = interaction;
      const url = new URL(request.uri);
      if (url.host !== "api.notion.com") continue;
      const text = typeof request.body === "string" ? ours(request.body) : "";
      const other = isOther(request.method, url.pathname, text);
      // The requests after them refer to their answers.
      isSkipping ||= other;
      const isForm = text.startsWith("--");
      const status = response.status.code;
      const headers: Record<string, string> = {
        authorization: `Bearer ${status === 401 ? sandbox.tokens.revoked : sandbox.tokens.internal}`,
        "notion-version": "2025-09-03",
      };
      if (isForm)
        headers["content-type"] = `multipart/form-data; boundary=${text.slice(2, text.indexOf("\r\n") < 0 ? text.indexOf("\n") : text.indexOf("\r\n"))}`; // prettier-ignore
      else if (text !== "") headers["content-type"] = "application/json";
      if (isSkipping && !other) continue;
      const got = await sandbox.fetch(ours(request.uri), {
        method: request.method,
        headers,
        ...(text === "" ? {} : { body: text }),
      });
      const body = (await got.json()) as Dict;
      if (other) {
        expect({ status: got.status, object: body.object }).toEqual({ status: 400, object: "error" });
        continue;
      }
      expect({ status: got.status, body: form(body) }).toEqual({ status, body: form(answer) });
      learn(answer, body, ids);
      compared.add(`${request.method} ${url.pathname.replaceAll(/[0-9a-f-]{32,36}/g, "{id}")}`);
    }
  });

  test("answers of these operations were compared", () => {
    expect([...compared].toSorted()).toMatchInlineSnapshot(`
      [
        "DELETE /v1/blocks/{id}",
        "DELETE /v1/comments/{id}",
        "GET /v1/blocks/{id}",
        "GET /v1/blocks/{id}/children",
        "GET /v1/comments",
        "GET /v1/comments/{id}",
        "GET /v1/data_sources/{id}",
        "GET /v1/data_sources/{id}/templates",
        "GET /v1/databases/{id}",
        "GET /v1/file_uploads/{id}",
        "GET /v1/invalid",
        "GET /v1/pages/{id}",
        "GET /v1/pages/{id}/markdown",
        "GET /v1/pages/{id}/properties/title",
        "GET /v1/users",
        "GET /v1/users/me",
        "GET /v1/users/{id}",
        "PATCH /v1/blocks/{id}",
        "PATCH /v1/blocks/{id}/children",
        "PATCH /v1/comments/{id}",
        "PATCH /v1/data_sources/{id}",
        "PATCH /v1/databases/{id}",
        "PATCH /v1/pages/{id}",
        "PATCH /v1/pages/{id}/markdown",
        "POST /v1/comments",
        "POST /v1/data_sources",
        "POST /v1/data_sources/{id}/query",
        "POST /v1/databases",
        "POST /v1/file_uploads",
        "POST /v1/file_uploads/{id}/send",
        "POST /v1/pages",
        "POST /v1/pages/{id}/move",
        "POST /v1/search",
      ]
    `);
  });
});
