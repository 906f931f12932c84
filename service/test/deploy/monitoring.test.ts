import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parser } from "@prometheus-io/lezer-promql";
import { AmazonAdsConnector } from "agent-connectors/amazon-ads";
import { amazonAdsSandbox } from "agent-connectors/sandbox";
import { afterAll, beforeAll, expect, test } from "vitest";
import { executePath, testService, type TestService } from "../support/service.ts";
import { deployFolder, documentsOf } from "./deploy-files.ts";
import { rates } from "../limits/rates.ts";

interface Rule {
  alert: string;
  expr: string;
  annotations: Record<string, string>;
}
const alerts = documentsOf<{ groups: { rules: Rule[] }[] }>("prometheus/alerts.yml").flatMap(({ groups }) =>
  groups.flatMap(({ rules }) => rules),
);
const { panels } = JSON.parse(readFileSync(join(deployFolder, "grafana/dashboard.json"), "utf8")) as {
  panels: { id: number; title: string; targets: { expr: string }[] }[];
};
const queries = [
  ...alerts.map(({ alert, expr }) => [alert, expr] as const),
  ...panels.flatMap(({ title, targets }) => targets.map(({ expr }) => [title, expr] as const)),
];

/** The labels of each metric, by its name. Metrics without labels have an empty set. */
const served = new Map<string, Set<string>>();
const dataDir = mkdtempSync(join(tmpdir(), "acs-"));
let service: TestService;
let atStart: string;
beforeAll(async () => {
  const amazon = amazonAdsSandbox();
  service = await testService(
    { dataDir, databaseUrl: undefined },
    {
      connectors: [{ connector: AmazonAdsConnector, code: amazon.options }],
      webhookOrigins: ["http://127.0.0.1:1"],
      limits: {
        perMinute: rates(100, { workspace: 10 }),
      },
    },
  );
  atStart = service.service.metrics();
  const application = await service.applicationToken();
  const token = await service.scopedToken("ana");
  const slack = await service.create("ana");
  const ads = await service.create("ben", { connector_type: "Amazon-Ads", credentials: amazon.credentials });
  await service.ask(executePath(ads), {
    token: await service.scopedToken("ben"),
    json: { entity: "profiles", action: "list" },
  });
  const files = await service.ask(executePath(slack), {
    token,
    json: { entity: "files", action: "list", params: { limit: 1 } },
  });
  await service.ask(executePath(slack), {
    token,
    json: { entity: "files", action: "download", params: { file: files.body.result[0].id } },
  });
  const { body } = await service.ask("/v1/webhooks", {
    token: application,
    json: { url: "http://127.0.0.1:1/x" },
  });
  await service.ask(`/v1/webhooks/${body.id}/test`, { token: application, json: {} });
  await service.service.deliverWebhooks();
  for (let calls = 0; calls < 12; calls++)
    await service.ask(executePath(slack), { token, json: { entity: "users", action: "list" } });
  for (const [, name = "", labels = ""] of service.service.metrics().matchAll(/^(\w+)(?:\{(.*)\})? /gm)) {
    const names = served.get(name) ?? new Set();
    for (const [, label] of labels.matchAll(/(\w+)="/g)) names.add(label!);
    served.set(name, names);
  }
  served.set("up", new Set(["job"]));
}, 60_000);
afterAll(async () => {
  await service.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const functions = new Set(
  "sum by rate increase histogram_quantile topk vector absent or and on without avg max min".split(" "),
);

test("Prometheus can read every query", () => {
  const faults = (query: string) => {
    let count = 0;
    parser.parse(query).iterate({ enter: (node) => void (count += node.type.isError ? 1 : 0) });
    return count;
  };
  for (const [title, expr] of queries) expect([title, faults(expr)]).toEqual([title, 0]);
  expect(faults("sum(rate(x[5m])")).toBeGreaterThan(0);
});

test("every metric and every label in the dashboard and the alerts is one that the service serves", () => {
  expect(queries.length).toBeGreaterThan(20);
  for (const [title, expr] of queries) {
    const plain = expr.replaceAll(/"[^"]*"/g, '""');
    const grouped = [...plain.matchAll(/by \(([^)]*)\)/g)].flatMap(([, list]) => list!.split(/,\s*/));
    const rest = plain.replaceAll(/by \([^)]*\)/g, "");
    // The letter after a number is the unit of a duration.
    const used = [...rest.matchAll(/(?<!\d)\b([a-z_]\w*)(?:\{([^}]*)\})?/g)].filter(
      ([, name]) => !functions.has(name!),
    );
    expect([title, used.length > 0]).toEqual([title, true]);
    for (const [, name = "", matchers = ""] of used) {
      expect([title, name, served.has(name)]).toEqual([title, name, true]);
      const labels = [
        ...[...matchers.matchAll(/(\w+)(?:=|!=|=~|!~)"/g)].map(([, label]) => label!),
        ...grouped,
      ];
      for (const label of labels)
        expect([title, name, label, served.get(name)!.has(label)]).toEqual([title, name, label, true]);
    }
  }
});

test("counters that must stay 0 are served from the start, because Prometheus sees no increase of a new counter", () => {
  for (const name of ["faults_total", "refused_rows_total", "audit_rows_lost_total"])
    expect(atStart).toMatch(new RegExp(`^${name} 0$`, "m"));
});

test("every alert says what to do, and the names and numbers of alerts and panels are unique", () => {
  for (const { alert, annotations } of alerts)
    expect([alert, Object.keys(annotations).sort()]).toEqual([alert, ["action", "summary"]]);
  const unique = [
    alerts.map(({ alert }) => alert),
    panels.map(({ id }) => `${id}`),
    panels.map(({ title }) => title),
  ];
  for (const names of unique) expect(new Set(names).size).toBe(names.length);
});
