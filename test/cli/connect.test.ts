import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { PassThrough } from "node:stream";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import {
  accountNamed,
  accountsOf,
  checkAccountName,
  configFolder,
  storeAccount,
} from "../../cli/accounts.ts";
import { connectByToken, connectInBrowser, type Surroundings } from "../../cli/connect/connect-account.ts";
import { openLoopback } from "../../cli/connect/loopback.ts";
import { openTerminal } from "../../cli/connect/prompt.ts";
import { amazonAdsSandbox, slackSandbox } from "../../sandbox/index.ts";
import { connectors, known } from "../../cli/connectors.ts";
import { openConnector, type Source } from "../../cli/open-connector.ts";
import { decide } from "../core/connect/consent.ts";
import { runHere } from "./run-here.ts";

let folder: string;
const before = process.env["XDG_CONFIG_HOME"];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "accounts-"));
  process.env["XDG_CONFIG_HOME"] = folder;
});
afterEach(() => {
  if (before === undefined) delete process.env["XDG_CONFIG_HOME"];
  else process.env["XDG_CONFIG_HOME"] = before;
  rmSync(folder, { recursive: true });
});

const account = (token: string) => ({
  auth: { api_token: token },
  about: "a workspace",
  connected_at: "2026-01-01",
});

test("accounts are kept in a file that only its owner can read, even if many programs write at once", async () => {
  const names = Array.from({ length: 20 }, (_, index) => `a${index}`);
  const files = await Promise.all(names.map((name) => storeAccount("slack", name, account(name))));
  expect(statSync(files[0]!).mode & 0o777).toBe(0o600);
  expect(Object.keys(await accountsOf("slack")).toSorted()).toEqual(names.toSorted());
  expect(await accountNamed("slack", "a7")).toEqual(account("a7"));
  await storeAccount("slack", "a7", undefined);
  await expect(accountNamed("slack", "a7")).rejects.toMatchObject({
    path: "account",
    hint: expect.stringContaining("a6"),
  });
  expect(await accountNamed("slack", undefined)).toBeUndefined();
});

test.skipIf(process.platform === "win32")(
  "a relative XDG_CONFIG_HOME is ignored, so that no credential is stored in the current folder",
  () => {
    expect(configFolder({ XDG_CONFIG_HOME: folder })).toBe(join(folder, "agent-connectors"));
    const usual = join(homedir(), ".config", "agent-connectors");
    for (const path of ["config", "./config", ""])
      expect(configFolder({ XDG_CONFIG_HOME: path })).toBe(usual);
  },
);

test("an account that is not stored cannot be removed, and no file is created", async () => {
  const { code, stderr } = await runHere(["disconnect", "slack", "--account", "nobody"], {
    XDG_CONFIG_HOME: folder,
  });
  expect([code, stderr]).toEqual([2, expect.stringContaining('no stored account "nobody"')]);
  expect(readdirSync(folder)).toEqual([]);
});

test("a damaged file and a wrong name are errors, and nothing is lost", async () => {
  const file = await storeAccount("slack", "default", account("x"));
  writeFileSync(file, "{");
  await expect(storeAccount("slack", "other", account("y"))).rejects.toMatchObject({ code: "config_error" });
  for (const name of ["", "a b", "../x", "__proto__", "x".repeat(61)])
    expect(() => checkAccountName(name), name).toThrow("name of an account");
});

test("the time of a consent is known only for a stored account", async () => {
  const connected_at = "2026-08-15T00:00:00Z";
  await storeAccount("amazon-ads", "default", { ...account("x"), connected_at });
  const amazon = await known("amazon-ads");
  const open = vi.fn<typeof amazon.open>(async () => ({}) as never);
  const loaded = vi.spyOn(connectors, "amazon-ads").mockResolvedValue({ ...amazon, open });
  const timeOf = async (source: Source) => {
    await openConnector("amazon-ads", source);
    return open.mock.lastCall![2]?.connectedAt;
  };
  const variables = ["AMAZON_ADS_CLIENT_ID", "AMAZON_ADS_CLIENT_SECRET", "AMAZON_ADS_REFRESH_TOKEN"];
  try {
    expect(await timeOf({ sandbox: false })).toBe(connected_at);
    for (const name of variables) vi.stubEnv(name, "x");
    expect(await timeOf({ sandbox: false })).toBeUndefined();
    expect(await timeOf({ sandbox: false, account: "default" })).toBe(connected_at);
  } finally {
    vi.unstubAllEnvs();
    loaded.mockRestore();
  }
});

