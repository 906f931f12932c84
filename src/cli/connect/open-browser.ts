import { spawn } from "node:child_process";

/**
 * Does nothing if there is no browser, because the command `connect` also prints the address. No shell sees the
 * address.
 */
export function openBrowser(url: string): void {
  const [command, ...args] =
    process.platform === "darwin"
      ? ["open"]
      : process.platform === "win32"
        ? ["rundll32", "url.dll,FileProtocolHandler"]
        : ["xdg-open"];
  const child = spawn(command!, [...args, url], { stdio: "ignore", detached: true });
  child.once("error", () => {});
  child.unref();
}
