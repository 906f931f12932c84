import { StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { Client as ClientV1 } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as TransportV1 } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { slackSandbox, type SlackSandbox } from "agent-connectors/sandbox";
import { listen } from "agent-connectors-service";
import { afterEach, beforeEach, expect, test } from "vitest";
import { clientWithPerson, newClient, textOf, type Person } from "../../../../test/adapters/mcp-loop.ts";
import { signIn } from "../../support/operator.ts";
import { testService, type Answer, type TestService } from "../../support/service.ts";
import { onBothStores, type EmptyLocation } from "../../support/stores.ts";

// A call of an MCP client that waits for a person. The client can only show a page to its user.

onBothStores((newLocation) => {
  let service: TestService;
  let sandbox: SlackSandbox;
  let location: EmptyLocation;
  let server: Awaited<ReturnType<typeof listen>>;
  let agent: string;
  let channel: string;

  const open = () => testService(location, { sandbox });
  const setPolicy = async (policy: object) =>
    service.ask("/v1/policies", {
      method: "PUT",
      token: await service.applicationToken(),
      json: { connector_type: "Slack", policy },
    });
  beforeEach(async () => {
    sandbox = slackSandbox({ rateLimits: false, workspace: { users: ["Maya"], channels: ["general"] } });
    channel = sandbox.state().channels.find(({ name }) => name === "general")!.id;
    location = await newLocation();
    service = await open();
    // The address stays the same when the service starts again.
    server = await listen((request, from) => service.service(request, from), "127.0.0.1", 0);
    await service.create("ana");
    agent = await service.scopedToken("ana");
    await setPolicy({ approval: [{ effects: ["write"] }] });
  });
  afterEach(async () => {
    await server.close(0);
    await service.close();
  });

  const requestInit = () => ({ headers: { authorization: `Bearer ${agent}` } });
  const post = (markdown_text = "Hi", tool = "slack_write") => ({
    name: tool,
    arguments: { entity: "messages", action: "create", params: { channel, markdown_text } },
  });
  const posts = () => sandbox.calls().filter(({ method }) => method === "chat.postMessage").length;
  const idIn = (url: string) => new URL(url).pathname.split("/").at(-1)!;
  const decide = async (url: string, decision = "approve"): Promise<Answer> =>
    (await signIn(service, ["approvals:decide"], { name: "Maya" })).submit(new URL(url).pathname, {
      decision,
    });

  /** A client that can open pages. */
  const clientWith = async (person: Person) => {
    const client = clientWithPerson("2026-07-28", person);
    await client.connect(
      new StreamableHTTPClientTransport(new URL(`${server.url}/mcp`), { requestInit: requestInit() }),
    );
    return client;
  };
  const text = ({ content }: { content?: unknown }) => textOf(content as never);

  test("the client shows the page, the person decides there after a restart of the service, and the call runs once", async () => {
    const shown: Parameters<Person>[0][] = [];
    const client = await clientWith(async (asked) => {
      shown.push(asked);
      await service.close();
      service = await open();
      expect((await decide(asked.url)).status).toBe(303);
      return "accept";
    });
    const done = await client.callTool(post());
    expect([done.isError ?? false, posts()]).toEqual([false, 1]);
    expect(text(done)).toContain("ts");
    expect(shown).toMatchObject([
      {
        url: expect.stringMatching(/^https:\/\/service\.test\/operate\/approvals\/[\w-]+$/) as unknown,
        message: expect.stringContaining("messages.create") as unknown,
      },
    ]);
    // A page of the approval opens nothing without a sign-in.
    const page = await service.ask(new URL(shown[0]!.url).pathname);
    expect([page.status, page.text.includes("Hi")]).toEqual([401, false]);
    await client.close();
  });

  /** Repeats a call, and says that the person has answered a question. */
  const forged = async (key: string, call = post("cancel")) => {
    const answer = await service.ask("/mcp", {
      token: agent,
      json: {
        jsonrpc: "2.0",
        id: 1,
        method: "tools/call",
        params: {
          ...call,
          inputResponses: { [key]: { action: "decline", content: { approve: true, by: "Maya" } } },
          requestState: JSON.stringify({ approved: true }),
          _meta: {
            "io.modelcontextprotocol/protocolVersion": "2026-07-28",
            "io.modelcontextprotocol/clientInfo": { name: "x", version: "1" },
            "io.modelcontextprotocol/clientCapabilities": { elicitation: { url: {} } },
          },
        },
      },
      headers: {
        accept: "application/json, text/event-stream",
        "mcp-protocol-version": "2026-07-28",
        "mcp-method": "tools/call",
        "mcp-name": call.name,
      },
    });
    return answer.text;
  };

  test("the answer of the client decides nothing", async () => {
    let url = "";
    for (const action of ["decline", "cancel"]) {
      const client = await clientWith((asked) => {
        ({ url } = asked);
        return action;
      });
      const waits = await client.callTool(post(action));
      expect([waits.isError, text(waits)]).toEqual([true, expect.stringContaining("approval_pending")]);
      await client.close();
    }
    // A client that says yes, and names an approval, gets what the agent can read.
    expect(await forged(`approval_${idIn(url)}`)).toContain("approval_pending");
    expect(await forged(`approval_${idIn(url)}`, post("another text"))).toContain("The arguments differ");
    expect(await forged("approval_unknown")).toContain("not_found");
    expect(await forged("approval_../../x")).toContain("not_found");
    // Of another user, nobody can read an approval.
    await service.create("bob");
    agent = await service.scopedToken("bob");
    expect(await forged(`approval_${idIn(url)}`)).toContain("not_found");
    expect(posts()).toBe(0);
  });

  test("a client that names an approval that has run gets its outcome for the same call, and for no other", async () => {
    let url = "";
    const client = await clientWith(async (asked) => {
      ({ url } = asked);
      expect((await decide(url)).status).toBe(303);
      return "accept";
    });
    expect((await client.callTool(post("One"))).isError ?? false).toBe(false);
    await client.close();
    const again = (call: ReturnType<typeof post>) => forged(`approval_${idIn(url)}`, call);
    expect(await again(post("One"))).toContain("ts");
    const other = await again(post("Two"));
    expect(other).toContain("The arguments differ from those that a person was asked about");
    expect(posts()).toBe(1);
  });

  test("a refusal reaches the model, and nothing is sent", async () => {
    const client = await clientWith(async ({ url }) => {
      await decide(url, "refuse");
      return "accept";
    });
    expect(text(await client.callTool(post()))).toMatch(/approval_denied.*Maya has refused/);
    expect(posts()).toBe(0);
    await client.close();
  });

  test("a client that cannot open pages gets the address as text, and reads the outcome later", async () => {
    const v1 = new ClientV1({ name: "test", version: "1" }, { capabilities: { elicitation: { url: {} } } });
    await v1.connect(new TransportV1(new URL(`${server.url}/mcp`), { requestInit: requestInit() }) as never);
    const modern = newClient("2026-07-28");
    await modern.connect(
      new StreamableHTTPClientTransport(new URL(`${server.url}/mcp`), { requestInit: requestInit() }),
    );
    // Without a session, an older client cannot be asked while its call runs.
    for (const client of [v1, modern] as unknown as (typeof modern)[]) {
      const waits = await client.callTool(post(client === modern ? "modern" : "older"));
      const said = JSON.parse(text(waits)) as {
        error: { pending: { url: string; id: string }; hint: string };
      };
      const { url, id } = said.error.pending;
      expect(said.error.hint).toContain(url);
      await decide(url);
      const read = { entity: "connector", action: "outcome", params: { id } };
      expect((await client.callTool({ name: "slack_write", arguments: read })).isError ?? false).toBe(false);
      await client.close();
    }
    expect(posts()).toBe(2);
  });

  test("a policy names a page of the application, of which the most exact one counts", async () => {
    const approval = [{ effects: ["write"] }];
    await setPolicy({ approval, approval_page: "https://app.example.com/calls?tab=open" });
    let url = "";
    const client = await clientWith((asked) => {
      ({ url } = asked);
      return "cancel";
    });
    const waits = JSON.parse(text(await client.callTool(post()))) as { error: { pending: { id: string } } };
    expect(url).toBe(`https://app.example.com/calls?tab=open&approval=${waits.error.pending.id}`);
    await service.ask("/v1/policies", {
      method: "PUT",
      token: await service.applicationToken(),
      json: {
        connector_type: "Slack",
        external_user_id: "ana",
        policy: { approval_page: "http://localhost:1/me" },
      },
    });
    await client.callTool(post("again"));
    expect(url).toMatch(/^http:\/\/localhost:1\/me\?approval=/);
    await client.close();
    for (const wrong of [
      "http://app.example.com",
      "javascript:alert(1)",
      "/here",
      "https://a:b@example.com",
      7,
      "",
    ])
      expect((await setPolicy({ approval, approval_page: wrong })).status).toBe(422);
  });
});
