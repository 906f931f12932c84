import { listen } from "agent-connectors-service";
import { afterAll, beforeAll, expect, test } from "vitest";
import { findApplication } from "../../../src/store/queries/applications.ts";
import { addAuditRows } from "../../../src/store/queries/audit-rows.ts";
import { auditRow } from "../../support/audit-row.ts";
import { acceptRows } from "../../support/keys.ts";
import { operatedService, type OperatedService } from "../../support/operated-service.ts";

const path = "/operate/audit";
let operated: OperatedService;
let { service, admin } = {} as OperatedService;
let connector: string;
const formula = '=HYPERLINK("https://evil.example")';
beforeAll(async () => {
  operated = await operatedService(["audit:read"], "Ana <b>");
  ({ service, admin } = operated);
  connector = await service.create("zoe", { name: "Work <i>chat</i>" });
  await service.create(formula);
});
afterAll(() => operated?.close());

test("the page shows the names of applications, connectors, users and tokens instead of their ids", async () => {
  const rename = async (name: string) => {
    await service.store.db.updateTable("applications").set({ name }).execute();
    await acceptRows(service.store, (await service.store.db.selectFrom("applications").select("organization_id").executeTakeFirstOrThrow()).organization_id); // prettier-ignore
  };
  await rename("Shop <script>");
  const { text } = await admin.get(`${path}?event=connector.create&external_user_id=zoe`);
  const [row] = /<tbody.*<\/tbody>/s.exec(text)!;
  expect(row).toContain("Shop &lt;script&gt;");
  expect(row).toMatch(new RegExp(`href="/operate/connectors/${connector}"\\s*>Work &lt;i&gt;chat`));
  expect(row.replaceAll(/href="[^"]*"/g, "")).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}/);
  expect(row).not.toMatch(/<script|<i>/);
  await rename("first");
});

test.each([
  ["client_id", () => service.clientId, "connector.create"],
  ["client_id", () => "other", undefined],
  ["connector_id", () => connector, "connector.create"],
  ["external_user_id", () => "zoe", "connector.create"],
  ["operator", () => "Ana <b>", "operator.sign_in"],
  ["outcome", () => "failed", undefined],
])("the filter %s finds the rows", async (name, value, expected) => {
  const { status, text } = await admin.get(`${path}?${new URLSearchParams({ [name]: value() })}`);
  const [rows = ""] = /<tbody.*<\/tbody>/s.exec(text) ?? [];
  expect([status, expected === undefined ? rows : rows.includes(expected)]).toEqual([200, expected === undefined ? "" : true]); // prettier-ignore
});

test("the export sends all rows of the filters over a socket, in portions, and only those of the organization", async () => {
  const { organization_id } = (await findApplication(service.store.db, service.clientId))!;
  const now = Date.now();
  const rows = Array.from({ length: 1200 }, (_, index) =>
    auditRow({ at: now - index, organization_id, event: "webhook.test", detail: `{"n":${index}}` }),
  );
  await addAuditRows(service.store.db, [
    ...rows,
    auditRow({ at: now, organization_id: "other", event: "webhook.test" }),
  ]);
  const server = await listen((request, from) => service.service(request, from), "127.0.0.1", 0);
  try {
    const cookie = [...admin.browser.cookies].map((pair) => pair.join("=")).join("; ");
    const exported = async (format: string, filter: string) => {
      const response = await fetch(`${server.url}${path}/export?format=${format}&${filter}`, {
        headers: { cookie },
      });
      return { headers: response.headers, status: response.status, text: await response.text() };
    };
    const lines = await exported("jsonl", "event=webhook.test");
    const read = lines.text.trimEnd().split("\n").map((line) => JSON.parse(line)); // prettier-ignore
    expect(read.map(({ detail }) => detail.n)).toEqual(rows.map((_, index) => index));
    expect(lines.headers.get("content-disposition")).toBe('attachment; filename="audit.jsonl"');

    const csv = await exported("csv", `external_user_id=${encodeURIComponent(formula)}`);
    expect([csv.status, csv.headers.get("content-type")]).toEqual([200, "text/csv; charset=utf-8"]);
    const [head, ...others] = csv.text.trimEnd().split("\r\n");
    expect(head).toMatch(/^id,at,event,by,external_user_id,/);
    expect(others.length).toBeGreaterThan(0);
    // A spreadsheet must not run the name of a user.
    for (const line of others) expect(line).toContain(`,"'=HYPERLINK(""https://evil.example"")",`);

    expect((await exported("csv", "event=nothing")).status).toBe(422);
    expect((await exported("xls", "")).status).toBe(422);
    expect((await fetch(`${server.url}${path}/export?format=csv`)).status).toBe(401);
  } finally {
    await server.close(0);
  }
});
