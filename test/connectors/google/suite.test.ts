import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { GmailConnector } from "agent-connectors/gmail";
import { GoogleCalendarConnector } from "agent-connectors/google-calendar";
import { listen, openService } from "agent-connectors-service";
import { agentsLoop } from "../../adapters/agents-model.ts";
import { aiLoop, majors } from "../../adapters/ai-loops.ts";
import { langChainLoop } from "../../adapters/langchain-loop.ts";
import { mcpLoop, mcpV1Loop, revisions } from "../../adapters/mcp-loop.ts";
import { dialects, rawLoop } from "../../adapters/raw-loop.ts";
import { toolNodeLoop } from "../../adapters/tool-node-loop.ts";
import { type GoogleBench, testCalendar, testGmail, testGmailAdapter } from "../../suites/google.ts";
import { openGmail } from "../gmail/open-gmail.ts";
import { openCalendar } from "../google-calendar/open-calendar.ts";

interface Platform {
  endpoint: string;
  seen: GoogleBench["seen"];
  close: () => Promise<void>;
}
const auth = { access_token: "ana-token-0123456789" };

/** Sends the requests for Google to a server of this computer. */
const sentTo = ({ endpoint }: Platform) =>
  ((url: string | URL | Request, init?: RequestInit) =>
    fetch(String(url).replace(/^https:\/\/\w+\.googleapis\.com/, endpoint), init)) as typeof fetch;

async function inProcess(Connector: typeof GmailConnector, open: () => Promise<Platform>): Promise<GoogleBench> {
  const platform = await open();
  platform.seen.length = 0;
  const connector = new Connector({ auth } as never, { fetch: sentTo(platform) });
  return { connector: connector as never, seen: platform.seen, close: platform.close };
} // prettier-ignore

async function hosted(Connector: typeof GmailConnector, open: () => Promise<Platform>): Promise<GoogleBench> {
  const platform = await open();
  const dataDir = mkdtempSync(`${tmpdir()}/agent-connectors-test-`);
  const code = { fetch: sentTo(platform) };
  const opened = await openService({ dataDir, connectors: [{ connector: Connector, code }] });
  const { url, close } = await listen(opened.service, "127.0.0.1", 0);
  const { client_id, client_secret } = opened.application!;
  const connector = await Connector.create({
    auth: auth as never,
    base_url: url,
    external_user_id: "suite",
    airbyte_client_id: client_id,
    airbyte_client_secret: client_secret,
  });
  platform.seen.length = 0;
  return {
    connector: connector as never,
    seen: platform.seen,
    async close() {
      await close(0);
      await opened.close();
      await platform.close();
      rmSync(dataDir, { recursive: true });
    },
  };
} // prettier-ignore

const mail = () => openGmail();
const calendar = () => openCalendar("imitation");
testGmail("in process", () => inProcess(GmailConnector, mail));
testGmail("through a service", () => hosted(GmailConnector, mail));
testCalendar("in process", () => inProcess(GoogleCalendarConnector as never, calendar));
testCalendar("through a service", () => hosted(GoogleCalendarConnector as never, calendar));

const loops = [
  ...dialects.map(rawLoop),
  ...majors.flatMap((major) => [aiLoop(major, "generateText"), aiLoop(major, "streamText")]),
  langChainLoop,
  toolNodeLoop,
  agentsLoop,
  ...revisions.map(mcpLoop),
  mcpV1Loop,
];
for (const loop of loops) testGmailAdapter(loop, () => inProcess(GmailConnector, mail));
testGmailAdapter({ ...mcpLoop("2026-07-28"), name: "hosted, mcp" }, () => hosted(GmailConnector, mail));
