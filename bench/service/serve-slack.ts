import { SlackConnector } from "agent-connectors/slack";
import { systemClock } from "agent-connectors/toolkit";
import { listen } from "../../service/src/http/server.ts";
import { openService } from "../../service/src/startup/open-service.ts";
import type { StoreLocation } from "../../service/src/startup/open-store.ts";
import { countStatements } from "./count-statements.ts";
import { reportFigures } from "./report-figures.ts";

/** The argument of this program, as JSON. */
export interface ServeOptions {
  location: StoreLocation;
  /** The address of the platform. */
  platform: string;
  application: { client_id: string; client_secret: string };
}

// Runs the service as `serve` does, but for a local platform, and with a limit that 16 users do not reach.

const { location, platform, application } = JSON.parse(process.argv[2]!) as ServeOptions;
// This clock runs 200 times faster, so no call waits for Slack's rate limits, and what a connector keeps for ten minutes stays 3 s.
const fast = { now: () => Date.now() + performance.now() * 200, sleep: systemClock.sleep };
const statements = countStatements();
const { service } = await openService({
  ...location,
  application,
  connectors: [{ connector: SlackConnector, code: { endpoint: platform, clock: fast } }],
  limits: {
    perMinute: {
      workspace: 60_000,
      application: 600_000,
      client: 6000,
      refused: 10,
      openid: 60,
      definitions: 20,
    },
  },
  log: (line) => void JSON.stringify(line),
});
const { url } = await listen(service, "127.0.0.1", 0);
process.send!({ url });
reportFigures(statements);
