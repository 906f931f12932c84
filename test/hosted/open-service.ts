import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import type { ConnectorOptions } from "agent-connectors";
import { SlackConnector } from "agent-connectors/slack";
import { listen, openService, type ServiceLimits } from "agent-connectors-service";

export interface HostedService {
  url: string;
  application: { airbyte_client_id: string; airbyte_client_secret: string };
  /** Allows the application to let people return to this address who connect an account. */
  allowReturnUrl(address: string): Promise<void>;
  /** Ends the service, and starts it again on the same database, at another address. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Starts a service with a new store on a loopback port. `code` contains the options of the Slack connector. With
 * `oauth`, users can connect accounts.
 */
export async function openSlackService(
  code: ConnectorOptions,
  limits: Partial<ServiceLimits> = {},
  oauth?: { client_id: string; client_secret: string },
): Promise<HostedService> {
  const dataDir = mkdtempSync(`${tmpdir()}/agent-connectors-test-`);
  const connectors = [{ connector: SlackConnector, code, ...(oauth ? { application: oauth } : {}) }];
  const start = async () => {
    const { url, close } = await listen((request, from) => opened.service(request, from), "127.0.0.1", 0);
    const opened = await openService({ dataDir, connectors, limits, publicUrl: url });
    return {
      url,
      application: opened.application,
      async close() {
        // No request is running, so the open connections are closed at once.
        await close(0);
        await opened.close();
      },
    };
  };
  let running = await start();
  const { client_id, client_secret } = running.application!;
  return {
    get url() {
      return running.url;
    },
    application: { airbyte_client_id: client_id, airbyte_client_secret: client_secret },
    async allowReturnUrl(address) {
      const send = async (path: string, method: string, body: object, token = "") => {
        const headers = { "content-type": "application/json", authorization: `Bearer ${token}` };
        const response = await fetch(running.url + path, { method, headers, body: JSON.stringify(body) });
        if (!response.ok) throw new Error(await response.text());
        return (await response.json()) as { access_token: string };
      };
      const { access_token } = await send("/v1/applications/token", "POST", { client_id, client_secret });
      const path = `/v1/organization/applications/${client_id}/return_urls`;
      await send(path, "PUT", { return_urls: [address] }, access_token);
    },
    async restart() {
      await running.close();
      running = await start();
    },
    async close() {
      await running.close();
      rmSync(dataDir, { recursive: true });
    },
  };
}
