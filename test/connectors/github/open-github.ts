import type { ConnectorOptions, Result } from "agent-connectors";
import { GitHubConnector } from "agent-connectors/github";
import { testClock } from "../../fixtures/clock.ts";

type Dict = Record<string, unknown>;

/** The names of all actions, as `entity.action`. */
export const actionNames = async (): Promise<string[]> =>
  Object.entries((await GitHubConnector.compiled()).actions).flatMap(([entity, actions]) =>
    Object.keys(actions).map((action) => `${entity}.${action}`),
  );

export const token = "gho_0123456789-suite";

/** Opens a connector whose actions are called by name, because TypeScript knows them only in the built package. */
export function openGitHub(code: ConnectorOptions, auth: object = { api_token: token }) {
  const github = new GitHubConnector({ auth } as never, { clock: testClock(), ...code } as never);
  const call = (name: string, params: Dict = {}): Promise<Result<Dict & Dict[]>> => {
    const [entity, action] = name.split(".") as [never, never];
    return github.execute(entity, action, params as never) as never;
  };
  return { github, call };
}
