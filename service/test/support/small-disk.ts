import { spawnSync } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync, rmdirSync, statfsSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

// A small file system in memory, which a test can fill.

export interface SmallDisk {
  directory: string;
  fill(): void;
  /** Deletes what `fill` has written. */
  free(): void;
  close(): void;
}

export function openSmallDisk(megabytes: number): SmallDisk {
  const directory = mkdtempSync(join(tmpdir(), "acs-disk-"));
  const { status, stderr } = spawnSync(
    "mount",
    ["-t", "tmpfs", "-o", `size=${megabytes}m`, "tmpfs", directory],
    { encoding: "utf8" },
  );
  if (status !== 0) {
    rmdirSync(directory);
    throw new Error(stderr);
  }
  chmodSync(directory, 0o777);
  const filler = join(directory, "filler");
  return {
    directory,
    fill() {
      for (;;) {
        const { bavail, bsize } = statfsSync(directory);
        if (bavail === 0) return;
        try {
          writeFileSync(filler, Buffer.alloc(bavail * bsize), { flag: "a" });
        } catch (error) {
          // Another process has taken the space.
          if ((error as { code?: string }).code !== "ENOSPC") throw error;
        }
      }
    },
    free: () => rmSync(filler, { force: true }),
    close() {
      spawnSync("umount", ["--lazy", directory]);
      rmdirSync(directory);
    },
  };
}

/** Why this machine has no small disks. Undefined if it has them. */
export const noSmallDisk = ((): string | undefined => {
  try {
    openSmallDisk(1).close();
    return undefined;
  } catch {
    return "Only root can mount a small disk";
  }
})();
