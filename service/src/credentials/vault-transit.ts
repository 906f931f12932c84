import { readFileSync } from "node:fs";
import { ConnectorError } from "agent-connectors";
import { keyServiceTimeoutMs, unavailable, type KeyService } from "./key-service.ts";

/**
 * Returns a key service that uses a transit key of Vault or OpenBao.
 * https://developer.hashicorp.com/vault/api-docs/secret/transit
 * @param address such as `https://vault.example.com:8200/v1/transit/keys/connectors`
 * @param environment with `VAULT_TOKEN`, or the file of a token in `VAULT_TOKEN_FILE`, and optionally `VAULT_NAMESPACE`
 */
export function vaultKeyService(
  address: string,
  environment: Readonly<Record<string, string | undefined>>,
): KeyService {
  const { origin, pathname, hostname, protocol } = URL.canParse(address)
    ? new URL(address)
    : { origin: "", pathname: "", hostname: "", protocol: "" };
  const [, mount, key] = /^\/v1\/([\w./-]+)\/keys\/([\w.-]+)$/.exec(pathname) ?? [];
  const refuse = (message: string, hint: string) =>
    new ConnectorError("config_error", `AGENT_CONNECTORS_KEY_SERVICE ${message}.`, { hint });
  if (mount === undefined || key === undefined)
    throw refuse(
      "is not the address of a transit key of Vault",
      "It has the form https://vault.example.com:8200/v1/transit/keys/connectors.",
    );
  if (protocol === "http:" && !["127.0.0.1", "[::1]", "localhost"].includes(hostname))
    throw refuse("must use https", "Only an agent of Vault on this machine can be reached by http.");
  const name = `${origin}${pathname}`;

  const ask = async (what: "encrypt" | "decrypt", body: object, field: "ciphertext" | "plaintext") => {
    const response = await fetch(`${origin}/v1/${mount}/${what}/${key}`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "x-vault-token": readToken(environment),
        "x-vault-request": "true",
        ...(environment["VAULT_NAMESPACE"] ? { "x-vault-namespace": environment["VAULT_NAMESPACE"] } : {}),
      },
      body: JSON.stringify(body),
      redirect: "error",
      signal: AbortSignal.timeout(keyServiceTimeoutMs),
    }).catch((error: unknown) => {
      const isLate = error instanceof Error && error.name === "TimeoutError";
      throw isLate ? unavailable(name) : unavailable(name, "the connection failed");
    });
    const answer = (await response.json().catch(() => undefined)) as Answer | undefined;
    const text = answer?.data?.[field];
    if (response.ok && typeof text === "string") return text;
    const said = Array.isArray(answer?.errors) ? `: ${answer.errors.join("; ").slice(0, 200)}` : "";
    // The node is sealed, a standby, or has too much to do.
    if (response.status === 429 || response.status >= 500)
      throw unavailable(name, `status ${response.status}${said}`);
    throw new ConnectorError(
      "config_error",
      `Vault refused to ${what} with ${name} (${response.status}${said}).`,
      {
        hint: `The token needs the capability "update" on ${mount}/${what}/${key}. Check VAULT_TOKEN or VAULT_TOKEN_FILE.`,
      },
    );
  };
  return {
    name,
    encrypt: (text) => ask("encrypt", { plaintext: Buffer.from(text).toString("base64") }, "ciphertext"),
    decrypt: async (ciphertext) =>
      Buffer.from(await ask("decrypt", { ciphertext }, "plaintext"), "base64").toString("utf8"),
  };
}

interface Answer {
  data?: Record<string, unknown>;
  errors?: unknown;
}

/** An agent of Vault replaces the token in the file, so the file is read each time. */
function readToken({
  VAULT_TOKEN: token,
  VAULT_TOKEN_FILE: file,
}: Readonly<Record<string, string | undefined>>): string {
  if (token) return token;
  if (!file)
    throw new ConnectorError("config_error", "The key service is Vault, and there is no token for it.", {
      hint: "Set VAULT_TOKEN, or VAULT_TOKEN_FILE to the path of a file with the token.",
    });
  try {
    return readFileSync(file, "utf8").trim();
  } catch {
    throw new ConnectorError("config_error", `The file of VAULT_TOKEN_FILE, ${file}, cannot be read.`);
  }
}
