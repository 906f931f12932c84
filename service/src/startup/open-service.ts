import { join } from "node:path";
import { ConnectorError, type Clock } from "agent-connectors";
import { systemClock } from "agent-connectors/toolkit";
import { writeSecretFile } from "../credentials/key-ring-file.ts";
import type { ServiceLimits } from "../limits/limit-values.ts";
import type { Log } from "../operations/log.ts";
import type { IdentityProviderSettings } from "../operators/identity-provider.ts";
import type { PeopleSettings } from "../people/people-settings.ts";
import type { ConnectorType } from "../platforms/connector-types.ts";
import { needsProtection } from "../store/protected-rows/protect-organization.ts";
import type { ServiceTracing } from "../http/service-tracing.ts";
import { createService, type Service } from "../service.ts";
import { ensureApplication, firstApplicationFile, type FirstApplication } from "./first-application.ts";
import { makeDataDirectory, openStore, type OpenStore, type StoreLocation } from "./open-store.ts";

export interface OpenOptions extends StoreLocation {
  connectors: readonly ConnectorType[];
  limits?: Partial<ServiceLimits>;
  clock?: Clock;
  /** See `publicUrl` of `createService`. */
  publicUrl?: string | undefined;
  /** See `webhookOrigins` of `createService`. */
  webhookOrigins?: readonly string[] | undefined;
  /** See `identityProvider` of `createService`. */
  identityProvider?: IdentityProviderSettings | undefined;
  /** See `people` of `createService`. */
  people?: PeopleSettings | undefined;
  /** See `definitions` of `createService`. */
  definitions?: Pick<ConnectorType, "code"> | undefined;
  /** See `tracing` of `createService`. */
  tracing?: ServiceTracing | undefined;
  log?: Log;
  /** Whether to upgrade the store. Default: true. With false, an old store is refused with `storage_unavailable`. */
  migrate?: boolean | undefined;
  /** Client id and secret of the first application. Default: random values. */
  application?: Partial<FirstApplication>;
}

export interface OpenService extends OpenStore {
  service: Service;
  /**
   * The application that this call has created with a random id and a random secret. Undefined if there was an
   * application already, or if the caller has chosen the id and the secret.
   */
  application: FirstApplication | undefined;
}

/** Opens a store, and creates a service with this store. To serve requests on a port, pass the service to `listen`. */
export async function openService(options: OpenOptions): Promise<OpenService> {
  const {
    connectors,
    limits,
    clock = systemClock,
    publicUrl,
    webhookOrigins,
    identityProvider,
    people,
    definitions,
    log,
    application: given = {},
    dataDir,
    migrate,
    tracing,
  } = options;
  const opened = await openStore(options, { clock, ...(migrate === undefined ? {} : { migrate }) });
  try {
    if (await needsProtection(opened.store.db))
      throw new ConnectorError("config_error", "The rows of this store are not protected yet.", {
        hint: "The store is from an earlier release. Run once, with the same settings and --data-dir: agent-connectors-service keys protect",
      });
    const application = await ensureApplication(opened.store, clock, given);
    if (application) {
      makeDataDirectory(dataDir);
      writeSecretFile(join(dataDir, firstApplicationFile), `${JSON.stringify(application, null, 2)}\n`, {
        replace: true,
      });
    }
    const service = createService({
      connectors,
      store: opened.store,
      keys: opened.keys,
      clock,
      publicUrl,
      webhookOrigins,
      identityProvider,
      definitions,
      tracing,
      ...(people ? { people } : {}),
      ...(limits ? { limits } : {}),
      ...(log ? { log } : {}),
    });
    return { ...opened, service, application };
  } catch (error) {
    await opened.close();
    throw error;
  }
}
