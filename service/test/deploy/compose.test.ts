import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { DCLinter } from "dclint";
import { expect, test } from "vitest";
import { readSettings } from "../../src/startup/settings.ts";
import { deployFolder, documentsOf, isDocumented } from "./deploy-files.ts";

interface Service {
  image: string;
  command?: string[];
  environment?: Record<string, string>;
  depends_on?: Record<string, { condition: string }>;
  volumes?: string[];
  ports?: string[];
  read_only?: boolean;
  stop_grace_period?: string;
}
interface Compose {
  services: Record<string, Service>;
  volumes: Record<string, unknown>;
}
const [{ services, volumes }] = documentsOf<Compose>("compose.yaml") as [Compose];

const rules = {
  "require-project-name-field": 2,
  "no-version-field": 2,
  "no-duplicate-container-names": 2,
  "no-duplicate-exported-ports": 2,
  "no-unbound-port-interfaces": 2,
  "service-image-require-explicit-tag": 2,
} as const;
const off = [
  "no-build-and-image",
  "no-quotes-in-volumes",
  "require-quotes-in-ports",
  "service-container-name-regex",
  "service-dependencies-alphabetical-order",
  "service-keys-order",
  "service-ports-alphabetical-order",
  "services-alphabetical-order",
  "top-level-properties-order",
];
/** The values of the variables that compose.yaml reads from the environment. */
const fill = (value: string) =>
  value.replaceAll(/\$\{\w+:-([^}]*)\}/g, "$1").replaceAll(/\$\{\w+:\?\}/g, "password");
const settingsOf = ({ command = [], environment = {} }: Service) =>
  readSettings(
    command,
    Object.fromEntries(Object.entries(environment).map(([variable, value]) => [variable, fill(value)])),
  );
const faultsOf = (file: string) => {
  const config = { rules: { ...rules, ...Object.fromEntries(off.map((name) => [name, 0 as const])) } };
  const linter = new DCLinter({ ...config, quiet: true, debug: false, exclude: [] });
  const results = linter.lintFiles([file], false) as { messages: { message: string }[] }[];
  return results.flatMap(({ messages }) => messages.map(({ message }) => message));
};

test("compose.yaml fits the schema of the Compose specification, and every image has an exact tag", () => {
  expect(faultsOf(join(deployFolder, "compose.yaml"))).toEqual([]);
  for (const { image } of Object.values(services)) expect(image).toMatch(/:v?\d+\.\d+/);
});

test("all services that others wait for exist, and all volumes and mounted files too", () => {
  for (const { depends_on = {}, volumes: mounts = [] } of Object.values(services)) {
    expect(Object.keys(services)).toEqual(expect.arrayContaining(Object.keys(depends_on)));
    for (const mount of mounts) {
      const [from = ""] = mount.split(":");
      expect([from, from.startsWith("./") ? existsSync(join(deployFolder, from)) : from in volumes]).toEqual([
        from,
        true,
      ]);
    }
  }
});

test("the service accepts its settings, which the README documents", () => {
  for (const name of ["migrate", "service"]) {
    const { environment = {}, read_only } = services[name]!;
    expect([name, read_only]).toEqual([name, true]);
    for (const variable of Object.keys(environment))
      expect([variable, isDocumented(variable)]).toEqual([variable, true]);
    const { words, settings } = settingsOf(services[name]!);
    expect(words).toEqual([name === "service" ? "serve" : "migrate"]);
    expect(settings.migrate).toBe(name === "migrate");
    const { username, password, hostname, pathname } = new URL(settings.databaseUrl!);
    expect([username, password, pathname]).toEqual(["service", "password", "/service"]);
    // Only the pooler stands between the service and the database. The migration has its own connection.
    expect(hostname).toBe(name === "service" ? "pgbouncer" : "postgres");
  }
});

test("the service starts after the migration, and has time to finish its calls when it stops", () => {
  const { depends_on, stop_grace_period } = services.service!;
  expect(depends_on!.migrate).toEqual({ condition: "service_completed_successfully" });
  const { drainDelayMs, drainTimeoutMs } = settingsOf(services.service!).settings;
  expect(Number.parseInt(stop_grace_period!)).toBeGreaterThan((drainDelayMs + drainTimeoutMs) / 1000 + 6);
});

test("Prometheus reads the metrics from the port on which the service serves them", () => {
  const { metricsHost, metricsPort } = settingsOf(services.service!).settings;
  const text = readFileSync(join(deployFolder, "prometheus/prometheus.yml"), "utf8");
  expect(metricsHost).toBe("0.0.0.0");
  expect(text).toContain(`port: ${metricsPort}`);
  expect(text).toContain("names: [service]");
});