/** Creates a terminal that gives prepared answers. */
function terminal(...answers: string[]) {
  const said: string[] = [];
  const ask = async (question: string) => {
    said.push(question);
    return answers.shift() ?? "";
  };
  const say = (text: string) => void said.push(text);
  return { said, say, ask, askOptional: ask, askSecret: ask, close: () => {} };
}

const noLoopback = () => Promise.reject(new Error("not used"));

test("a pasted bot token is checked", async () => {
  const slack = await known("slack");
  const stand = await slack.listenSandbox();
  const around = (answer: string): Surroundings => ({
    terminal: terminal(answer),
    openBrowser: () => {},
    openLoopback: noLoopback,
    env: {},
    code: { endpoint: stand.endpoint },
  });
  expect(await connectByToken(slack, {}, around("xoxb-sandbox-bot"))).toMatchObject({
    auth: { api_token: "xoxb-sandbox-bot" },
    about: expect.stringContaining("in the workspace"),
  });
  const rotating = slackSandbox();
  const { access_token } = rotating.rotating();
  const pasted = around(access_token);
  const server = await rotating.listen();
  await connectByToken(slack, {}, { ...pasted, code: { endpoint: server.url.replace(/\/$/, "") } });
  expect((pasted.terminal as ReturnType<typeof terminal>).said.join()).toContain("expires within 12 hours");
  await server.close();
  const wrong = around("xoxb-sandbox-bot");
  await expect(connectByToken(slack, { include: ["nope"] }, wrong)).rejects.toMatchObject({
    path: "options of manifest.include",
  });
  expect((wrong.terminal as ReturnType<typeof terminal>).said).toEqual([]);
  await expect(connectByToken(slack, {}, around("xoxb-wrong"))).rejects.toMatchObject({
    code: "credential_rejected",
  });
  await expect(connectByToken(slack, {}, around("not a token"))).rejects.toMatchObject({
    code: "credentials_mismatch",
  });
  await stand.close();
});

const [fernhill, other] = [
  { id: "T02FERN1HLL", name: "Fernhill" },
  { id: "T0OTHER", name: "Other" },
];
test.each<[string, { id: string; name: string }[], string[], { id: string; name: string } | undefined]>([
  ["the only workspace is used without a question", [fernhill!], [], fernhill],
  ["the person chooses the workspace", [fernhill!, other!], ["2"], other],
  ["after a wrong number, the question comes again", [fernhill!, other!], ["0", "3", "x", "1"], fernhill],
  ["the person can choose later", [fernhill!, other!], [""], undefined],
])("for a token of an organization, %s", async (_name, teams, answers, chosen) => {
  const slack = await known("slack");
  const sandbox = slackSandbox({ enterprise: true });
  const fetch: typeof globalThis.fetch = async (input, init) =>
    String(input).endsWith("/auth.teams.list")
      ? Response.json({ ok: true, teams, response_metadata: { next_cursor: "" } })
      : sandbox.fetch(input, init);
  const said = terminal("xoxb-sandbox-bot", ...answers);
  const around = { terminal: said, openBrowser: () => {}, openLoopback: noLoopback, env: {} };
  const connected = await connectByToken(slack, {}, { ...around, code: { ...sandbox.options, fetch } });
  expect(connected.config).toEqual(chosen && { team_id: chosen.id });
  expect(connected.about).toContain(
    chosen
      ? `in the workspace ${chosen.name} of the organization Fernhill Group`
      : "in the organization Fernhill Group (set SLACK_TEAM_ID to choose a workspace",
  );
  expect(said.said.filter((text) => text.includes("number of the workspace"))).toHaveLength(answers.length);
  if (teams.length > 1) expect(said.said.join("\n")).toContain("1. Fernhill\n2. Other");
});

