import { type Figures, type Program } from "./measure.ts";
import type { Bar } from "./ratios.ts";

/** The programs of one round, and the rows that compare their figures. */
export interface Experiment {
  /** The name for the option `--only`. */
  name: string;
  /** The programs by name. In each round, the programs run one after another. */
  programs: Readonly<Record<string, Program>>;
  rows: readonly Comparison[];
}

/** The figures of each program in one round. */
export type Round = Readonly<Record<string, Figures>>;

/** A row of the result. Each round gives one value per program. */
interface Comparison {
  name: string;
  unit: string;
  of: (round: Round, program: string) => number;
  ours: string;
  rival?: string;
  bar?: Bar;
}

export interface Place {
  /** The folder with the installed tarball. */
  project: string;
  /** The folder with the rivals, which are the packages that this package is compared with. */
  bench: string;
  url: string;
  /** The address and the certificate file of the local server that uses TLS. */
  secure: { url: string; cert: string } | undefined;
  clients: readonly string[];
  quick: boolean;
}

const overBare = (round: Round, program: string) => round[program]!.cpu - round["bare"]!.cpu;
const measured = (round: Round, program: string) => round[program]!.measured!;

export function experiments({ project, bench, url, secure, clients, quick }: Place): Experiment[] {
  const ours = (file: string, ...args: string[]): Program => ({
    cwd: project,
    args: [`bench/programs/${file}`, ...args],
  });
  const theirs = (file: string, ...args: string[]): Program => ({
    cwd: bench,
    args: [`programs/${file}`, ...args],
  });
  const byName = (names: readonly string[], program: (name: string) => Program) =>
    Object.fromEntries(names.map((name) => [name, program(name)]));
  const bare = { cwd: bench, args: ["-e", ""] };
  const count = (full: number) => String(quick ? full / 4 : full);

  const calls = (name: string, call: "small" | "page", full: number, endpoint: string, env = {}) => {
    const args = [call, endpoint, count(full)];
    const of = (client: string) => ({ ...theirs("calls.js", client, ...args), env });
    return {
      name,
      programs: {
        "agent-connectors": { ...ours("calls.js", "agent-connectors", ...args), env },
        fetch: of("fetch"),
        "@slack/web-api": of("slack-web-api"),
        ...byName(clients, of),
      },
    };
  };
  const overFirst = { unit: "ms CPU", of: overBare, ours: "agent-connectors" };
  const perCall = { unit: "us CPU", of: measured, ours: "agent-connectors" };
  const pages = (number: number) => ["agent-connectors", `${url}/pages/${number}`, String(number * 100)];

  const all: Experiment[] = [
    {
      name: "P1",
      programs: {
        bare,
        "agent-connectors": ours("agent-connectors/first-call.js", url),
        "with compile cache": {
          ...ours("agent-connectors/first-call.js", url),
          env: { NODE_COMPILE_CACHE: `${project}/compile-cache` },
        },
        "@slack/web-api": theirs("slack-web-api/first-call.js", url),
        ...byName(["fetch", ...clients], (name) => theirs("first-call.js", name, url)),
      },
      rows: [
        { ...overFirst, name: "P1 first call, CPU", rival: "@slack/web-api", bar: { ratio: 0.7 } },
        {
          ...overFirst,
          name: "P1 first call, time",
          unit: "ms",
          of: (round, program) => round[program]!.wall - round["bare"]!.wall,
          rival: "@slack/web-api",
        },
        ...["fetch", ...clients].map((rival) => ({ ...overFirst, name: "P1 first call, CPU", rival })),
        {
          ...overFirst,
          name: "P1 with a compile cache",
          ours: "with compile cache",
          rival: "@slack/web-api",
          bar: { ratio: 0.6 },
        },
      ],
    },
    {
      name: "P2",
      programs: {
        bare,
        "agent-connectors": ours("agent-connectors/slack-tool.js"),
        "agent-connectors/amazon-ads": ours("agent-connectors/amazon-ads-tool.js"),
        "@slack/web-api": theirs("slack-web-api/load.js"),
      },
      rows: [
        { ...overFirst, name: "P2 import, tool(), Slack", rival: "@slack/web-api", bar: { ratio: 1 } },
        {
          ...overFirst,
          name: "P2 import, tool(), Amazon Ads",
          ours: "agent-connectors/amazon-ads",
          rival: "@slack/web-api",
          bar: { ratio: 1.2 },
        },
      ],
    },
    {
      ...calls("P3", "small", 8_000, url),
      rows: [
        { ...perCall, name: "P3 small call", rival: "fetch", bar: { ratio: 0.66 } },
        ...["@slack/web-api", ...clients].map((rival) => ({ ...perCall, name: "P3 small call", rival })),
      ],
    },
    {
      ...calls("P4", "page", 2_000, url),
      rows: [
        { ...perCall, name: "P4 page of 63 KB", rival: "@slack/web-api", bar: { ratio: 0.24 } },
        ...["fetch", ...clients].map((rival) => ({ ...perCall, name: "P4 page of 63 KB", rival })),
      ],
    },
    {
      name: "P5",
      programs: {
        bare,
        "agent-connectors": ours("pages.js", ...pages(1000)),
        "@slack/web-api": theirs("pages.js", "slack-web-api", ...pages(1000).slice(1)),
        "400 pages": ours("pages.js", ...pages(400)),
        "2000 pages": ours("pages.js", ...pages(2000)),
      },
      rows: [
        { ...overFirst, name: "P5 100,000 records, CPU", rival: "@slack/web-api", bar: { ratio: 0.4 } },
        {
          ...overFirst,
          name: "P5 100,000 records, memory",
          unit: "MB",
          of: (round, program) => round[program]!.rss - round["bare"]!.rss,
          rival: "@slack/web-api",
          bar: { value: 95 },
        },
        {
          name: "P5 memory of 2,000 pages",
          unit: "MB",
          of: (round, program) => round[program]!.rss,
          ours: "2000 pages",
          rival: "400 pages",
          bar: { ratio: 1.4 },
        },
      ],
    },
    ...["slack", "amazon-ads", "hosted"].map((kind): Experiment => ({
      name: "P13",
      programs: { "agent-connectors": ours("agent-connectors/object-size.js", kind) },
      rows: [
        {
          name: `P13 object, ${kind}`,
          unit: "KB",
          of: measured,
          ours: "agent-connectors",
          bar: { value: 2 },
        },
      ],
    })),
    ...[1000, 5000].map((actions): Experiment => ({
      name: "P15",
      programs: { "agent-connectors": ours("agent-connectors/large-tool.js", String(actions)) },
      rows: [
        {
          name: `P15 tool() of ${actions} actions`,
          unit: "ms",
          of: measured,
          ours: "agent-connectors",
          bar: { value: actions / 50 },
        },
      ],
    })),
    {
      name: "CLI",
      programs: {
        bare,
        "agent-connectors": {
          cwd: project,
          args: ["node_modules/agent-connectors/dist/cli/index.js", "describe", "slack", "channels", "get"],
          env: { XDG_CACHE_HOME: `${project}/cache` },
        },
        "@slack/web-api": theirs("slack-web-api/first-call.js", url),
      },
      rows: [{ ...overFirst, name: "CLI, describe an action", rival: "@slack/web-api" }],
    },
    {
      name: "README",
      programs: {
        bare,
        "agent-connectors": { cwd: project, args: ["first-program.js"] },
        "@slack/web-api": theirs("slack-web-api/quick-start.js", url),
      },
      rows: [{ ...overFirst, name: "README's first program", rival: "@slack/web-api" }],
    },
    {
      name: "AA",
      programs: {
        bare,
        first: ours("agent-connectors/first-call.js", url),
        again: ours("agent-connectors/first-call.js", url),
        calls: ours("calls.js", "agent-connectors", "small", url, count(8_000)),
        "calls again": ours("calls.js", "agent-connectors", "small", url, count(8_000)),
      },
      rows: [
        { ...overFirst, name: "A/A first call", ours: "first", rival: "again", bar: { same: 1.1 } },
        { ...perCall, name: "A/A small call", ours: "calls", rival: "calls again", bar: { same: 1.1 } },
      ],
    },
  ];
  if (secure)
    all.push({
      ...calls("HTTPS", "small", 8_000, secure.url, { NODE_EXTRA_CA_CERTS: secure.cert }),
      rows: [{ ...perCall, name: "HTTPS small call", rival: "fetch" }],
    });
  return all;
}
