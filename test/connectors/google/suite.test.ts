import type { AnyConnector } from "agent-connectors";
import { GmailConnector } from "agent-connectors/gmail";
import { GoogleCalendarConnector } from "agent-connectors/google-calendar";
import { everyLoop, hostedLoop } from "../../adapters/every-loop.ts";
import { openHostedConnector } from "../../hosted/open-connector.ts";
import {
  type GoogleBench,
  testCalendar,
  testCalendarAdapter,
  testGmail,
  testGmailAdapter,
} from "../../suites/google.ts";
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
  const { connector, close } = await openHostedConnector(Connector, auth, { fetch: sentTo(platform) });
  platform.seen.length = 0;
  return {
    connector: connector as unknown as AnyConnector,
    seen: platform.seen,
    async close() {
      await close();
      await platform.close();
    },
  };
} // prettier-ignore

const mail = () => openGmail();
const calendar = () => openCalendar("imitation");
testGmail("in process", () => inProcess(GmailConnector, mail));
testGmail("through a service", () => hosted(GmailConnector, mail));
testCalendar("in process", () => inProcess(GoogleCalendarConnector as never, calendar));
testCalendar("through a service", () => hosted(GoogleCalendarConnector as never, calendar));

for (const loop of everyLoop) {
  testGmailAdapter(loop, () => inProcess(GmailConnector, mail));
  testCalendarAdapter(loop, () => inProcess(GoogleCalendarConnector as never, calendar));
}
testGmailAdapter(hostedLoop, () => hosted(GmailConnector, mail));
testCalendarAdapter(hostedLoop, () => hosted(GoogleCalendarConnector as never, calendar));
