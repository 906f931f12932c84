import { readFileSync } from "node:fs";
import { createServer as createPlainServer, type RequestListener } from "node:http";
import { createServer as createSecureServer } from "node:https";
import type { AddressInfo } from "node:net";
import { channels } from "../slack-fixtures.ts";

// A local server that simulates Slack's API. The server runs in a separate process, so that the measurements do not
// include its CPU time. Prints its port. If the arguments are the paths of a key and a certificate, the server uses
// TLS.

const ok = (answer: object) => Buffer.from(JSON.stringify({ ok: true, ...answer }));
const end = { response_metadata: { next_cursor: "" } };
const [channel] = channels(1);
const answers: Record<string, Buffer> = {
  // Every write to Slack asks for this once per connector. Without an answer, it would ask again each time.
  "/auth.test": ok({ url: "https://example.slack.com/", team_id: "T1", user_id: "U1", bot_id: "B1" }),
  "/conversations.info": ok({ channel: { id: "C012AB3CD", name: channel!["name"], is_member: true } }),
  "/chat.postMessage": ok({
    channel: "C012AB3CD",
    ts: "1773200000.100019",
    message: { text: "Hello world!" },
  }),
  // The list has 90 channels, so the response has 63 KB.
  "/conversations.list": ok({
    channels: channels(90).map((one, index) => (index === 0 ? { ...one, id: "C012AB3CD" } : one)),
    ...end,
  }),
};

const perPage = channels(100);
/** Returns a page under `/pages/<number of pages>`. No two records have the same id or name. */
function pageOf(pages: number, body: string): Buffer {
  const page = Number(new URLSearchParams(body).get("cursor") ?? 0);
  const list = perPage.map((one, index) => {
    const name = `channel-${page * 100 + index}`;
    return { ...one, id: `C0${name.slice(8).padStart(9, "0")}`, name, name_normalized: name };
  });
  const next_cursor = page + 1 < pages ? String(page + 1) : "";
  return ok({ channels: list, response_metadata: { next_cursor } });
}

const answer: RequestListener = (request, response) => {
  let body = "";
  request.setEncoding("utf8");
  request.on("data", (chunk: string) => (body += chunk));
  request.on("end", () => {
    const pages = /^\/pages\/(\d+)\//.exec(request.url!)?.[1];
    const known = pages === undefined ? answers[request.url!] : pageOf(Number(pages), body);
    const sent = known ?? Buffer.from('{"ok":false,"error":"unknown_method"}');
    response.writeHead(200, { "content-type": "application/json", "content-length": sent.length });
    response.end(sent);
  });
};
const [key, cert] = process.argv.slice(2);
const server =
  key !== undefined && cert !== undefined
    ? createSecureServer({ key: readFileSync(key), cert: readFileSync(cert) }, answer)
    : createPlainServer(answer);
server.keepAliveTimeout = 60_000;
server.listen(0, "127.0.0.1", () => console.log((server.address() as AddressInfo).port));
