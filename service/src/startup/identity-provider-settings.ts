import { ConnectorError } from "agent-connectors";
import { addressFault } from "../connect/public-url.ts";
import type { IdentityProviderSettings, OpenidSettings } from "../operators/identity-provider.ts";
import { readRoleRules } from "../operators/role-rules.ts";

/**
 * Reads the settings of the OpenID provider. Returns undefined if the environment names no provider.
 * @param read returns an environment variable by its name without the prefix `AGENT_CONNECTORS_`
 * @throws ConnectorError `config_error`
 */
export function identityProviderSettings(
  read: (name: string) => string | undefined,
): IdentityProviderSettings | undefined {
  const client = openidSettings(read, "OIDC");
  if (!client) return undefined;
  return {
    ...client,
    rules: readRoleRules(requiredSetting(read, "OIDC", "OIDC_ROLES"), "AGENT_CONNECTORS_OIDC_ROLES"),
    application: read("OIDC_APPLICATION"),
  };
}

/** Reads the settings of a client at an OpenID provider. @throws ConnectorError `config_error` */
function openidSettings(
  read: (name: string) => string | undefined,
  prefix: string,
): OpenidSettings | undefined {
  const issuer = read(`${prefix}_ISSUER`);
  if (issuer === undefined) return undefined;
  const fault = addressFault(issuer);
  if (fault !== undefined)
    throw new ConnectorError("config_error", `AGENT_CONNECTORS_${prefix}_ISSUER ${fault}.`, {
      hint: "Use the address that the provider names as its issuer.",
    });
  const scope = read(`${prefix}_SCOPE`) ?? "openid email profile";
  if (!scope.split(" ").includes("openid"))
    throw new ConnectorError("config_error", `AGENT_CONNECTORS_${prefix}_SCOPE does not contain openid.`, {
      hint: 'Write for example "openid email groups".',
    });
  return {
    issuer,
    client_id: requiredSetting(read, prefix, `${prefix}_CLIENT_ID`),
    client_secret: requiredSetting(read, prefix, `${prefix}_CLIENT_SECRET`),
    scope,
  };
}

function requiredSetting(read: (name: string) => string | undefined, prefix: string, name: string): string {
  const value = read(name);
  if (value !== undefined) return value;
  throw new ConnectorError(
    "config_error",
    `AGENT_CONNECTORS_${prefix}_ISSUER is set, but AGENT_CONNECTORS_${name} is not.`,
    { hint: `Set AGENT_CONNECTORS_${name}.` },
  );
}
