import { spawn } from "node:child_process";
import { createServer } from "node:net";
import { slackSandbox } from "agent-connectors/sandbox";
import { expect, test } from "vitest";
import { decide } from "../core/connect/consent.ts";
import { openSlackService } from "../hosted/open-service.ts";

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

test("the example connects a workspace through the service, and says if the person refuses", async () => {
  const sandbox = slackSandbox();
  const { client_id, client_secret } = sandbox.app;
  const service = await openSlackService(sandbox.options, {}, { client_id, client_secret });
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  await service.allowReturnUrl(`${origin}/connected`);
  const { airbyte_client_id, airbyte_client_secret } = service.application;
  const program = spawn(
    process.execPath,
    ["--conditions=agent-connectors-source", "examples/connect-session.ts"],
    {
      env: {
        ...process.env,
        AGENT_CONNECTORS_CLIENT_ID: airbyte_client_id,
        AGENT_CONNECTORS_CLIENT_SECRET: airbyte_client_secret,
        AGENT_CONNECTORS_URL: service.url,
        PORT: `${port}`,
      },
    },
  );
  try {
    await new Promise<void>((resolve, reject) => {
      program.stdout.once("data", () => resolve());
      program.once("exit", () => reject(new Error("The example ended.")));
    });
    const visit = async (decision: string) => {
      const link = (await fetch(`${origin}/connect`, { redirect: "manual" })).headers.get("location")!;
      const started = await fetch(link, {
        method: "POST",
        redirect: "manual",
        headers: { origin: new URL(link).origin },
      });
      const callback = await decide(sandbox.fetch, started.headers.get("location")!, decision);
      const cookie = started.headers.get("set-cookie")!.split(";")[0]!;
      const back = await fetch(callback, { redirect: "manual", headers: { cookie } });
      return (await fetch(back.headers.get("location")!)).text();
    };
    expect(await visit("allow")).toMatch(/^Connected\. Channels: \w+/);
    expect(await visit("deny")).toBe("Not connected: connect_denied");
  } finally {
    program.kill();
    await service.close();
  }
});
