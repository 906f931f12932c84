import { writeSync } from "node:fs";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { AmazonAdsConnector } from "agent-connectors/amazon-ads";
import { SlackConnector } from "agent-connectors/slack";

// Measures the bytes on the heap of one connector that has made no call. Argument: slack, amazon-ads or hosted.

const create = {
  slack: (n) => new SlackConnector({ auth: { api_token: `xoxb-${n}` } }),
  "amazon-ads": (n) =>
    new AmazonAdsConnector({ auth: { client_id: "c", client_secret: "s", refresh_token: `r${n}` } }),
  hosted: (n) =>
    new SlackConnector({
      external_user_id: `u${n}`,
      airbyte_client_id: "c",
      airbyte_client_secret: "s",
      base_url: "https://connectors.example",
    }),
}[process.argv[2]];

setFlagsFromString("--expose-gc");
const gc = runInNewContext("gc");
const used = () => {
  gc();
  gc();
  return process.memoryUsage().heapUsed;
};

const count = 2000;
const kept = Array.from({ length: 100 }, (_, n) => create(n)); // compiles the code
const before = used();
for (let n = 0; n < count; n++) kept.push(create(n));
const measured = (used() - before) / count / 1000;
if (kept.length !== count + 100) throw new Error("The connectors are gone.");
writeSync(3, `${JSON.stringify({ measured })}\n`);
