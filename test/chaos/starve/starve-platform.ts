import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

// Simulates a few methods of Slack on loopback. Requests with a credential whose text contains "slow" get no response.

export interface StarvePlatform {
  /** The value of the option `endpoint` of a connector. */
  endpoint: string;
  /** The number of requests that wait now: calls of methods, and refreshes of tokens. */
  waiting(): { calls: number; refreshes: number };
  close(): Promise<void>;
}

const user = { id: "U1", name: "ana", team_id: "T1" };

export async function startStarvePlatform(): Promise<StarvePlatform> {
  const waiting = { calls: 0, refreshes: 0 };
  const respond = async (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Uint8Array[] = [];
    for await (const chunk of request) chunks.push(chunk as Uint8Array);
    const path = request.url!;
    if (path === "/upload") return void response.end("OK");
    const body = new URLSearchParams(Buffer.concat(chunks).toString("utf8"));
    const isRefresh = path.endsWith("/oauth.v2.access");
    const credential = isRefresh ? body.get("refresh_token")! : (request.headers.authorization ?? "");
    if (credential.includes("slow") && !(credential.includes("expired") && !isRefresh)) {
      const kind = isRefresh ? "refreshes" : "calls";
      waiting[kind]++;
      return void response.once("close", () => waiting[kind]--);
    }
    const origin = `http://${request.headers.host}`;
    const answer = isRefresh
      ? {
          ok: true,
          access_token: `xoxe.xoxb-fresh-${credential}`,
          refresh_token: credential,
          expires_in: 43_200,
        }
      : credential.includes("expired") && !credential.includes("fresh")
        ? { ok: false, error: "token_expired" }
        : answers(origin)[path.split("/").at(-1)!];
    response.setHeader("content-type", "application/json").end(JSON.stringify(answer));
  };
  const server = createServer((request, response) => void respond(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`,
    waiting: () => waiting,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const answers = (origin: string): Record<string, object> => ({
  "auth.test": {
    ok: true,
    url: "https://t1.slack.com/",
    team: "t1",
    user: "ana",
    team_id: "T1",
    user_id: "U1",
  },
  "users.list": { ok: true, members: [user] },
  "files.getUploadURLExternal": { ok: true, upload_url: `${origin}/upload`, file_id: "F1" },
  "files.completeUploadExternal": { ok: true, files: [{ id: "F1", name: "a.bin" }] },
  "files.info": { ok: true, file: { id: "F1", name: "a.bin", size: 1, shares: {} } },
});
