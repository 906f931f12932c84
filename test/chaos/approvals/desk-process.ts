import { DatabaseSync } from "node:sqlite";
import { flushCompileCache } from "node:module";
import { join } from "node:path";
import {
  agentTools,
  approvalDesk,
  approvals,
  ConnectorError,
  journal,
  resume,
  stop,
  undoRun,
} from "agent-connectors";
import { SlackConnector } from "agent-connectors/slack";
import { sealedStore, sqliteStore } from "agent-connectors/store";
import { listen } from "../../../sandbox/listen.ts";
import { fileStore } from "../../../src/store/file-store.ts";

// An application that runs an agent's calls in its own process. Its routes are those of the service, so that the same test can use
// both: each calls one function of the package.

export interface DeskProcessOptions {
  kind: "file" | "sqlite";
  dataDir: string;
  platformUrl: string;
  /** The milliseconds between two looks for approved calls that nobody has run. */
  sweepMs: number;
}

const { kind, dataDir, platformUrl, sweepMs } = JSON.parse(process.argv[2]!) as DeskProcessOptions;
const store =
  kind === "file"
    ? fileStore(join(dataDir, "store"))
    : sealedStore(
        sqliteStore(new DatabaseSync(join(dataDir, "store.sqlite"))),
        Buffer.alloc(32).toString("base64"),
      );
const slack = new SlackConnector(
  { auth: { api_token: "xoxb-sandbox-bot" } },
  { endpoint: platformUrl, store, journal: true },
);
const desk = approvalDesk(store);
const agent = await agentTools(slack, { effects: ["read", "write"] });
const placed = [0, 1, 2].map((persons) =>
  approvals(agent, {
    scope: `place ${persons}`,
    store,
    decides: "desk",
    needsApproval: persons === 0 ? () => false : [{ effects: ["write"], persons }],
  }),
);

const runApproved = async () => {
  for (const { id, status } of await desk.list())
    if (status === "approved") await desk.run(id, placed[1]!).catch(() => {});
};

// oxlint-disable-next-line typescript/no-explicit-any -- the package checks what it gets
type Body = any;
const routes: [string, RegExp, (ids: string[], body: Body, request: Request) => Promise<unknown>][] = [
  [
    "POST",
    /^\/v1\/integrations\/connectors\/(\d)\/execute$/,
    async ([place = ""], { entity, action, params, run }, { headers }) => {
      const [tool] = placed[Number(place)]!;
      const options = { callId: headers.get("idempotency-key")!, context: { run } };
      const result = await tool!.call({ entity, action, params }, options);
      if (!result.ok) throw ConnectorError.fromJSON(result.error);
      return { text: result.text };
    },
  ],
  ["GET", /^\/v1\/approvals$/, async () => ({ data: await desk.list() })],
  ["GET", /^\/v1\/approvals\/([^/]+)$/, ([id = ""]) => desk.get(id)],
  [
    "POST",
    /^\/v1\/approvals\/([^/]+)\/decide$/,
    async ([id = ""], body) => {
      const { status } = await desk.decide(id, body);
      if (status === "approved") await desk.run(id, placed[1]!);
      return desk.get(id);
    },
  ],
  ["POST", /^\/v1\/approvals\/([^/]+)\/cancel$/, ([id = ""]) => desk.cancel(id, "the agent")],
  ["POST", /^\/v1\/stops$/, (_, { by }) => stop(store, { by })],
  ["DELETE", /^\/v1\/stops$/, async () => ({ resumed: await resume(store) })],
  [
    "POST",
    /^\/v1\/journal\/runs\/([^/]+)\/undo$/,
    async ([run = ""], { by }) => ({ data: await undoRun(store, run, [slack], { by }) }),
  ],
  [
    "GET",
    /^\/v1\/journal$/,
    async (_, __, { url }) => ({
      data: await journal(store, { run: new URL(url).searchParams.get("run")!, limit: 200 }),
    }),
  ],
];

const { url } = await listen(async (request) => {
  const path = decodeURIComponent(new URL(request.url).pathname);
  const text = await request.text();
  for (const [method, pattern, handle] of routes) {
    const found = request.method === method ? pattern.exec(path) : null;
    if (!found) continue;
    try {
      return Response.json(await handle(found.slice(1), text ? JSON.parse(text) : {}, request));
    } catch (error) {
      if (!ConnectorError.is(error)) throw error;
      return Response.json(error.toJSON(), { status: error.status });
    }
  }
  return Response.json({ code: "not_found", path }, { status: 404 });
});
let sweeping = false;
setInterval(() => {
  if (sweeping) return;
  sweeping = true;
  void runApproved()
    .catch((error: unknown) => process.send!({ fault: String(error) }))
    .finally(() => (sweeping = false));
}, sweepMs);
process.on("disconnect", () => process.exit(0));
process.send!({ url: url.slice(0, -1) });
flushCompileCache();
