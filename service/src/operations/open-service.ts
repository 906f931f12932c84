import { join } from "node:path";
import { systemClock, type Clock } from "agent-connectors";
import { writeSecret } from "../credentials/keyfile.ts";
import type { Log } from "./log.ts";
import type { Options } from "./options.ts";
import { openPlace, type OpenStore, type Place } from "./open-store.ts";
import { createService, type Service } from "../service.ts";
import { ensureApplication, type FirstApplication } from "./first-start.ts";
import type { ConnectorType } from "../platforms/connector-types.ts";

export interface OpenOptions extends Place {
  connectors: readonly ConnectorType[];
  limits?: Partial<Options>;
  clock?: Clock;
  log?: Log;
  /** The first application, in place of one that is made. */
  application?: Partial<FirstApplication>;
}

export interface OpenService extends OpenStore {
  service: Service;
  /** Made at this start: shown once. */
  application: FirstApplication | undefined;
}

/** A service on its own store, without a port: what the command, tests and embedding programs start from. */
export async function openService(options: OpenOptions): Promise<OpenService> {
  const { connectors, limits, clock = systemClock, log, application: given = {}, dataDir } = options;
  const opened = await openPlace(options);
  try {
    const application = await ensureApplication(opened.store, clock, given);
    if (application)
      writeSecret(join(dataDir, "first-application.json"), `${JSON.stringify(application, null, 2)}\n`, {
        replace: true,
      });
    const service = createService({
      connectors,
      store: opened.store,
      keys: opened.keys,
      clock,
      ...(limits ? { limits } : {}),
      ...(log ? { log } : {}),
    });
    return { ...opened, service, application };
  } catch (error) {
    await opened.close();
    throw error;
  }
}
