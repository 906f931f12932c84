import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { chownSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";

// Starts PgBouncer in transaction mode: each transaction can run in another session of PostgreSQL.

const program = ["/usr/sbin/pgbouncer", "pgbouncer"].find(
  (path) => spawnSync(path, ["--version"]).status === 0,
);

/** The reason why tests with PgBouncer are skipped. Undefined if PgBouncer is installed. */
export const noPgbouncer = program === undefined ? "PgBouncer is not installed" : undefined;
if (noPgbouncer) console.warn(`Skipped, through PgBouncer: ${noPgbouncer}.`);

export interface Pgbouncer {
  /** The URL of the same database, through PgBouncer. */
  url: string;
  stop(): Promise<void>;
}

/** @param url the URL of a database of a test cluster */
export async function startPgbouncer(url: string): Promise<Pgbouncer> {
  const directory = mkdtempSync(join(tmpdir(), "acs-pgb-"));
  const { pathname, searchParams } = new URL(url.replace("@/", "@socket/"));
  const name = pathname.slice(1);
  const settings = join(directory, "pgbouncer.ini");
  writeFileSync(
    settings,
    [
      "[databases]",
      `${name} = host=${searchParams.get("host")} port=5432 user=service`,
      "[pgbouncer]",
      "pool_mode = transaction",
      "auth_type = any",
      "listen_addr =",
      "listen_port = 6432",
      `unix_socket_dir = ${directory}`,
      "max_client_conn = 500",
      "default_pool_size = 10",
      "server_login_retry = 1",
      "",
    ].join("\n"),
  );
  // Like PostgreSQL, PgBouncer refuses to run as root.
  const as = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
  if (as.uid !== undefined) for (const path of [directory, settings]) chownSync(path, as.uid, as.gid);
  const server: ChildProcess = spawn(program!, [settings], { ...as, cwd: directory, stdio: "ignore" });
  const ended = new Promise<void>((resolve) => server.once("close", () => resolve()));
  const bouncer: Pgbouncer = {
    url: `postgresql://service@/${name}?host=${encodeURIComponent(directory)}&port=6432`,
    async stop() {
      server.kill("SIGKILL");
      await ended;
      rmSync(directory, { recursive: true, force: true });
    },
  };
  for (;;) {
    const client = new Client({ connectionString: bouncer.url });
    client.on("error", () => {});
    try {
      await client.connect();
      await client.end();
      return bouncer;
    } catch (error) {
      if (server.exitCode !== null) throw error;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
}
