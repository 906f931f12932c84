import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import type { AgentTool, ErrorJson, Meta, Policy } from "agent-connectors";
import { memoryStore } from "agent-connectors/store";
import { systemClock } from "agent-connectors/toolkit";
import { AmazonAdsConnector } from "agent-connectors/amazon-ads";
import { amazonAdsSandbox } from "agent-connectors/sandbox";
import { listen, openService } from "agent-connectors-service";
import { afterAll, beforeAll, describe, expect } from "vitest";

type Dict = Record<string, unknown>;

const openSandbox = () => amazonAdsSandbox();

/** A tool with all effects, for an account of the sandbox. */
export interface JobTool {
  tool: AgentTool;
  sandbox: ReturnType<typeof openSandbox>;
  /** Runs a call of the tool that must succeed, and returns its data. `profileId` is added to the params. */
  ask<Data = Dict>(entity: string, action: string, params?: Dict): Promise<Data>;
  /** Runs a call of the tool that must succeed, and returns the `meta` of the result. */
  metaOf(entity: string, action: string, params?: Dict): Promise<Meta>;
  /** Runs a call of the tool that must fail, and returns the error. */
  refused(entity: string, action: string, params?: Dict): Promise<ErrorJson>;
}

/** The profile that the jobs use: a US seller of the sandbox. */
export const profileId = "2381940675312846";

const effects = ["read", "write", "spend", "destructive"] as const;

/** Runs the tests of a job in process and through a hosted service. All tests of a mode share one sandbox. */
export function describeJob(name: string, caps: Policy["caps"], body: (job: () => JobTool) => void): void {
  for (const [mode, open] of [
    ["in process", inProcess],
    ["hosted", hosted],
  ] as const)
    describe(`${name}, ${mode}`, () => {
      let opened: { job: JobTool; close: () => Promise<void> } | undefined;
      beforeAll(async () => {
        opened = await open({ caps });
      });
      afterAll(() => opened?.close());
      body(() => opened!.job);
    });
}

async function inProcess(policy: Policy) {
  const sandbox = openSandbox();
  const ads = new AmazonAdsConnector(
    { auth: sandbox.credentials },
    { ...sandbox.options, store: memoryStore(), policy },
  );
  return { job: jobTool(await ads.tool({ effects, actions: "all" }), sandbox), close: async () => undefined };
}

async function hosted(policy: Policy) {
  const sandbox = openSandbox();
  const dataDir = mkdtempSync(`${tmpdir()}/agent-connectors-test-`);
  const { service, application, close } = await openService({
    dataDir,
    connectors: [{ connector: AmazonAdsConnector, code: { ...sandbox.options, policy }, shareTokens: false }],
  });
  const server = await listen(service, "127.0.0.1", 0);
  const ads = await AmazonAdsConnector.create(
    {
      auth: sandbox.credentials,
      base_url: server.url,
      external_user_id: "job",
      airbyte_client_id: application!.client_id,
      airbyte_client_secret: application!.client_secret,
    },
    // The policy of the service has the caps. Both sides must agree about the day, because rules of past days do not count.
    { clock: { now: () => sandbox.clock.now(), sleep: systemClock.sleep } },
  );
  return {
    job: jobTool(await ads.tool({ effects, actions: "all" }), sandbox),
    close: async () => {
      await server.close(0);
      await close();
      rmSync(dataDir, { recursive: true });
    },
  };
}

function jobTool(tool: AgentTool, sandbox: JobTool["sandbox"]): JobTool {
  const call = (entity: string, action: string, params: Dict = {}) =>
    tool.call({ entity, action, params: { profileId, ...params } });
  const succeed = async (entity: string, action: string, params?: Dict) => {
    const envelope = await call(entity, action, params);
    if (!envelope.ok) expect.fail(`${entity}.${action}: ${envelope.text}`);
    return envelope;
  };
  return {
    tool,
    sandbox,
    ask: async <Data>(...args: [string, string, Dict?]) => (await succeed(...args)).data as Data,
    metaOf: async (...args) => (await succeed(...args)).meta,
    refused: async (entity, action, params) => {
      const envelope = await call(entity, action, params);
      if (envelope.ok) expect.fail(`${entity}.${action} succeeded: ${envelope.text}`);
      return envelope.error;
    },
  };
}
