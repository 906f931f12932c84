import { readFileSync, statSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join } from "node:path";

const types: Readonly<Record<string, string>> = {
  ".css": "text/css",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".json": "application/json",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
  ".woff2": "font/woff2",
};

const isFile = (file: string) => statSync(file, { throwIfNoEntry: false })?.isFile() ?? false;

/** Returns the file of an address, as GitHub Pages finds it. Undefined if there is none. */
export function fileOf(folder: string, base: string, address: string): string | undefined {
  const path = decodeURI(address.split(/[?#]/)[0]!);
  // `join` removes `..`, so a path does not leave the folder.
  const inside = path.startsWith(base) ? join("/", path.slice(base.length)) : undefined;
  return inside === undefined
    ? undefined
    : [inside, `${inside}.html`, join(inside, "index.html")].map((name) => join(folder, name)).find(isFile);
}

/** Serves a built site on a free port of this machine. */
export async function serveSite(
  folder: string,
  base: string,
): Promise<{ address: string; close(): Promise<void> }> {
  const server = createServer((request, response) => {
    const found = fileOf(folder, base, request.url ?? "/");
    const file = found ?? join(folder, "404.html");
    response.writeHead(found === undefined ? 404 : 200, {
      "content-type": types[extname(file)] ?? "application/octet-stream",
    });
    response.end(readFileSync(file));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${port}${base}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
