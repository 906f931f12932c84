import { access, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** Returns those of the files that the folder already has. */
export async function existing(folder: string, files: readonly string[]): Promise<string[]> {
  const found = await Promise.all(
    files.map((file) =>
      access(join(folder, file)).then(
        () => [file],
        () => [],
      ),
    ),
  );
  return found.flat();
}

/** Writes the texts of files, by name. */
export async function writeFiles(folder: string, files: Readonly<Record<string, string>>): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const [file, text] of Object.entries(files)) await writeFile(join(folder, file), text);
}
