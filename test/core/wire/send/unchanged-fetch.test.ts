import { describe, expect, test } from "vitest";
import { runNode } from "../../../run-node.ts";

/** Runs `change` in a new process. Returns whether requests then use `node:http`, and whether undici is loaded. */
async function decide(change: string, options: readonly string[] = [], env: Record<string, string> = {}) {
  const program = `
    import { createRequire } from "node:module";
    import { isNodeFetchUnchanged } from "./src/core/wire/send/unchanged-fetch.ts";
    const undici = () => createRequire(process.cwd() + "/service/package.json")("undici");
    const own = globalThis.fetch;
    const useFetch = () => own("http://127.0.0.1:1").catch(() => {});
    ${change}
    console.log(isNodeFetchUnchanged(), isNodeFetchUnchanged(), process.moduleLoadList.some((name) => name.includes("undici")));`;
  const { code, stdout, stderr } = await runNode([...options, "--input-type=module", "--eval", program], env);
  expect(code, stderr).toBe(0);
  return stdout.trim();
}

test("a fresh process uses node:http, and the decision does not load undici", async () => {
  expect(await decide("")).toBe("true true false");
});

describe("node:http is used after changes that do not matter", () => {
  test.for<[string, string]>([
    ["the global fetch was used before", "await useFetch();"],
    ["Headers and Response were used before", "new Response(null, { headers: new Headers({ a: 'b' }) });"],
    ["fetch was replaced and then restored", "globalThis.fetch = () => {}; isNodeFetchUnchanged(); globalThis.fetch = own;"],
    ["a subscriber has left", `
      const { subscribe, unsubscribe } = process.getBuiltinModule("node:diagnostics_channel");
      const hear = () => {};
      subscribe("undici:request:create", hear); unsubscribe("undici:request:create", hear);`],
  ])("%s", async ([, change]) => expect(await decide(change)).toMatch(/^true true/)); // prettier-ignore
});

describe("the global fetch is used if something changes what it does", () => {
  const dispatch = (dispatcher: string) =>
    `const { Agent, MockAgent, EnvHttpProxyAgent, ProxyAgent, RetryAgent, setGlobalDispatcher } = undici(); setGlobalDispatcher(${dispatcher});`;
  test.for<[string, string]>([
    ["another function", "globalThis.fetch = () => {};"],
    ["a wrapper", "globalThis.fetch = (...args) => own(...args);"],
    ["a bound function", "globalThis.fetch = own.bind(undefined);"],
    ["a proxy", "globalThis.fetch = new Proxy(own, {});"],
    ["undici's fetch", "globalThis.fetch = undici().fetch;"],
    ["no fetch", "delete globalThis.fetch;"],
    ["no getBuiltinModule", "delete process.getBuiltinModule; process.getBuiltinModule = undefined;"],
    ["MockAgent", dispatch("new MockAgent()")],
    ["MockAgent, after the first request", `await useFetch(); isNodeFetchUnchanged(); ${dispatch("new MockAgent()")}`],
    ["an agent with options", dispatch("new Agent({ connections: 1 })")],
    ["an agent with a certificate", dispatch("new Agent({ connect: { ca: 'x' } })")],
    ["an agent with an interceptor", dispatch("new Agent().compose((next) => (options, handler) => next(options, handler))")],
    ["a subclass", dispatch("new (class Agent extends undici().Agent { dispatch(...args) { return super.dispatch(...args); } })()")],
    ["an agent with its own dispatch", dispatch("Object.assign(new Agent(), { dispatch: () => true })")],
    ["a proxy agent", dispatch("new ProxyAgent('http://127.0.0.1:1')")],
    ["a proxy agent from the environment", dispatch("new EnvHttpProxyAgent()")],
    ["a retry agent", dispatch("new RetryAgent(new Agent())")],
    ["a dispatcher of the older version", "globalThis[Symbol.for('undici.globalDispatcher.1')] = { dispatch() {} };"],
    ["a subscriber", `process.getBuiltinModule("node:diagnostics_channel").subscribe("undici:request:create", () => {});`],
  ])("%s", async ([, change]) => expect(await decide(change)).toMatch(/^false false/)); // prettier-ignore

  test.for<[string, string[], Record<string, string>]>([
    ["the environment variable", [], { NODE_USE_ENV_PROXY: "1", HTTP_PROXY: "http://127.0.0.1:1" }],
    ["the option", ["--use-env-proxy"], { HTTPS_PROXY: "http://127.0.0.1:1" }],
  ])("a proxy is set by %s", async ([, options, env]) => {
    expect(await decide("", options, env)).toMatch(/^false false/);
  });
});

test("a call is answered by undici's MockAgent, and by node:http without it", async () => {
  const call = (mock: string) => `
    import { createRequire } from "node:module";
    import { createServer } from "node:http";
    import { SlackConnector } from "agent-connectors/slack";
    const { MockAgent, setGlobalDispatcher } = createRequire(process.cwd() + "/service/package.json")("undici");
    const answer = (user) => JSON.stringify({ ok: true, user_id: user, team_id: "T1" });
    const agents = [];
    const server = createServer((request, response) => {
      agents.push(request.headers["user-agent"]);
      response.end(answer("U1SERVER"));
    }).listen(0, "127.0.0.1");
    await new Promise((resolve) => server.once("listening", resolve));
    const origin = "http://127.0.0.1:" + server.address().port;
    ${mock}
    const slack = new SlackConnector({ auth: { api_token: "xoxb-1" } }, { endpoint: origin });
    console.log((await slack.check()).identity.user_id);
    process.exit();`;
  const mock = `
    const agent = new MockAgent();
    agent.disableNetConnect();
    agent.get(origin).intercept({ path: "/auth.test", method: "POST" }).reply(200, answer("U1MOCK"));
    setGlobalDispatcher(agent);`;
  const run = async (program: string) => (await runNode(["--input-type=module", "--eval", program])).stdout;
  expect([await run(call("")), await run(call(mock))]).toEqual(["U1SERVER\n", "U1MOCK\n"]);
});
