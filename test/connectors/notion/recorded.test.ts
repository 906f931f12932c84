import { readFileSync } from "node:fs";
import { ConnectorError } from "agent-connectors";
import { NotionConnector } from "agent-connectors/notion";
import { replay } from "agent-connectors/testing";
import { describe, expect, test } from "vitest";
import * as entities from "../../../src/connectors/notion/entities/index.ts";
import { testClock } from "../../fixtures/clock.ts";
import { callsOf, type Call, type Dict, isList, recorded, withPageSize } from "./recorded-calls.ts";

/** Every readable text in an answer. This walk knows nothing about Notion's objects. */
function textsIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(textsIn);
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, one]) =>
    (name === "plain_text" || name === "markdown") && typeof one === "string" ? [one] : textsIn(one),
  );
}

type View = (record: Dict, meta: object) => Dict;
const viewOf = ([entity, action]: Call): View | undefined =>
  (entities as unknown as Record<string, Record<string, { view?: View }>>)[entity]![action]!.view;

const covered = recorded.flatMap((one) => callsOf(one).map((call) => ({ ...one, call, title: `${one.name}: ${call[0]}.${call[1]}` }))); // prettier-ignore

describe.skipIf(recorded.length === 0)("recorded with Notion", () => {
  test.each(covered)("$title", async ({ interaction, answer, call }) => {
    const exchange = isList(call) ? withPageSize(interaction) : interaction;
    const { fetch, unused } = await replay({ interactions: [exchange] });
    const notion = new NotionConnector({ auth: { api_token: "ntn_0123456789" } }, { fetch, clock: testClock() });
    const sent = notion.execute(...(call as [never, never, never]));
    const { code: status } = interaction.response.status;
    if (status !== 200) {
      const error = await sent.catch((one: unknown) => one);
      expect(error).toBeInstanceOf(ConnectorError);
      expect(error).toMatchObject({
        code: status === 401 ? "credential_rejected" : "not_found",
        outcome: "not_started",
        platform: { status, code: answer.code },
      });
      expect((error as ConnectorError).message).toContain(String(answer.message).slice(0, 20));
    } else {
      const { data, meta } = (await sent) as { data: Dict | Dict[]; meta: Dict };
      const full = JSON.stringify(data);
      const records = answer.results ?? answer.templates;
      // Code gets Notion's objects unchanged.
      expect(data).toEqual(Array.isArray(data) ? records : answer);
      if (isList(call)) expect(meta.next_cursor).toBe(answer.has_more ? answer.next_cursor : undefined);
      const view = viewOf(call);
      const shown = JSON.stringify(view ? [data].flat().map((one) => view(one, {})) : data);
      for (const text of textsIn(answer)) {
        expect(full).toContain(JSON.stringify(text).slice(1, -1));
        // The caller of such a write knows the Markdown.
        if (!call[1].endsWith("_markdown")) expect(shown).toContain(JSON.stringify(text).slice(1, -1));
      }
    }
    expect(unused()).toEqual([]);
  }); // prettier-ignore

  test("no action covers these exchanges, and an action covers all others", () => {
    const others = recorded.filter((one) => callsOf(one).length === 0);
    const kinds = others.map(({ interaction: { request } }) => `${request.method} ${new URL(request.uri).pathname.replaceAll(/(task_)?[0-9a-f-]{32,36}/g, "*")}`); // prettier-ignore
    expect([...new Set(kinds)].toSorted()).toEqual([
      "DELETE /v1/views/*",
      "DELETE /v1/views/*/queries/*",
      "GET /400",
      "GET /v1/async_tasks/*",
      "GET /v1/comments/*",
      "GET /v1/custom_emojis",
      "GET /v1/file_uploads",
      "GET /v1/invalid",
      "GET /v1/views",
      "GET /v1/views/*",
      "GET /v1/views/*/queries/*",
      "PATCH /v1/pages/*/markdown",
      "PATCH /v1/views/*",
      "POST /v1/views",
      "POST /v1/views/*/queries",
    ]);
  });

  test("the page says which actions were recorded", () => {
    const proved = new Set(covered.map(({ call: [entity, action] }) => `${entity}.${action}`));
    const rows = page
      .split(/^## /m)
      .flatMap((section) =>
        [...section.matchAll(/^\| `(\w+)\(.*\| (recorded|documented) \| \[docs\]/gm)].map(
          ([, action, proof]) => [`${section.split("\n", 1)[0]}.${action}`, proof],
        ),
      );
    const expected = Object.entries(entities).flatMap(([entity, actions]) =>
      Object.keys(actions).map((action) => `${entity}.${action}`),
    );
    expect(rows.toSorted()).toEqual(
      expected.map((name) => [name, proved.has(name) ? "recorded" : "documented"]).toSorted(),
    );
  });
});

const page = readFileSync(new URL("../../../docs/notion.md", import.meta.url), "utf8");
