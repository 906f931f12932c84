import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Deployment, type IDeployment } from "kubernetes-models/apps/v1/Deployment";
import { Job, type IJob } from "kubernetes-models/batch/v1/Job";
import { NetworkPolicy, type INetworkPolicy } from "kubernetes-models/networking.k8s.io/v1/NetworkPolicy";
import {
  PodDisruptionBudget,
  type IPodDisruptionBudget,
} from "kubernetes-models/policy/v1/PodDisruptionBudget";
import { Service, type IService } from "kubernetes-models/v1/Service";
import { expect, test } from "vitest";
import { readSettings } from "../../src/startup/settings.ts";
import { deployFolder, documentsOf, isDocumented } from "./deploy-files.ts";

type Manifest = IDeployment | IJob | INetworkPolicy | IService | IPodDisruptionBudget;
const models = { Deployment, Job, NetworkPolicy, Service, PodDisruptionBudget };
const modules = {
  Deployment: "apps/v1/Deployment",
  Job: "batch/v1/Job",
  NetworkPolicy: "networking.k8s.io/v1/NetworkPolicy",
  Service: "v1/Service",
  PodDisruptionBudget: "policy/v1/PodDisruptionBudget",
};
const files = readdirSync(join(deployFolder, "kubernetes"));
const manifests = files.flatMap((file) => documentsOf<Manifest>(`kubernetes/${file}`));
const kindOf = ({ kind }: Manifest) => kind as keyof typeof models;
const one = <Wanted extends Manifest>(kind: Wanted["kind"]) =>
  manifests.find((manifest) => manifest.kind === kind) as Wanted;
const deployment = one<IDeployment>("Deployment");
const job = one<IJob>("Job");
const pods = [deployment.spec!.template.spec!, job.spec!.template.spec!];

test("every manifest fits the schema of Kubernetes", () => {
  expect(manifests.map(kindOf).sort()).toEqual([
    "Deployment",
    "Job",
    "NetworkPolicy",
    "PodDisruptionBudget",
    "Service",
  ]);
  for (const manifest of manifests) new models[kindOf(manifest)](manifest as never).validate();
  const wrong = structuredClone(deployment) as { spec: { replicas: unknown } };
  wrong.spec.replicas = "three";
  expect(() => new Deployment(wrong as never).validate()).toThrow("must be integer");
});

// The schema allows unknown fields, so a misspelt field would be ignored. The types of the fields do not.
test("no manifest has a field that Kubernetes does not know", () => {
  const folder = fileURLToPath(new URL("../../../node_modules/.cache/kubernetes/", import.meta.url));
  const compile = (given: readonly Manifest[]) => {
    mkdirSync(folder, { recursive: true });
    const file = join(folder, `manifests-${process.pid}.ts`);
    const lines = given.map((manifest, index) => {
      const kind = kindOf(manifest);
      return `export const m${index}: import("kubernetes-models/${modules[kind]}").I${kind} = ${JSON.stringify(manifest)};`;
    });
    writeFileSync(file, lines.join("\n"));
    const compiler = fileURLToPath(new URL("../../../node_modules/typescript/bin/tsc", import.meta.url));
    const options =
      "--ignoreConfig --noEmit --strict --skipLibCheck --module nodenext --target es2023 --types".split(" ");
    const { stdout } = spawnSync(process.execPath, [compiler, ...options, "", file], { encoding: "utf8" });
    rmSync(file);
    return stdout;
  };
  expect(compile(manifests)).toBe("");
  const wrong = JSON.parse(
    JSON.stringify(deployment).replace("livenessProbe", "livenesProbe"),
  ) as IDeployment;
  expect(compile([wrong])).toContain("livenesProbe\"' does not exist");
});

test("no pod runs as root, writes to its image, or gets more rights or a token of the cluster", () => {
  for (const pod of pods) {
    expect(pod.securityContext).toEqual({
      runAsNonRoot: true,
      runAsUser: 10_001,
      runAsGroup: 10_001,
      seccompProfile: { type: "RuntimeDefault" },
    });
    expect(pod.automountServiceAccountToken).toBe(false);
    for (const { securityContext, resources } of pod.containers) {
      expect(securityContext).toEqual({
        readOnlyRootFilesystem: true,
        allowPrivilegeEscalation: false,
        capabilities: { drop: ["ALL"] },
      });
      expect(resources).toMatchObject({ requests: { cpu: expect.any(String), memory: expect.any(String) } });
      expect(resources).toMatchObject({ limits: { memory: expect.any(String) } });
    }
  }
});

