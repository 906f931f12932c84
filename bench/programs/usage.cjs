// Node loads this file before a measured program. When the program ends, this file writes the used resources to
// file descriptor 3. These are the CPU time of user and system in milliseconds, and the maximum of the resident
// memory in MB.

const { readFileSync, writeSync } = require("node:fs");

/**
 * Returns the maximum of the resident memory in KB. On Linux, `maxRSS` is wrong, because `maxRSS` also counts the
 * memory of the parent process.
 */
const maxMemory = () =>
  process.platform === "linux"
    ? Number(/VmHWM:\s+(\d+)/.exec(readFileSync("/proc/self/status", "utf8"))[1])
    : process.resourceUsage().maxRSS;

process.on("exit", () => {
  const { user, system } = process.cpuUsage();
  writeSync(3, `${JSON.stringify({ cpu: (user + system) / 1000, rss: maxMemory() / 1024 })}\n`);
});
