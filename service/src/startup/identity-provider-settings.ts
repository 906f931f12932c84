import { ConnectorError } from "agent-connectors";
import { addressFault } from "../connect/public-url.ts";
import type { IdentityProviderSettings } from "../operators/identity-provider.ts";
import { readRoleRules } from "../operators/role-rules.ts";

/**
 * Reads the settings of the OpenID provider. Returns undefined if the environment names no provider.
 * @param read returns an environment variable by its name without the prefix `AGENT_CONNECTORS_`
 * @throws ConnectorError `config_error`
 */
export function identityProviderSettings(
  read: (name: string) => string | undefined,
): IdentityProviderSettings | undefined {
  const issuer = read("OIDC_ISSUER");
  if (issuer === undefined) return undefined;
  const fault = addressFault(issuer);
  if (fault !== undefined)
    throw new ConnectorError("config_error", `AGENT_CONNECTORS_OIDC_ISSUER ${fault}.`, {
      hint: "Use the address that the provider names as its issuer.",
    });
  const required = (name: string): string => {
    const value = read(name);
    if (value !== undefined) return value;
    throw new ConnectorError(
      "config_error",
      `AGENT_CONNECTORS_OIDC_ISSUER is set, but AGENT_CONNECTORS_${name} is not.`,
      { hint: `Set AGENT_CONNECTORS_${name}.` },
    );
  };
  const scope = read("OIDC_SCOPE") ?? "openid email profile";
  if (!scope.split(" ").includes("openid"))
    throw new ConnectorError("config_error", "AGENT_CONNECTORS_OIDC_SCOPE does not contain openid.", {
      hint: 'Write for example "openid email groups".',
    });
  return {
    issuer,
    client_id: required("OIDC_CLIENT_ID"),
    client_secret: required("OIDC_CLIENT_SECRET"),
    scope,
    rules: readRoleRules(required("OIDC_ROLES"), "AGENT_CONNECTORS_OIDC_ROLES"),
    application: read("OIDC_APPLICATION"),
  };
}
