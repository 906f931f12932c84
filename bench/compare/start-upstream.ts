import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export interface Upstream extends Disposable {
  url: string;
}

/** Starts the local server in another process. With `tls`, the server uses TLS with this key and certificate. */
export async function startUpstream(tls?: Certificate): Promise<Upstream> {
  const program = fileURLToPath(new URL("upstream.ts", import.meta.url));
  const args = tls ? [program, tls.key, tls.cert] : [program];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  const port = await new Promise<string>((resolve, reject) => {
    child.stdout.once("data", (chunk) => resolve(String(chunk).trim()));
    child.once("exit", () => reject(new Error("The local server did not start.")));
  });
  return {
    url: `${tls ? "https" : "http"}://127.0.0.1:${port}`,
    [Symbol.dispose]: () => void child.kill(),
  };
}

/** The files of a key and of a self-signed certificate for 127.0.0.1. */
export interface Certificate extends Disposable {
  key: string;
  cert: string;
}

/** Creates the certificate. Returns undefined if there is no command `openssl`. */
export function makeCertificate(): Certificate | undefined {
  const folder = mkdtempSync(join(tmpdir(), "agent-connectors-tls-"));
  const [key, cert] = [join(folder, "key.pem"), join(folder, "cert.pem")];
  const algorithm = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"];
  const names = ["-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1"];
  const remove = () => rmSync(folder, { recursive: true });
  try {
    execFileSync("openssl", ["req", "-x509", ...algorithm, ...names, "-keyout", key, "-out", cert], {
      stdio: "ignore",
    });
  } catch {
    remove();
    return undefined;
  }
  return { key, cert, [Symbol.dispose]: remove };
}
