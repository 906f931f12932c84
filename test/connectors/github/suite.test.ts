import { GitHubConnector } from "agent-connectors/github";
import { everyLoop, hostedLoop } from "../../adapters/every-loop.ts";
import { testClock } from "../../fixtures/clock.ts";
import { openHostedConnector } from "../../hosted/open-connector.ts";
import { type GitHubBench, testGitHub, testGitHubAdapter } from "../../suites/github.ts";
import { githubPlatform, token } from "../../suites/github/platform.ts";

const auth = { api_token: token };

async function inProcess(): Promise<GitHubBench> {
  const platform = await githubPlatform();
  const code = { fetch: platform.fetch, clock: testClock() };
  return { platform, github: new GitHubConnector({ auth } as never, code), close: () => platform.close() };
}

async function hosted(): Promise<GitHubBench> {
  const platform = await githubPlatform();
  const code = { fetch: platform.fetch, clock: testClock() };
  const { connector, close } = await openHostedConnector(GitHubConnector, auth, code);
  return {
    platform,
    github: connector,
    async close() {
      await close();
      await platform.close();
    },
  };
}

testGitHub("in process", inProcess);
testGitHub("through a service", hosted, ["execute"]);
for (const loop of everyLoop) testGitHubAdapter(loop, inProcess);
testGitHubAdapter(hostedLoop, hosted);
