// Collects everything that callers and platforms see of the two connectors: tool texts, descriptions, the outcome of
// many wrong params, and the requests and the result of every action's example. The result must be the same from
// source, from the published package, and on every runtime.
import { AmazonAdsConnector } from "agent-connectors/amazon-ads";
import { amazonAdsSandbox, slackSandbox } from "agent-connectors/sandbox";
import { SlackConnector } from "agent-connectors/slack";

export async function conformance() {
  return {
    slack: await observe(openSlack, slackExample, {}),
    "amazon-ads": await observe(openAmazonAds, amazonAdsExample, {
      caps: { max_bid: { USD: 10 }, max_daily_budget: { USD: 1000 } },
    }),
  };
}

/** Returns a hash for each part of `conformance()`. */
export async function fingerprints() {
  const found = {};
  for (const [connector, { actions, ...parts }] of Object.entries(await conformance()))
    for (const [name, part] of Object.entries({ ...parts, ...actions }))
      found[`${connector} ${name}`] = await hash(JSON.stringify(part));
  return found;
}

async function hash(text) {
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
  return btoa(String.fromCharCode(...bytes.slice(0, 12)));
}

function openSlack(options) {
  const { options: code, tokens } = slackSandbox();
  return new SlackConnector({ auth: { api_token: tokens.user } }, { ...code, ...options(code) });
}

function openAmazonAds(options) {
  const { options: code, credentials } = amazonAdsSandbox();
  return new AmazonAdsConnector({ auth: credentials }, { ...code, ...options(code) });
}

/** Replaces the ids of an example with ids of the sandbox. */
const slackExample = async (_connector, _entity, example) => {
  const ids = { C012AB3CD: "C07A1QW2ER3", U012AB3CD: "U07AB3D8W2M" };
  return JSON.parse(JSON.stringify(example).replace(/\b[CU]012AB3CD\b/g, (id) => ids[id]));
};

const amazonAdsExample = async (connector, entity, example, { properties }) => {
  if (!("profileId" in properties)) return example;
  const [{ profileId }] = (await connector.execute("profiles", "list")).data;
  const listed = await connector.execute(entity, "list", { profileId }).catch(() => ({ data: [] }));
  const id = Object.values(listed.data[0] ?? {})[0];
  const text = JSON.stringify({ ...example, profileId });
  return JSON.parse(typeof id === "string" ? text.replaceAll("144373194309380061", id) : text);
};

async function observe(open, realExample, policy) {
  const connector = open(() => ({}));
  const catalogue = await connector.describe();
  const effects = ["read", "write", "destructive", "spend"];
  const texts = {};
  for (const [name, options] of Object.entries({
    default: {},
    all: { effects, ...policy },
    long: { effects, ...policy, descriptionBudget: 100_000 },
    short: { descriptionBudget: 800 },
  }))
    texts[name] = plain(await connector.tool(options));
  const perAction = await connector.tools({ shape: "per-action", strict: true, effects, ...policy });
  const tool = await connector.tool({ effects, ...policy });
  const described = {};
  for (const entity of Object.keys(catalogue.entities))
    described[entity] = (await tool.call({ entity, action: "describe" })).text;
  const actions = {};
  for (const [entity, known] of Object.entries(catalogue.entities))
    for (const [action, { params, example }] of Object.entries(known)) {
      const real = await realExample(connector, entity, example, params);
      actions[`${entity}.${action}`] = {
        issues: await issuesOf(connector, entity, action, params, example),
        example: await runExample(open, entity, action, real),
      };
    }
  return { catalogue, texts, perAction: perAction.map(plain), described, actions };
}

/** Values that most params do not accept. */
const values = [null, true, -1, 0, 1.5, 1e21, "", " ", "x", "2026-02-30", [], [null], ["x", 5], {}, { x: 1 }];

/** Returns the outcome of each call with wrong params. Writes are dry runs. */
async function issuesOf(connector, entity, action, { properties = {}, required = [] }, example) {
  const without = (name, object) =>
    Object.fromEntries(Object.entries(object).filter(([key]) => key !== name));
  const wrong = { "no params": {}, "unknown name": { ...example, chanel: 1 } };
  for (const name of required) wrong[`no ${name}`] = without(name, example);
  for (const name of Object.keys(properties))
    for (const value of values) wrong[`${name} = ${JSON.stringify(value)}`] = { ...example, [name]: value };
  for (const [name, [item, ...rest]] of Object.entries(example).filter(([, value]) => Array.isArray(value)))
    for (const key of typeof item === "object" ? Object.keys(item) : []) {
      const change = (what, changed) =>
        (wrong[`${name}[0] ${what}`] = { ...example, [name]: [changed, ...rest] });
      change(`${key}x`, { ...item, [`${key}x`]: 1 });
      change(`no ${key}`, without(key, item));
      for (const value of values) change(`${key} = ${JSON.stringify(value)}`, { ...item, [key]: value });
    }
  const dry = "dry_run" in properties ? { dry_run: true } : {};
  const outcomes = {};
  for (const [what, params] of Object.entries(wrong))
    outcomes[what] = await outcome(connector.execute(entity, action, { ...dry, ...params }));
  return outcomes;
}

/** Runs the action in a new sandbox. The requests are sorted, because some are sent at the same time. */
async function runExample(open, entity, action, example) {
  const sent = [];
  const connector = open(({ fetch }) => ({
    fetch: async (input, init) => {
      const request = new Request(input, init);
      const { host: _host, ...headers } = Object.fromEntries(request.headers);
      const body = (await request.clone().text()).replace(/-{4,}\S+/g, "boundary");
      sent.push(plain({ method: request.method, url: request.url, headers, body }));
      return fetch(input, init);
    },
  }));
  const options = { idempotencyKey: "conformance" };
  const result = await outcome(connector.execute(entity, action, example, options));
  // A request that was sent at the same time as a refused request can reach `fetch` a little later.
  await new Promise((done) => setTimeout(done, 5));
  return { result, sent: sent.map((request) => JSON.stringify(request)).toSorted() };
}

async function outcome(call) {
  try {
    const { data, meta } = await call;
    return plain({ data: data instanceof ReadableStream ? await new Response(data).text() : data, meta });
  } catch (error) {
    return plain(error);
  }
}

/** Removes the names of runtimes, and the random boundaries of forms and ids of jobs. */
const plain = (value) =>
  JSON.parse(
    JSON.stringify(value)
      .replace(/boundary=[^"\\;]+/g, "boundary")
      .replace(/\bjob_[0-9a-f]{32}\b/g, "job")
      .replace(/\b(node|bun|deno|workerd)\/[^"\\;) ]+/gi, "runtime"),
  );
