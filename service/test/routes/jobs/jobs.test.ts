import { AmazonAdsConnector } from "agent-connectors/amazon-ads";
import { amazonAdsSandbox } from "agent-connectors/sandbox";
import { jobsOf } from "agent-connectors";
import type { Clock } from "agent-connectors";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type Ask, executePath, testService, type TestService } from "../../support/service.ts";
import { onBothStores } from "../../support/stores.ts";

// Reports that take an hour, over HTTP. All replicas and Amazon have one clock.

const minute = 60_000;
const hour = 60 * minute;
const report = { reportTypeId: "spCampaigns", startDate: "2026-03-01", endDate: "2026-03-05" };

onBothStores((newLocation, kind) => {
  let location: Awaited<ReturnType<typeof newLocation>>;
  let sandbox: ReturnType<typeof amazonAdsSandbox>;
  let service: TestService;
  let connector_id: string;
  let agent: string;
  let now: number;
  let clock: Clock;
  /** Milliseconds by which the clock of the service is ahead of Amazon's. */
  let ahead: number;

  const open = () =>
    testService(location, {
      clock,
      connectors: [{ connector: AmazonAdsConnector, code: { ...sandbox.options, clock } }],
    });
  beforeEach(async () => {
    now = Date.UTC(2026, 2, 12);
    ahead = 0;
    clock = { now: () => now + ahead, sleep: async (ms) => void (now += ms) };
    const right: Clock = { ...clock, now: () => now };
    sandbox = amazonAdsSandbox({ clock: right, jobTimes: { processing: 60, completed: 3600 } });
    location = await newLocation();
    service = await open();
    agent = await service.scopedToken("ana");
    connector_id = await service.create("ana", {
      connector_type: "Amazon-Ads",
      credentials: sandbox.credentials,
    });
  });
  afterEach(() => service.close());

  const profileId = "2381940675312846";
  const run = (params: object = {}, token = agent) =>
    service.ask(executePath(connector_id), {
      token,
      json: {
        entity: "reports",
        action: "run",
        params: { profileId, ...report, wait_seconds: 0, ...params },
      },
    });
  const requested = () =>
    sandbox.calls().filter(({ operation }) => operation === "POST /reporting/reports").length;
  const looked = () =>
    sandbox.calls().filter(({ operation }) => operation === "GET /reporting/reports/{reportId}").length;
  const pendingId = async (params: object = {}, token = agent): Promise<string> => {
    const { status, body } = await run(params, token);
    expect({ status, code: body.code, outcome: body.outcome }).toEqual({
      status: 202,
      code: "job_pending",
      outcome: "not_started",
    });
    return body.pending.id;
  };
  // Tokens end long before a job does.
  const application = async (path: string, ask: Ask = {}) =>
    service.ask(path, { ...ask, token: await service.applicationToken() });
  const get = async (path: string, user = "ana") =>
    service.ask(`/v1/jobs${path}`, { token: await service.scopedToken(user) });
  const cancel = async (id: string, json: object = {}, user = "ana") =>
    service.ask(`/v1/jobs/${id}/cancel`, { token: await service.scopedToken(user), json });
  /** Lets time pass, in which all replicas ask every 5 minutes. */
  const pass = async (ms: number, replicas: readonly TestService[] = [service]) => {
    for (const end = now + ms; now < end;) {
      now = Math.min(end, now + 5 * minute);
      await Promise.all(replicas.map((one) => one.service.goOnWithJobs()));
    }
  };
  const webhook = async () => {
    const { body } = await application("/v1/webhooks", { json: { url: "https://app.example/webhooks" } });
    return async () => {
      const { body: list } = await application(`/v1/webhooks/${body.id}/deliveries`);
      return (list.data as { type: string; event_id: string }[]).filter(({ type }) =>
        type.startsWith("job."),
      );
    };
  };

  test("a report of an hour is requested once, goes on without its caller, and has one event", async () => {
    const events = await webhook();
    const id = await pendingId({ sumBy: [], columns: ["cost"] });
    expect(await pendingId({ sumBy: [], columns: ["cost"] })).toBe(id);
    expect((await get("")).body.data).toMatchObject([
      { id, status: "pending", connector_id, external_user_id: "ana", entity: "reports", action: "run" },
    ]);
    expect((await get(`/${id}/result`)).body).toMatchObject({ code: "job_pending", pending: { id } });
    await pass(hour + 5 * minute);
    expect((await get(`/${id}`)).body).toMatchObject({ id, status: "succeeded" });
    expect((await get("")).body.data).toEqual([]);
    for (const _ of [1, 2]) {
      const { status, body } = await get(`/${id}/result`);
      expect([status, body.result.rows.length, body.connector_metadata.job]).toEqual([200, 1, id]);
    }
    await pass(hour);
    expect(await events()).toMatchObject([{ type: "job.succeeded" }]);
    expect(requested()).toBe(1);
    const { body } = await application("/v1/audit?event=job.end");
    expect(body.data).toMatchObject([{ detail: { job: id, status: "succeeded" } }]);
  });

  test.skipIf(kind === "sqlite")(
    "replicas share the questions, and a replica that stops loses nothing",
    async () => {
      const events = await webhook();
      const other = await open();
      const id = await pendingId();
      const before = looked();
      now += 10 * minute;
      await Promise.all([service.service.goOnWithJobs(), other.service.goOnWithJobs()]);
      expect(looked()).toBe(before + 1);
      await service.close();
      service = other;
      await pass(hour);
      expect((await get(`/${id}`)).body.status).toBe("succeeded");
      expect(await events()).toHaveLength(1);
      expect(requested()).toBe(1);
    },
  );

  test("a job that was asked for while the clock was ahead does not wait until the clock has caught up", async () => {
    const id = await pendingId();
    ahead = 6 * hour;
    await service.service.goOnWithJobs();
    expect(looked()).toBe(2);
    ahead = 0;
    await pass(65 * minute);
    const { body } = await get(`/${id}`);
    expect([body.status, body.error]).toEqual(["succeeded", undefined]);
  });

  test("the tool of a model says pending, and reads the outcome with the id", async () => {
    const call = async (json: object) =>
      service.ask(`/v1/integrations/connectors/${connector_id}/tools/call`, {
        token: await service.scopedToken("ana"),
        json: { tool: "amazon_ads", arguments: json },
      });
    const params = { profileId, ...report, wait_seconds: 0 };
    const first = await call({ entity: "reports", action: "run", params });
    expect(first.body).toMatchObject({ ok: false, error: { code: "job_pending" } });
    expect(first.body.text).not.toContain("process ends");
    const { id } = first.body.error.pending;
    const read = () => call({ entity: "connector", action: "outcome", params: { id } });
    expect((await read()).body).toMatchObject({ ok: false, error: { code: "job_pending" } });
    await pass(2 * hour);
    const { ok, text } = (await read()).body;
    expect([ok, text.includes("rows")]).toEqual([true, true]);
  });

  test("a hosted connector has the same jobs", async () => {
    const ads = new AmazonAdsConnector(
      {
        external_user_id: "ana",
        airbyte_client_id: service.clientId,
        airbyte_client_secret: service.clientSecret,
        base_url: "http://127.0.0.1:1",
        connector_id,
      } as never,
      { clock, fetch: (input, init) => service.service(new Request(input as string, init)) },
    );
    const jobs = jobsOf(ads);
    const call = { profileId, ...report, wait_seconds: 0 };
    const { pending } = await ads.reports.run(call).then(
      () => expect.fail(),
      (error: { pending: { id: string } }) => error,
    );
    const { id } = pending;
    expect(await jobs.list()).toMatchObject([{ id, status: "pending" }]);
    await expect(jobs.result(id)).rejects.toMatchObject({ code: "job_pending", pending: { id } });
    const tool = await ads.tool();
    const outcome = () => tool.call({ entity: "connector", action: "outcome", params: { id } });
    expect(await outcome()).toMatchObject({ ok: false, error: { code: "job_pending" } });
    await pass(2 * hour);
    expect(await jobs.waitFor(id)).toMatchObject({ status: "succeeded" });
    const { data } = await jobs.result(id);
    expect(data).toMatchObject({ rows: expect.any(Array) });
    expect(await outcome()).toMatchObject({ ok: true, data });
    const second = await ads.reports.run({ ...call, top: 1 }).then(
      () => expect.fail(),
      (error: { pending: { id: string } }) => error.pending.id,
    );
    expect(await jobs.cancel(second, "ana")).toMatchObject({
      status: "cancelled",
      cancelled_by: "The agent",
    });
    await expect(jobs.result(second)).rejects.toMatchObject({ code: "job_cancelled" });
  });

  test("another user's job is not found", async () => {
    const id = await pendingId();
    for (const answer of [
      await get(`/${id}`, "paul"),
      await get(`/${id}/result`, "paul"),
      await cancel(id, {}, "paul"),
    ])
      expect([answer.status, answer.body.code]).toEqual([404, "not_found"]);
    expect((await get("", "paul")).body.data).toEqual([]);
    expect((await get(`/${id}`)).body.status).toBe("pending");
  });

  test("a cancelled job asks Amazon nothing more, and says what Amazon does", async () => {
    const events = await webhook();
    const id = await pendingId();
    const named = { by: "maya@example.com" };
    expect((await cancel(id, named)).body.code).toBe("insufficient_scope");
    const before = looked();
    const { body } = await application(`/v1/jobs/${id}/cancel`, { json: named });
    expect(body).toMatchObject({
      status: "cancelled",
      cancelled_by: "maya@example.com",
      note: expect.stringContaining("Amazon finishes the file all the same."),
    });
    await pass(2 * hour);
    expect(looked()).toBe(before);
    expect((await get(`/${id}/result`)).body).toMatchObject({ code: "job_cancelled" });
    expect((await cancel(id)).body.cancelled_by).toBe("maya@example.com");
    expect(await events()).toMatchObject([{ type: "job.cancelled" }]);
  });

  test("a job whose token is revoked does not go on", async () => {
    const events = await webhook();
    const id = await pendingId();
    await application("/v1/applications/tokens/revoke", { json: { token: agent } });
    const before = looked();
    await pass(2 * hour);
    expect((await get(`/${id}`)).body).toMatchObject({
      status: "cancelled",
      cancelled_by: expect.stringContaining("was revoked"),
    });
    expect(looked()).toBe(before);
    expect(await events()).toMatchObject([{ type: "job.cancelled" }]);
  });

  test("a job of a stopped user waits for the end of the stop", async () => {
    const id = await pendingId();
    await application("/v1/stops", { json: { external_user_id: "ana", by: "maya" } });
    const before = looked();
    await pass(2 * hour);
    expect([looked(), (await get(`/${id}`)).body.status]).toEqual([before, "pending"]);
    const { status } = await application("/v1/stops?external_user_id=ana", { method: "DELETE" });
    expect(status).toBeLessThan(300);
    await pass(10 * minute);
    expect((await get(`/${id}`)).body.status).toBe("succeeded");
  });

  test("a job that a policy forbids since has failed, and asks Amazon nothing", async () => {
    const id = await pendingId();
    await application("/v1/policies", {
      method: "PUT",
      json: { connector_id, policy: { exclude: ["reports.run"] } },
    });
    const before = looked();
    await pass(2 * hour);
    expect((await get(`/${id}`)).body).toMatchObject({ status: "failed", error: { code: "policy_denied" } });
    expect(looked()).toBe(before);
  });

  test("the jobs of a deleted user are gone", async () => {
    const id = await pendingId();
    const deleted = await application("/v1/users/ana", { method: "DELETE" });
    expect(deleted.status).toBeLessThan(300);
    expect((await application(`/v1/jobs/${id}`)).status).toBe(404);
    const before = looked();
    await pass(2 * hour);
    expect(looked()).toBe(before);
  });

  test("a report that fails at Amazon has the event job.failed with its code", async () => {
    const events = await webhook();
    sandbox.fail({ kind: "job_failed", reason: "too many rows", operation: "POST /reporting/reports" });
    const id = await pendingId();
    await pass(2 * hour);
    expect((await get(`/${id}`)).body).toMatchObject({
      status: "failed",
      error: { code: "upstream_rejected", message: expect.stringContaining("too many rows") },
    });
    expect(await events()).toMatchObject([{ type: "job.failed" }]);
    expect((await get(`/${id}/result`)).body.code).toBe("upstream_rejected");
  });

  test("Amazon's faults during the hour lose nothing", async () => {
    const id = await pendingId();
    for (const kind of ["http_503", "rate_limit"] as const)
      sandbox.fail({ kind, operation: "GET /reporting/reports/{reportId}", times: 2 } as never);
    await pass(2 * hour);
    expect((await get(`/${id}`)).body.status).toBe("succeeded");
  });
});
