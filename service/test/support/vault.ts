import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface Vault {
  /** The address of the transit key `connectors`. */
  key: string;
  token: string;
  /** The requests so far, such as `POST /v1/transit/decrypt/connectors`. */
  requests: string[];
  /** How it answers: as it should, as a sealed node, not at all, or with a redirect. */
  state: { now: "works" | "sealed" | "silent" | "redirects" };
  /** Replaces the newest version of the key, as `vault write -f transit/keys/connectors/rotate` does. */
  rotate(): void;
  close(): Promise<void>;
}

/**
 * Answers as the transit engine of Vault does, with one key.
 * https://developer.hashicorp.com/vault/api-docs/secret/transit
 */
export async function startVault(): Promise<Vault> {
  const token = "hvs.CAESIJ-secret-of-the-test";
  const versions = [randomBytes(32)];
  const state: Vault["state"] = { now: "works" };
  const requests: string[] = [];
  const encrypt = (plaintext: string) => {
    const iv = randomBytes(12);
    const cipher = createCipheriv("aes-256-gcm", versions.at(-1)!, iv);
    const bytes = [iv, cipher.update(Buffer.from(plaintext, "base64")), cipher.final(), cipher.getAuthTag()];
    return `vault:v${versions.length}:${Buffer.concat(bytes).toString("base64")}`;
  };
  const decrypt = (ciphertext: string) => {
    const [, version, text = ""] = /^vault:v(\d+):(.+)$/.exec(ciphertext) ?? [];
    const bytes = Buffer.from(text, "base64");
    const key = versions[Number(version) - 1];
    if (!key) throw new Error("invalid ciphertext: no prefix");
    const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, 12)).setAuthTag(
      bytes.subarray(-16),
    );
    const plain = Buffer.concat([decipher.update(bytes.subarray(12, -16)), decipher.final()]);
    return plain.toString("base64");
  };
  const respond = async (request: IncomingMessage, response: ServerResponse) => {
    requests.push(`${request.method} ${request.url}`);
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const answer = (status: number, json: object, headers = {}) =>
      response
        .writeHead(status, { "content-type": "application/json", ...headers })
        .end(JSON.stringify(json));
    if (state.now === "silent") return undefined;
    if (state.now === "sealed") return answer(503, { errors: ["Vault is sealed"] });
    if (state.now === "redirects") return answer(307, {}, { location: "http://127.0.0.1:1/" });
    if (request.headers["x-vault-token"] !== token)
      return answer(403, { errors: ["1 error occurred:\n\t* permission denied\n\n"] });
    const [, what] = /^\/v1\/transit\/(encrypt|decrypt)\/connectors$/.exec(request.url ?? "") ?? [];
    const body = JSON.parse(Buffer.concat(parts).toString()) as { plaintext: string; ciphertext: string };
    if (request.method !== "POST" || what === undefined) return answer(404, { errors: [] });
    try {
      return what === "encrypt"
        ? answer(200, { data: { ciphertext: encrypt(body.plaintext), key_version: versions.length } })
        : answer(200, { data: { plaintext: decrypt(body.ciphertext) } });
    } catch (error) {
      return answer(400, { errors: [String(error)] });
    }
  };
  const server = createServer((request, response) => void respond(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    key: `http://127.0.0.1:${port}/v1/transit/keys/connectors`,
    token,
    requests,
    state,
    rotate: () => void versions.push(randomBytes(32)),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
