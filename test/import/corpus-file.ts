import { existsSync, readFileSync } from "node:fs";

// Descriptions that vendors publish. They are not part of this repository: the folder can be beside the clone.
const folder = new URL("../../../shared/corpus/openapi/", import.meta.url);

export const hasCorpus = (file: string): boolean => existsSync(new URL(file, folder));

export const readCorpus = (file: string): string => readFileSync(new URL(file, folder), "utf8");

/** The title of tests that need a file. Says so if the file is missing, because the tests are skipped. */
export const titled = (title: string, file: string): string =>
  hasCorpus(file) ? title : `${title} (skipped, because ${file} is not beside this clone)`;
