import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { createHash } from "node:crypto";
import {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { Client } from "pg";

// Starts a PostgreSQL cluster for tests. The cluster listens on a socket in a temporary directory, not on a
// port.

const binaries = ((): string | undefined => {
  const root = "/usr/lib/postgresql";
  const versions = existsSync(root) ? readdirSync(root).sort((a, b) => Number(b) - Number(a)) : [];
  const found = [
    ...versions.map((version) => join(root, version, "bin")),
    ...(process.env.PATH ?? "").split(":"),
  ];
  return found.find(
    (directory) => existsSync(join(directory, "initdb")) && existsSync(join(directory, "postgres")),
  );
})();

/** The reason why tests with PostgreSQL are skipped. Undefined if PostgreSQL is installed. */
export const noPostgres =
  binaries === undefined ? "PostgreSQL's binaries (initdb, postgres) are not installed" : undefined;
if (noPostgres) console.warn(`Skipped, on PostgreSQL: ${noPostgres}.`);

export interface Cluster {
  /** Creates a database and returns its URL. It is a copy of the database `template`, or empty. */
  database(template?: string): Promise<string>;
  /** Ends the sessions of these databases, and deletes the databases. */
  drop(urls: readonly string[]): Promise<void>;
  /** Calls `run` with a function that runs statements of an administrator, who has a session of their own. */
  administer(
    url: string,
    run: (query: (statement: string) => Promise<unknown>) => Promise<void>,
  ): Promise<void>;
  /** Ends the server without a shutdown, like a power failure. */
  kill(): Promise<void>;
  /** Ends the sessions, and then the server, like `pg_ctl stop -m fast`. */
  shutDown(): Promise<void>;
  /**
   * Stops, continues or kills all processes of the server. A stopped server keeps its connections, but does not respond.
   * @param only the beginning of the titles of the processes, such as `postgres: walreceiver`. Default: all of them
   */
  signal(signal: "SIGSTOP" | "SIGCONT" | "SIGKILL", only?: string): void;
  start(): Promise<void>;
  /** Starts the server if it has ended by itself. Returns whether it had. */
  startAgain(): Promise<boolean>;
  /** Ends the server and deletes its data. */
  stop(): Promise<void>;
  /** The path of the socket on which the server listens. */
  socket: string;
  /**
   * Copies the cluster to a standby, which receives all further changes.
   * @param synchronous whether a commit waits until the standby has it
   */
  standby(synchronous: boolean): Promise<Cluster>;
  /** Makes a standby a primary. */
  promote(): Promise<void>;
}

// PostgreSQL refuses to run as root. If the tests run as root, PostgreSQL runs as the user `nobody`.
const as = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
const newDirectory = (parent = tmpdir()) => {
  const directory = mkdtempSync(join(parent, "acs-pg-"));
  if (as.uid !== undefined) chownSync(directory, as.uid, as.gid);
  return directory;
};
const run = (program: string, args: readonly string[], options: object = {}) => {
  const { status, stdout, stderr, error } = spawnSync(program, args, { encoding: "utf8", ...options });
  if (status !== 0) throw new Error(`${program}: ${error?.message ?? stderr}`);
  return stdout;
};

const initdb = () => join(binaries!, "initdb");
let printedVersion: string | undefined;
const version = () => (printedVersion ??= run(initdb(), ["--version"]));

/** The directory that keeps an empty cluster for later test runs. */
const defaultCache = fileURLToPath(new URL("../../../../node_modules/.cache/postgres", import.meta.url));

/** Returns the data directory of a cluster that never ran. It is kept, because `initdb` needs a second of CPU time. */
function emptyCluster(cache: string): string {
  const options = ["--auth", "trust", "--username", "service", "--encoding", "UTF8", "--no-sync"];
  const owner = as.uid ?? process.getuid?.();
  const made = JSON.stringify([version(), options, owner, cache]);
  const kept = join(cache, createHash("sha256").update(made).digest("hex").slice(0, 16));
  // If somebody has copied the checkout or given it to another user, PostgreSQL refuses the files of the former user.
  const isOurs = () => existsSync(kept) && (owner === undefined || statSync(kept).uid === owner);
  if (isOurs()) return kept;
  rmSync(kept, { recursive: true, force: true });
  mkdirSync(cache, { recursive: true });
  // The user of `initdb` may have no permission to write to the cache.
  const directory = newDirectory();
  run(initdb(), ["--pgdata", join(directory, "data"), ...options], { ...as, cwd: directory });
  // Another worker may do the same at this moment. That worker never sees half a directory.
  const copy = mkdtempSync(join(cache, "new-"));
  run("cp", ["-a", join(directory, "data"), copy]);
  try {
    renameSync(join(copy, "data"), kept);
  } catch (error) {
    if (!isOurs()) throw error;
  }
  for (const temporary of [directory, copy]) rmSync(temporary, { recursive: true });
  return kept;
}

/**
 * @param parent the directory in which the cluster stores its data
 * @param cache the directory that keeps an empty cluster
 * @param durable whether commits survive a power cut, which makes them slower
 * @param settings more settings of the server, such as `autovacuum=off`
 */
export async function startCluster({
  parent = tmpdir(),
  cache = defaultCache,
  durable = false,
  settings = [],
}: {
  parent?: string;
  cache?: string;
  durable?: boolean;
  settings?: readonly string[];
} = {}): Promise<Cluster> {
  const directory = newDirectory(parent);
  run("cp", ["-a", emptyCluster(cache), join(directory, "data")]);
  const cluster = clusterIn(directory, durable, settings);
  await cluster.start();
  return cluster;
}

/** From version 15 on, PostgreSQL otherwise writes the pages of the copy to its log, which takes twice the CPU time. */
const copied = () => (Number(/\d+/.exec(version())![0]) >= 15 ? " strategy file_copy" : "");

const nameIn = (url: string) => /[^/]+(?=\?)/.exec(url)![0];

/** @param directory contains the folder `data` */
function clusterIn(directory: string, durable: boolean, settings: readonly string[] = []): Cluster {
  const data = join(directory, "data");
  let server: ChildProcess | undefined;
  let databases = 0;
  const url = (name: string) => `postgresql://service@/${name}?host=${encodeURIComponent(directory)}`;
  let session: Client | undefined;
  /** A session that creates and deletes databases. A new session takes longer than what it is for. */
  const administrator = async (): Promise<Client> => {
    if (session) return session;
    const client = new Client({ connectionString: url("postgres") });
    // The server has ended, or will end.
    client.on("error", () => (session = undefined));
    await client.connect();
    return (session = client);
  };

  const cluster: Cluster = {
    async start() {
      server = spawn(
        join(binaries!, "postgres"),
        [
          "-D",
          data,
          "-k",
          directory,
          "-c",
          "listen_addresses=",
          "-c",
          `fsync=${durable ? "on" : "off"}`,
          "-c",
          "max_connections=200",
          ...settings.flatMap((setting) => ["-c", setting]),
        ],
        { ...as, cwd: directory, stdio: "ignore" },
      );
      for (;;) {
        const client = new Client({ connectionString: url("postgres") });
        client.on("error", () => {});
        try {
          await client.connect();
          await client.end();
          return;
        } catch {
          if (server.exitCode !== null) throw new Error(`postgres ended with ${server.exitCode}`);
          await new Promise((resolve) => setTimeout(resolve, 20));
        }
      }
    },
    async startAgain() {
      if (server!.exitCode === null && server!.signalCode === null) return false;
      await cluster.start();
      return true;
    },
    async database(template) {
      const name = `test_${++databases}`;
      const from = template === undefined ? "" : ` template ${nameIn(template)}`;
      const client = await administrator();
      await client.query(`create database ${name}${from}${copied()}`);
      return url(name);
    },
    async drop(urls) {
      const client = await administrator();
      for (const one of urls) await client.query(`drop database ${nameIn(one)} with (force)`);
    },
    async administer(url, run) {
      const client = new Client({ connectionString: url });
      await client.connect();
      await run((statement) => client.query(statement));
      await client.end();
    },
    kill: () => end("SIGQUIT"),
    shutDown: () => end("SIGINT"),
    signal(signal, only) {
      const main = server!.pid!;
      const { stdout } = spawnSync("ps", ["-o", "pid=,args=", "--ppid", String(main)], { encoding: "utf8" });
      const children = stdout
        .split("\n")
        .filter((line) => line.replace(/^\s*\d+ /, "").startsWith(only ?? ""));
      const pids = children.map((line) => Number.parseInt(line, 10)).filter(Boolean);
      for (const pid of only === undefined ? [main, ...pids] : pids)
        try {
          process.kill(pid, signal);
        } catch {
          // This session has ended since `ps` has listed it.
        }
    },
    async stop() {
      await end("SIGQUIT");
      rmSync(directory, { recursive: true, force: true });
    },
    socket: join(directory, ".s.PGSQL.5432"),
    async standby(synchronous) {
      const copy = newDirectory(dirname(directory));
      const from = `host=${directory} user=service application_name=standby`;
      const args = [
        "--pgdata",
        join(copy, "data"),
        "--dbname",
        from,
        "--write-recovery-conf",
        "--checkpoint=fast",
      ];
      await new Promise<void>((resolve, reject) =>
        spawn(join(binaries!, "pg_basebackup"), [...args, "--no-sync"], { ...as, cwd: copy, stdio: "ignore" })
          .once("error", reject)
          .once("close", (code) =>
            code === 0 ? resolve() : reject(new Error(`pg_basebackup ended with ${code}`)),
          ),
      );
      const standby = clusterIn(copy, durable);
      await standby.start();
      await cluster.administer(url("postgres"), async (query) => {
        if (synchronous) await query("alter system set synchronous_standby_names = 'standby'");
        if (synchronous) await query("select pg_reload_conf()");
        const state = `select from pg_stat_replication where state = 'streaming' and sync_state = '${synchronous ? "sync" : "async"}'`;
        while (((await query(state)) as { rowCount: number }).rowCount === 0)
          await new Promise((resolve) => setTimeout(resolve, 20));
      });
      return standby;
    },
    promote: () =>
      cluster.administer(url("postgres"), async (query) => void (await query("select pg_promote()"))),
  };
  const end = (signal: NodeJS.Signals) =>
    new Promise<void>((resolve) => {
      if (!server || server.exitCode !== null || server.signalCode !== null) return resolve();
      server.once("exit", () => resolve());
      server.kill(signal);
    });
  return cluster;
}
