import { ConnectorError } from "agent-connectors";
import { programKeyService } from "./key-program.ts";
import type { KeyService } from "./key-service.ts";
import { vaultKeyService } from "./vault-transit.ts";

/**
 * Returns the key service of a setting: the address of a transit key of Vault, or the path of a program.
 * @throws ConnectorError `config_error` if the setting is neither
 */
export function readKeyService(
  setting: string,
  environment: Readonly<Record<string, string | undefined>>,
): KeyService {
  if (/^https?:/.test(setting)) return vaultKeyService(setting, environment);
  if (setting.startsWith("/")) return programKeyService(setting);
  throw new ConnectorError("config_error", "AGENT_CONNECTORS_KEY_SERVICE is neither an address nor a path.", {
    hint: "Set the address of a transit key of Vault, such as https://vault.example.com:8200/v1/transit/keys/connectors, or the absolute path of a program.",
  });
}
