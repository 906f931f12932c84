export interface Figures {
  /** CPU time of the process so far, user and system, with all threads, in milliseconds. */
  cpu: number;
  /** Resident memory in MB. */
  rss: number;
  /** The SQL statements that the process has run so far. */
  statements: number;
}

/** Answers every message of the parent process with the figures of this process. */
export function reportFigures(statements: () => number): void {
  process.on("message", () => {
    const { user, system } = process.cpuUsage();
    const rss = process.memoryUsage.rss() / 1024 / 1024;
    process.send!({ figures: { cpu: (user + system) / 1000, rss, statements: statements() } });
  });
  process.on("disconnect", () => process.exit());
}
