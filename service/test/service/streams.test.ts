import { slackSandbox } from "agent-connectors/sandbox";
import { afterEach, beforeEach, expect, test } from "vitest";
import { executePath, testService, type TestService } from "../support/service.ts";
import { onBothStores, type EmptyLocation } from "../support/stores.ts";

// The pieces of a streamed message can arrive at different replicas.

onBothStores((newLocation, kind) => {
  let slack: TestService["sandbox"];
  let location: EmptyLocation;
  let replicas: TestService[];
  let token: string;
  let connector: string;
  let place: { channel: string; ts: string };
  let calls = 0;
  const start = () => testService(location, { sandbox: slack });
  beforeEach(async () => {
    slack = slackSandbox({ rateLimits: false });
    location = await newLocation();
    const first = await start();
    // Only one process of the service can use a SQLite store.
    replicas = kind === "postgres" ? [first, await start()] : [first];
    token = await first.applicationToken();
    const credentials = { api_token: slack.tokens.bot };
    connector = await first.create("ana", { connector_type: "Slack", credentials });
    const { channels, users, team } = slack.state();
    const channel = channels.find(({ name }) => name === "general")!.id;
    const person = users.find((user) => !user.is_bot && !user.deleted && user.id !== "USLACKBOT")!;
    const { body } = await execute("messages", "create", { channel, text: "Is it green?" });
    const started = await execute("message_streams", "start", {
      channel,
      thread_ts: body.result.ts,
      user: person.id,
      team_id: team.id,
    });
    expect(started.body).toMatchObject({ status: "success" });
    place = { channel, ts: started.body.result.ts };
  });
  afterEach(async () => {
    for (const service of replicas.splice(0)) await service.close();
  });
  /** Each call goes to the next replica. */
  const execute = (entity: string, action: string, params: object) =>
    replicas[calls++ % replicas.length]!.ask(executePath(connector), {
      token,
      json: { entity, action, params },
    });
  const sent = () =>
    slack
      .calls()
      .filter(({ method }) => method.endsWith("Stream"))
      .map(({ args }) => args["markdown_text"] ?? "")
      .join("");
  /** The stored states of streams, beside which the journal has its own rows. */
  const rows = () =>
    replicas[0]!.store.db.selectFrom("records").selectAll().where("key", "like", "states/%").execute();

  test("a mention that is cut between replicas notifies nobody, and the text is whole", async () => {
    for (const markdown_text of ["Hello <!chan", "nel> and ", "<", "@U012", "AB3CD", "> bye @he"]) {
      const { status } = await execute("message_streams", "append", { ...place, markdown_text });
      expect(status).toBe(200);
    }
    const waiting = await rows();
    expect(waiting).toHaveLength(1);
    expect(JSON.stringify(waiting)).not.toContain("@he");
    const { body } = await execute("message_streams", "stop", { ...place, markdown_text: "re" });
    expect(sent()).toBe("Hello &lt;!channel> and &lt;@U012AB3CD> bye @\u2060here");
    expect(JSON.stringify(body.connector_metadata.warnings)).toContain("@here");
    expect(await rows()).toEqual([]);
  });
  test("stop on another replica sends what waits, and a piece that waits makes no request", async () => {
    const { body } = await execute("message_streams", "append", { ...place, markdown_text: "<!chan" });
    expect(body.result).toEqual({ ...place, waiting: "<!chan" });
    expect(sent()).toBe("");
    expect((await execute("message_streams", "stop", place)).status).toBe(200);
    expect(sent()).toBe("<!chan");
  });
  test("an allow-list of the service judges a link that is cut between replicas", async () => {
    const policy = { only: { channel: [place.channel] } };
    const json = { connector_id: connector, policy };
    expect((await replicas[0]!.ask("/v1/policies", { method: "PUT", token, json })).status).toBe(200);
    const append = (markdown_text: string) =>
      execute("message_streams", "append", { ...place, markdown_text });
    expect((await append("see https://acme.slack.com/archives/C0SEC")).body.result).toHaveProperty("waiting");
    const { body } = await append("RET99/p1712161829000300 now");
    expect([body.code, body.hint]).toEqual(["policy_denied", expect.stringContaining("was dropped")]);
    expect((await append(`https://acme.slack.com/archives/${place.channel}`)).status).toBe(200);
    expect((await execute("message_streams", "stop", place)).status).toBe(200);
    expect(sent()).toBe(`see https://acme.slack.com/archives/${place.channel}`);
  });
});
