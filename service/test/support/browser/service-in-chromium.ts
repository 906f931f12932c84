import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { listen, openService, type Listening, type OpenService } from "agent-connectors-service";
import { listenSandboxes } from "../../../src/platforms/sandboxes.ts";
import { openChromium, type Chromium, type Tab } from "./chromium.ts";

export interface ServiceInChromium {
  opened: OpenService;
  server: Listening;
  chromium: Chromium;
  tab: Tab;
  /** The data directory of the service. */
  directory: string;
  close(): Promise<void>;
}

/** Starts simulated platforms and a service for them on loopback, and opens a tab of a real browser. */
export async function openServiceInChromium(
  options: Pick<Parameters<typeof openService>[0], "clock" | "limits" | "people"> = {},
): Promise<ServiceInChromium> {
  const directory = mkdtempSync(join(tmpdir(), "acs-"));
  const sandboxes = await listenSandboxes();
  const server = await listen((request, from) => opened.service(request, from), "127.0.0.1", 0);
  const opened = await openService({
    dataDir: directory,
    connectors: sandboxes.connectors,
    publicUrl: server.url,
    ...options,
  });
  const chromium = await openChromium();
  return {
    opened,
    server,
    chromium,
    tab: await chromium.newTab(),
    directory,
    async close() {
      await chromium.close();
      await server.close(0);
      await opened.close();
      await sandboxes.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
