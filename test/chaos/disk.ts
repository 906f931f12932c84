import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const [perl, mkfs] = ["/usr/bin/perl", "/sbin/mkfs.ext4"];

/** A file system of its own, in a file. Its power can be cut. */
export interface Disk {
  /** The directory that it is mounted on. */
  path: string;
  /** Writes everything to the disk. */
  sync(): void;
  /**
   * From now on, nothing reaches the disk any more. Data that was written and not synced is lost, as in a power cut. Programs get
   * errors when they write.
   */
  cutPower(): void;
  /** Mounts it again with what had reached the disk. First end all programs that use it. */
  mountAgain(): Promise<void>;
  remove(): Promise<void>;
}

/** `EXT4_IOC_SHUTDOWN` with the flag that does not even write the journal. */
const [shutdown, withoutLog] = [0x8004_587d, 2];

export function openDisk(): Disk {
  const folder = mkdtempSync(join(tmpdir(), "agent-connectors-disk-"));
  const [file, path] = [join(folder, "disk"), join(folder, "mounted")];
  // PostgreSQL runs as another user.
  chmodSync(folder, 0o755);
  mkdirSync(path);
  writeFileSync(file, "");
  run("truncate", "-s", "512M", file);
  run(mkfs, "-q", file);
  const mount = () => run("mount", "-o", "loop", file, path);
  const unmount = async () => {
    // The last program may still be ending.
    for (let tries = 0; tries < 500; tries++) {
      if (spawnSync("umount", [path]).status === 0) return;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    throw new Error(`${path} is still in use`);
  };
  try {
    mount();
  } catch (error) {
    rmSync(folder, { recursive: true });
    throw error;
  }
  return {
    path,
    sync: () => run("sync", "-f", path),
    cutPower: () =>
      run(
        perl,
        "-e",
        `open(my $d, "<", $ARGV[0]) or die $!; my $f = pack("L", ${withoutLog}); ioctl($d, ${shutdown}, $f) or die $!`,
        path,
      ),
    async mountAgain() {
      await unmount();
      mount();
    },
    async remove() {
      await unmount();
      rmSync(folder, { recursive: true });
    },
  };
}

function run(program: string, ...args: string[]): void {
  const { status, stderr, error } = spawnSync(program, args, { encoding: "utf8" });
  if (status !== 0) throw new Error(`${program} ${args[0]}: ${error?.message ?? stderr}`);
}

/** The reason why this machine cannot cut the power of a disk. */
export const noDisk = await (async (): Promise<string | undefined> => {
  if (process.platform !== "linux" || process.getuid?.() !== 0)
    return "only root can mount a file system on Linux";
  if (![perl, mkfs].every((path) => existsSync(path))) return `${perl} or ${mkfs} is not installed`;
  try {
    const disk = openDisk();
    disk.cutPower();
    await disk.remove();
    return undefined;
  } catch (error) {
    return `the power of a disk cannot be cut here (${String(error).split("\n")[0]})`;
  }
})();
