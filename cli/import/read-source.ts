import { readFile } from "node:fs/promises";
import { ConnectorError } from "../../src/core/ground/errors.ts";
import { addressFault } from "../../src/import/allowed-address.ts";

const maxBytes = 40_000_000;
const maxRedirects = 5;
const timeoutMs = 60_000;

/**
 * Reads an API description from a file, or from an https address. Sends no credentials.
 * @throws ConnectorError `config_error`
 */
export async function readSource(
  source: string,
  allowLoopback: boolean,
): Promise<{ text: string; address?: string }> {
  if (/^https?:\/\//i.test(source)) return download(source, allowLoopback);
  try {
    return { text: await readFile(source, "utf8") };
  } catch (error) {
    throw fault(`${source} cannot be read (${(error as NodeJS.ErrnoException).code ?? "unknown"}).`);
  }
}

async function download(first: string, allowLoopback: boolean): Promise<{ text: string; address: string }> {
  const signal = AbortSignal.timeout(timeoutMs);
  let address = first;
  for (let redirects = 0; redirects <= maxRedirects; redirects++) {
    const wrong = addressFault(address, allowLoopback);
    if (wrong !== undefined) throw fault(`${address} ${wrong}.`);
    const reply = await fetch(address, { redirect: "manual", signal }).catch((error: unknown) => {
      throw fault(`${address} cannot be read (${error instanceof Error ? error.message : "unknown"}).`);
    });
    const next = reply.headers.get("location");
    if (reply.status >= 300 && reply.status < 400 && next !== null && URL.canParse(next, address)) {
      await reply.body?.cancel();
      address = new URL(next, address).href;
      continue;
    }
    if (!reply.ok) throw fault(`${address} answered with the status ${reply.status}.`);
    return { text: await textOf(reply, address), address };
  }
  throw fault(`${first} redirects more than ${maxRedirects} times.`);
}

async function textOf(reply: Response, address: string): Promise<string> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of reply.body ?? []) {
    size += piece.byteLength;
    if (size > maxBytes) throw fault(`${address} has more than ${maxBytes / 1_000_000} MB.`);
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString("utf8");
}

const fault = (message: string) =>
  new ConnectorError("config_error", message, {
    path: "source",
    hint: "Pass the path or the https address of an OpenAPI document, a Google Discovery document, or a GraphQL schema.",
  });
