import { LinearConnector } from "agent-connectors/linear";
import { everyLoop, hostedLoop } from "../../adapters/every-loop.ts";
import { testClock } from "../../fixtures/clock.ts";
import { openHostedConnector } from "../../hosted/open-connector.ts";
import { type LinearBench, testLinear, testLinearAdapter } from "../../suites/linear.ts";
import { linearPlatform, token } from "../../suites/linear/platform.ts";

const auth = { access_token: token };

async function inProcess(): Promise<LinearBench> {
  const platform = await linearPlatform();
  const { fetch, close } = platform;
  return { platform, linear: new LinearConnector({ auth }, { fetch, clock: testClock() }), close };
}

async function hosted(): Promise<LinearBench> {
  const platform = await linearPlatform();
  const code = { fetch: platform.fetch, clock: testClock() };
  const { connector, close } = await openHostedConnector(LinearConnector, auth, code);
  return {
    platform,
    linear: connector,
    async close() {
      await close();
      await platform.close();
    },
  };
}

testLinear("in process", inProcess);
testLinear("through a service", hosted, ["execute"]);
for (const loop of everyLoop) testLinearAdapter(loop, inProcess);
testLinearAdapter(hostedLoop, hosted);
