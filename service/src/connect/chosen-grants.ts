import { ConnectorError, type ConnectedCredentials } from "agent-connectors";
import type { ConnectorRow } from "../store/tables.ts";
import type { ConnectRequest, SessionGrant } from "./session-content.ts";

/**
 * Returns the credentials to store, one for each requested kind of token. Chooses the settings, such as the region,
 * with which the credentials reach the most accounts.
 * @throws ConnectorError `connect_invalid`, or the error of the health check if the credentials do not work
 */
export function chosenGrants(
  grants: readonly ConnectedCredentials[],
  { scopes, config }: ConnectRequest,
  reconnect: Pick<ConnectorRow, "account"> | undefined,
): readonly SessionGrant[] {
  const asked = grants.filter(
    ({ token }) => Object.hasOwn(scopes, token) || Object.keys(scopes).length === 0,
  );
  if (asked.length === 0)
    throw new ConnectorError(
      "connect_invalid",
      "The platform issued no token of the kind that was asked for.",
      {
        hint: "Check which scopes the application asks for.",
      },
    );
  return asked.map((grant) => {
    const account = accountOf(grant);
    const before = reconnect?.account ?? undefined;
    if (before !== undefined && account !== undefined && account !== before)
      throw new ConnectorError("connect_invalid", "This account is not the connector's account.", {
        hint: "Start again, and choose the same account as the first time.",
      });
    const best = bestOf(grant.accounts, config);
    const { error } = best.check;
    if (best.check.status === "unhealthy" && error) throw ConnectorError.fromJSON(error);
    const { token, scopes: granted, auth, connected_at } = grant;
    return {
      token,
      scopes: granted,
      auth,
      config: best.config ?? config,
      connected_at,
      notes: grant.notes,
      account,
      name: grant.account?.name,
    };
  });
}

const accountOf = ({ token, account, user }: ConnectedCredentials): string | undefined =>
  account && (token === "user" && user !== undefined ? `${account.id}/${user}` : account.id);

type Account = ConnectedCredentials["accounts"][number];

function bestOf(
  accounts: ConnectedCredentials["accounts"],
  asked: Readonly<Record<string, string>>,
): Account {
  const fits = accounts.filter(({ config = {} }) =>
    Object.entries(asked).every(([name, value]) => config[name] === undefined || config[name] === value),
  );
  const choice = fits.length > 0 ? fits : accounts;
  const working = choice.filter(({ check }) => check.status !== "unhealthy");
  const [best = choice[0]!] = working.toSorted((one, other) => size(other) - size(one));
  return best;
}

/** Returns the number of accounts that a check has found, such as Amazon's profiles. */
const size = ({ check }: Account): number =>
  Math.max(
    0,
    ...Object.values(check.identity ?? {}).map((value) => (Array.isArray(value) ? value.length : 0)),
  );
