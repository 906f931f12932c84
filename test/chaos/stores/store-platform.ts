import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** Stands in for a platform that accepts each refresh token once, and that does work for claims. */
export interface StorePlatform {
  url: string;
  /** The refresh tokens that were used although they were no longer valid. */
  refused: ReadonlySet<string>;
  /** The refused tokens of pairs of which a later token had already been accepted. */
  older: ReadonlySet<string>;
  /** The process from which each token was accepted, and the last accepted token of each process. */
  acceptedFrom: ReadonlyMap<string, string>;
  lastOf: ReadonlyMap<string, string>;
  /** The number of runs of each claim. */
  runs: ReadonlyMap<string, number>;
  exchanges: number;
  close(): Promise<void>;
}

/** Of so many exchanges, one is slow. */
const slowEvery = 12;

export async function startStorePlatform(): Promise<StorePlatform> {
  /** The number of the valid token, and the highest number that was used, of each pair. */
  const pairs = new Map<string, { valid: number; used: number }>();
  const [refused, older, runs] = [new Set<string>(), new Set<string>(), new Map<string, number>()];
  const [acceptedFrom, lastOf] = [new Map<string, string>(), new Map<string, string>()];
  const answer = (pathname: string, query: URLSearchParams): { status: number; text: string } => {
    const name = query.get("name")!;
    if (pathname === "/run") {
      runs.set(name, (runs.get(name) ?? 0) + 1);
      return { status: 200, text: `${name} ${runs.get(name)}` };
    }
    const pair = pairs.get(name) ?? { valid: 0, used: -1 };
    pairs.set(name, pair);
    if (pathname === "/grant") return { status: 200, text: String(++pair.valid) };
    const token = Number(query.get("token"));
    if (token !== pair.valid) {
      refused.add(`${name} ${token}`);
      if (token < pair.used) older.add(`${name} ${token}`);
      return { status: 400, text: "invalid_grant" };
    }
    pair.used = token;
    const from = query.get("from")!;
    acceptedFrom.set(`${name} ${token}`, from);
    lastOf.set(from, `${name} ${token}`);
    const isSlow = ++platform.exchanges % slowEvery === 0;
    return { status: 200, text: `${++pair.valid}${isSlow ? " slow" : ""}` };
  };
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url!, "http://localhost");
    const { status, text } = answer(pathname, searchParams);
    setTimeout(() => response.writeHead(status).end(text), Math.random() * 10);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const platform: StorePlatform = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    refused,
    older,
    acceptedFrom,
    lastOf,
    runs,
    exchanges: 0,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return platform;
}
