import { spawn } from "node:child_process";

/**
 * Opens an address without a shell. Does nothing if there is no browser, because `connect` also prints the address.
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
