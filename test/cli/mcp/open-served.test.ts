import { expect, onTestFinished, test, vi } from "vitest";
import { openServed } from "../../../cli/mcp/open-served.ts";
import { openAccount } from "../../hosted/open-account.ts";

test("with --hosted, the tools use the connector of the service that the environment names", async () => {
  const { id: connector_id, env } = await openAccount();
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
  onTestFinished(() => void vi.unstubAllEnvs());
  const read = async (hosted: string) => {
    const connector = await openServed(
      { name: "slack", sandbox: false, hosted, rights: {}, options: {} },
      { log: () => {} },
    );
    return (await connector.tool()).call({ entity: "channels", action: "list", params: { limit: 1 } });
  };
  expect((await read(connector_id!)).text).toContain("general");
  expect(await read("018f0000-0000-7000-8000-000000000000")).toMatchObject({
    error: { code: "connector_not_found" },
  });
  vi.stubEnv("AGENT_CONNECTORS_USER", "");
  await expect(read(connector_id!)).rejects.toThrow("--hosted needs AGENT_CONNECTORS_USER.");
});
