import { flushCompileCache } from "node:module";
import { addClient } from "../../service/src/access/client-secrets.ts";
import { listen } from "../../service/src/http/server.ts";
import { createService } from "../../service/src/service.ts";
import { ensureApplication } from "../../service/src/startup/first-application.ts";
import { protectRows } from "../../service/src/credentials/row-keys.ts";
import { openStore } from "../../service/src/startup/open-store.ts";
import { postgresStore } from "../../service/src/store/postgres.ts";
import { AmazonAdsConnector } from "agent-connectors/amazon-ads";
import { SlackConnector } from "agent-connectors/slack";
import { systemClock } from "agent-connectors/toolkit";
import { measure } from "./soak/measure.ts";
import type { ProcessOptions } from "./start-service.ts";
import { rates } from "../../service/test/limits/rates.ts";

// Runs a service in a separate process, which a chaos test can kill. The simulated platforms run in the process of
// the test.

const {
  location,
  platformUrl,
  amazonUrl,
  platformAhead = 0,
  application,
  otherApplication,
  limits,
  serviceAhead = 0,
  publicUrl,
  webhookOrigin,
  answerMs,
  sweepMs,
  jobsMs,
  oneClock = false,
} = JSON.parse(process.argv[2]!) as ProcessOptions;

let ahead = platformAhead;
const clock = { now: () => Date.now() + ahead, sleep: systemClock.sleep };
const opened = await openStore(location);
const { keys } = opened;
const store = answerMs === undefined ? opened.store : postgresStore(location.databaseUrl!, { answerMs });
protectRows(store, keys);
await ensureApplication(store, systemClock, application);
if (otherApplication) {
  const { client_id: id, client_secret } = otherApplication;
  const other = { id, organization_id: id, name: id, epoch: 0, secret: client_secret };
  await addClient(store.db, other, Date.now());
}
const service = createService({
  connectors: [
    { connector: SlackConnector, code: { endpoint: platformUrl, clock } },
    ...(amazonUrl === undefined
      ? []
      : [{ connector: AmazonAdsConnector, code: { endpoint: amazonUrl, clock } }]),
  ],
  store,
  keys,
  clock: oneClock ? clock : { now: () => Date.now() + serviceAhead, sleep: systemClock.sleep },
  limits: {
    perMinute: rates(1e9),
    concurrency: { connector: 1e6, workspace: 1e6, organization: 1e6, process: 1e6 },
    webhookTimeoutMs: 2000,
    ...limits,
  },
  publicUrl,
  definitions: {},
  webhookOrigins: webhookOrigin === undefined ? [] : [webhookOrigin],
  log: (line) => line.event === "fault" && process.send!({ fault: line.message }),
});
// Like `serve`, this program goes on if the store fails.
if (webhookOrigin !== undefined) setInterval(() => void service.deliverWebhooks().catch(() => {}), 20);
function every(ms: number | undefined, work: () => Promise<void>) {
  if (ms === undefined) return;
  let working = false;
  setInterval(() => {
    if (working) return;
    working = true;
    void work()
      .catch(() => {})
      .finally(() => (working = false));
  }, ms);
}
every(sweepMs, service.sweep);
every(jobsMs, service.goOnWithJobs);
const { url } = await listen(service, "127.0.0.1", 0);
process.on("message", (message: { ahead?: number }) => {
  if (message.ahead !== undefined) ahead = message.ahead;
  else void measure(store).then((measured) => process.send!({ measured }));
});
process.on("disconnect", () => process.exit(0));
process.send!({ url });
// A process that is killed would not write the code that it has compiled.
flushCompileCache();