test("if the workspaces of an organization cannot be listed, the account is connected without one", async () => {
  const sandbox = slackSandbox({ enterprise: true });
  const fetch: typeof globalThis.fetch = async (input, init) =>
    String(input).endsWith("/auth.teams.list")
      ? Response.json({ ok: false, error: "access_denied" })
      : sandbox.fetch(input, init);
  const said = terminal("xoxb-sandbox-bot");
  const around = { terminal: said, openBrowser: () => {}, openLoopback: noLoopback, env: {} };
  const slack = await known("slack");
  const connected = await connectByToken(slack, {}, { ...around, code: { ...sandbox.options, fetch } });
  expect([connected.config, connected.auth]).toEqual([undefined, { api_token: "xoxb-sandbox-bot" }]);
  expect(said.said.at(-1)).toMatch(/^The workspaces could not be listed: .+/);
});

test.each([
  ["slack", "user", "channels.list", /in the workspace/],
  ["amazon-ads", "user", "profiles.list", /profile/],
  ["notion", "bot", "search.titles", /assistant in the workspace Fernhill/],
] as const)(
  "%s in the browser: other addresses are refused, the person's address is taken, the credentials work",
  async (name, token, action, about) => {
    const connector = await known(name);
    const stand = await connector.listenSandbox();
    const said = terminal();
    const statuses: number[] = [];
    const visit = async (url: string) => {
      const { port } = new URL(new URL(url).searchParams.get("redirect_uri")!);
      const get = async (path: string, init: RequestInit = {}) =>
        statuses.push((await fetch(`http://localhost:${port}${path}`, init)).status);
      await get("/callback?state=wrong&code=1");
      await get("/other");
      await get("/callback", { method: "POST" });
      statuses.push((await fetch(`http://127.0.0.1:${port}/callback?state=x`)).status);
      const back = await decide(fetch, url);
      statuses.push((await fetch(back)).status);
    };
    let visited: Promise<void> | undefined;
    const connected = await connectInBrowser(
      connector,
      {
        token,
        choice: { include: [action] },
        paste: false,
      },
      {
        terminal: said,
        openBrowser: (url) => void (visited = visit(url)),
        openLoopback: async () => openLoopback(await freePorts()),
        env: stand.env,
        code: { endpoint: stand.endpoint },
      },
    );
    await visited;
    expect(statuses).toEqual([400, 404, 404, 404, 200]);
    expect(connected.about).toMatch(about);
    expect(Object.keys(connected.auth)).toContain("refresh_token");
    expect(said.said.join("\n")).toContain("must be registered");
    const opened = await connector.open(connected.auth, {}, { endpoint: stand.endpoint });
    expect(await opened.check()).toMatchObject({ status: "healthy" });
    await stand.close();
  },
);

/** Returns ports that were free a moment ago. Another program can take one of them, but hardly all. */
async function freePorts(): Promise<number[]> {
  const servers = await Promise.all(Array.from({ length: 3 }, listening));
  return servers.map((server) => {
    const { port } = server.address() as AddressInfo;
    server.close();
    return port;
  });
}

const listening = (): Promise<Server> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => resolve(server));
  });

test("on another computer, the person pastes the last address, and a wrong address connects nothing", async () => {
  const slack = await known("slack");
  const stand = await slack.listenSandbox();
  const connect = (paste: (url: string) => Promise<string>) => {
    const said: string[] = [];
    const answers = ["http://localhost:8765/callback"];
    return connectInBrowser(
      slack,
      { token: "user", choice: { include: ["channels.list"] }, paste: true },
      {
        terminal: {
          say: (text) => void said.push(text),
          ask: async () => answers.shift() ?? "",
          askOptional: async () => "",
          askSecret: () => paste(said.join("\n").match(/http\S+authorize\S+/)![0]),
          close: () => {},
        },
        openBrowser: () => {},
        openLoopback: noLoopback,
        env: stand.env,
        code: { endpoint: stand.endpoint },
      },
    );
  };
  expect((await connect((url) => decide(fetch, url))).about).toContain("in the workspace");
  await expect(connect(async () => "http://localhost:8765/callback?code=1&state=2")).rejects.toMatchObject({
    code: "connect_invalid",
  });
  await expect(connect((url) => decide(fetch, url, "deny"))).rejects.toMatchObject({
    code: "connect_denied",
  });
  await stand.close();
});

