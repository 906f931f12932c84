import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { slackSandbox } from "agent-connectors/sandbox";
import type { Role } from "../../src/operators/roles.ts";
import { signIn, type SignedIn } from "./operator.ts";
import { testService, type TestService } from "./service.ts";

export interface OperatedService {
  service: TestService;
  admin: SignedIn;
  /** Returns the number of requests to the platform so far. */
  sent(): number;
  close(): Promise<void>;
}

/** Opens a service, and signs the operator Ana in. */
export async function operatedService(
  roles: readonly Role[] = ["admin"],
  name = "Ana",
): Promise<OperatedService> {
  const directory = mkdtempSync(join(tmpdir(), "acs-"));
  const sandbox = slackSandbox({ rateLimits: false });
  let sent = 0;
  const service = await testService(
    { dataDir: directory, databaseUrl: undefined },
    { sandbox, code: { fetch: (...args) => (sent++, sandbox.options.fetch!(...args)) } },
  );
  return {
    service,
    admin: await signIn(service, roles, { name }),
    sent: () => sent,
    async close() {
      await service.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
