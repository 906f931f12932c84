import { Client } from "pg";

export interface Database {
  url: string;
  query<Row>(text: string, values?: readonly unknown[]): Promise<Row[]>;
  /** Returns the single value of a query. */
  value(text: string, values?: readonly unknown[]): Promise<number>;
  /** Runs `work`, and returns the milliseconds and the bytes of the write-ahead log that it took. */
  cost(work: () => Promise<unknown>): Promise<{ ms: number; wal: number }>;
  end(): Promise<void>;
}

export interface ScaleOptions {
  /** The address of the platform. */
  platform: string;
  rows: number;
}

export async function connect(url: string): Promise<Database> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const query = async <Row>(text: string, values: readonly unknown[] = []) =>
    (await client.query(text, [...values])).rows as Row[];
  const value = async (text: string, values?: readonly unknown[]) =>
    Number(Object.values((await query<Record<string, unknown>>(text, values))[0]!)[0]);
  const wal = () => value("select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')");
  return {
    url,
    query,
    value,
    async cost(work) {
      const before = await wal();
      const started = performance.now();
      await work();
      return { ms: performance.now() - started, wal: (await wal()) - before };
    },
    end: () => client.end(),
  };
}

export const show = (name: string, value: number | string, unit = ""): void =>
  console.log(
    `  ${name.padEnd(64)} ${typeof value === "number" ? value.toLocaleString("en", { maximumFractionDigits: 2 }) : value} ${unit}`,
  );