/** Connects an account of the sandbox. `answer` can replace the sandbox's answer to a request. */
async function connectAmazon(
  answer: (url: URL) => Response | undefined,
  login: { client_id: string; client_secret: string } = amazonAdsSandbox().credentials,
) {
  const sandbox = amazonAdsSandbox();
  const said: string[] = [];
  const connected = await connectInBrowser(
    await known("amazon-ads"),
    { token: "user", choice: {}, paste: true },
    {
      terminal: {
        say: (text) => void said.push(text),
        ask: async () => "https://app.example/callback",
        askOptional: async () => "",
        askSecret: () => decide(sandbox.fetch, said.join("\n").match(/https\S+ap\/oa\S+/)![0]),
        close: () => {},
      },
      openBrowser: () => {},
      openLoopback: noLoopback,
      env: { AMAZON_ADS_CLIENT_ID: login.client_id, AMAZON_ADS_CLIENT_SECRET: login.client_secret },
      code: {
        ...sandbox.options,
        fetch: async (input, init) =>
          answer(new URL(input instanceof Request ? input.url : input)) ?? sandbox.fetch(input, init),
      },
    },
  );
  return { connected, said: said.join("\n") };
}

const northAmerica = (answer: () => Response) => (url: URL) =>
  url.origin === "https://advertising-api.amazon.com" ? answer() : undefined;

test.each([
  ["with profiles in two regions", () => undefined, /region na; also .* in the region eu$/, "advertising-api", /Northbound \w+ has \d+ linked accounts[^]*Not usable, because they have no profile: Northbound DSP/],
  ["without profiles in North America", northAmerica(() => Response.json([])), /^\d profiles.*in the region eu$/, "advertising-api-eu", /^(?![^]*(could not be checked|no advertising profiles))/],
  ["while North America refuses", northAmerica(() => new Response("{}", { status: 403 })), /^\d profiles.*in the region eu$/, "advertising-api-eu", /The region na could not be checked/],
] as const)("%s, the region with the most profiles is stored", async (_, answer, about, region, note) => {
  const { connected, said } = await connectAmazon(answer);
  expect(connected.about).toMatch(about);
  expect(connected.config).toEqual({ region: `https://${region}.amazon.com` });
  expect(said).toMatch(note);
}); // prettier-ignore

test("a login without profiles and an application without approval get an error that says what to do", async () => {
  const { said } = await connectAmazon(({ pathname }) =>
    pathname === "/v2/profiles" ? Response.json([]) : undefined,
  );
  expect(said).toContain("This login has no advertising profiles in any region. Somebody who manages");
  const { notPermitted } = amazonAdsSandbox().otherCredentials;
  await expect(connectAmazon(() => undefined, notPermitted)).rejects.toMatchObject({
    hint: expect.stringContaining("approval"),
  });
});

test("if a port is in use, the next port is used; if all ports are in use, the error says so", async () => {
  const other = await listening();
  const { port } = other.address() as AddressInfo;
  const loopback = await openLoopback([port, ...(await freePorts())]);
  expect(loopback.redirectUri).not.toContain(`:${port}/`);
  loopback.close();
  await expect(openLoopback([port])).rejects.toMatchObject({
    code: "config_error",
    hint: expect.stringContaining("--paste"),
  });
  other.close();
});

test("without an account, a command says how to connect one", async () => {
  const args = ["call", "slack", "channels", "list", "--account", "acme"];
  const { code, stderr } = await runHere(args, { XDG_CONFIG_HOME: folder });
  expect(code).toBe(2);
  expect(stderr).toContain("Run agent-connectors connect slack");
});

test("answers can come from a pipe, and an answer that is missing is an error", async () => {
  const input = new PassThrough();
  const piped = openTerminal(input);
  input.end("first\n second \n");
  expect(await piped.ask("One?")).toBe("first");
  expect(await piped.askSecret("Two?")).toBe("second");
  await expect(piped.ask("Three?")).rejects.toMatchObject({ code: "config_error" });
  expect(await piped.askOptional("Four?")).toBe("");
});
