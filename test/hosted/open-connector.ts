import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import type { ConnectorOptions } from "agent-connectors";
import { listen, openService } from "agent-connectors-service";

interface Created<C> {
  readonly connectorName: string;
  create(options: never): Promise<C>;
}

/** Starts a service with a new store on a loopback port, and creates a connector in it. `code`: the options of the service. */
export async function openHostedConnector<C>(
  Connector: Created<C>,
  auth: object,
  code: ConnectorOptions,
): Promise<{ connector: C; close(): Promise<void> }> {
  const dataDir = mkdtempSync(`${tmpdir()}/agent-connectors-test-`);
  const opened = await openService({ dataDir, connectors: [{ connector: Connector as never, code }] });
  const { url, close } = await listen(opened.service, "127.0.0.1", 0);
  const { client_id, client_secret } = opened.application!;
  const connector = await Connector.create({
    auth,
    base_url: url,
    external_user_id: "suite",
    airbyte_client_id: client_id,
    airbyte_client_secret: client_secret,
  } as never);
  return {
    connector,
    async close() {
      await close(0);
      await opened.close();
      rmSync(dataDir, { recursive: true });
    },
  };
}