const environment = Object.fromEntries(pods[0]!.containers[0]!.env!.map(({ name, value }) => [name, value]));
const { words, settings } = readSettings(pods[0]!.containers[0]!.args!, environment);

test("the service accepts its settings, which the README documents, and waits for the job", () => {
  for (const variable of Object.keys(environment))
    expect([variable, isDocumented(variable)]).toEqual([variable, true]);
  expect([words, settings.migrate]).toEqual([["serve"], false]);
  expect(pods[1]!.containers[0]!.args).toEqual(["migrate"]);
  const [image] = pods.map((pod) => pod.containers[0]!.image);
  expect(pods.map((pod) => pod.containers[0]!.image)).toEqual([image, image]);
});

test("the probes and the Service use the ports on which the service listens", () => {
  const { ports, startupProbe, livenessProbe, readinessProbe } = pods[0]!.containers[0]!;
  expect(ports).toEqual([
    { name: "http", containerPort: settings.port },
    { name: "metrics", containerPort: settings.metricsPort },
  ]);
  // A full or stopped database must not restart the replicas, so only the readiness depends on it.
  expect([startupProbe, livenessProbe, readinessProbe].map((probe) => probe!.httpGet)).toEqual([
    { path: "/healthz", port: "http" },
    { path: "/healthz", port: "http" },
    { path: "/readyz", port: "http" },
  ]);
  expect(one<IService>("Service").spec!.ports).toEqual([{ name: "http", port: 80, targetPort: "http" }]);
});

test("only the namespace of Prometheus reaches the metrics", () => {
  const { podSelector, policyTypes, ingress } = one<INetworkPolicy>("NetworkPolicy").spec!;
  expect([podSelector!.matchLabels, policyTypes]).toEqual([
    deployment.spec!.template.metadata!.labels,
    ["Ingress"],
  ]);
  expect(ingress!.filter(({ from }) => from === undefined).map(({ ports }) => ports)).toEqual([
    [{ port: "http" }],
  ]);
  expect(ingress!.flatMap(({ ports, from }) => (from ? ports : []))).toEqual([{ port: "metrics" }]);
});

test("the service and the migration can be different users of the database", () => {
  const secretsOf = (pod: (typeof pods)[number]) =>
    pod.containers[0]!.envFrom!.map(({ secretRef }) => secretRef!.name);
  expect(secretsOf(pods[0]!)).toEqual(["agent-connectors", "agent-connectors-database"]);
  expect(secretsOf(pods[1]!)).toEqual(["agent-connectors", "agent-connectors-migrate"]);
});

test("a replica leaves the balance before it stops, and has time to finish its calls", () => {
  const { failureThreshold, periodSeconds } = pods[0]!.containers[0]!.readinessProbe!;
  expect(settings.drainDelayMs).toBeGreaterThan(0);
  expect(failureThreshold! * periodSeconds!).toBeLessThanOrEqual(10);
  const stopping = (settings.drainDelayMs + settings.drainTimeoutMs) / 1000 + 6;
  expect(pods[0]!.terminationGracePeriodSeconds).toBeGreaterThan(stopping);
});

test("an upgrade and a drained node leave enough replicas", () => {
  expect(deployment.spec!.strategy!.rollingUpdate).toEqual({ maxUnavailable: 0, maxSurge: 1 });
  const budget = one<IPodDisruptionBudget>("PodDisruptionBudget").spec!;
  expect(deployment.spec!.replicas! - Number(budget.maxUnavailable)).toBeGreaterThanOrEqual(2);
  const labels = deployment.spec!.template.metadata!.labels;
  expect([budget.selector!.matchLabels, deployment.spec!.selector.matchLabels]).toEqual([labels, labels]);
  expect(one<IService>("Service").spec!.selector).toEqual(labels);
  // The pod of the migration must get no requests.
  expect(job.spec!.template.metadata!.labels).not.toEqual(labels);
});
