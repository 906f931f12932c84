import { ConnectorError } from "agent-connectors";

/** Encrypts the key ring with a key that never leaves the key service, such as a KMS or Vault. */
export interface KeyService {
  /** The address or the path of the key service, for error messages. */
  readonly name: string;
  encrypt(text: string): Promise<string>;
  /** @throws ConnectorError `storage_unavailable` if the key service does not answer, `config_error` if it refuses */
  decrypt(sealed: string): Promise<string>;
}

/** Milliseconds. */
export const keyServiceTimeoutMs = 10_000;

/** Encrypts the text of a key ring. */
export const sealKeyRing = async (text: string, service: KeyService): Promise<string> =>
  JSON.stringify({ sealed: await service.encrypt(text) });

/**
 * Returns the plain text of a key ring. Text that is not sealed is returned as it is, but only without a key service.
 * @param source the origin of the text, for error messages
 */
export async function unsealKeyRing(
  text: string,
  source: string,
  service: KeyService | undefined,
): Promise<string> {
  const sealed = sealedIn(text);
  if (sealed === undefined) {
    if (!service) return text;
    throw new ConnectorError("config_error", `The key ring of ${source} is not encrypted by a key service.`, {
      hint: 'Encrypt a key ring file with "keys seal". AGENT_CONNECTORS_MASTER_KEYS can have the content of such a file. Or unset AGENT_CONNECTORS_KEY_SERVICE.',
    });
  }
  if (!service)
    throw new ConnectorError("config_error", `The key ring of ${source} is encrypted by a key service.`, {
      hint: "Set AGENT_CONNECTORS_KEY_SERVICE to this key service.",
    });
  return service.decrypt(sealed);
}

/** The encrypted part of a sealed key ring. */
export function sealedIn(text: string): string | undefined {
  try {
    const json: unknown = JSON.parse(text);
    const { sealed } = (typeof json === "object" && json !== null ? json : {}) as { sealed?: unknown };
    return typeof sealed === "string" ? sealed : undefined;
  } catch {
    return undefined;
  }
}

/** @param why such as `status 503` */
export const unavailable = (name: string, why = `no answer within ${keyServiceTimeoutMs / 1000} seconds`) =>
  new ConnectorError(
    "storage_unavailable",
    `The key service ${name} is not available (${why}), so the key ring cannot be read or written.`,
    { retryable: true, hint: "Try again when the key service answers. Nothing in the store was changed." },
  );
