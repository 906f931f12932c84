import { readFileSync } from "node:fs";

/** What only the owner of the project knows. `owner.json` has an empty text for what is not filled in. */
export interface Owner {
  /** The address of the repository on GitHub, such as `https://github.com/acme/agent-connectors`. */
  repository: string;
  /** The address of the pages. Without it, the published packages name the repository. */
  homepage: string;
  /** Where people report vulnerabilities: an e-mail address or an https address. */
  security: string;
}

export const readOwner = (): Owner =>
  JSON.parse(readFileSync(new URL("owner.json", import.meta.url), "utf8")) as Owner;

/**
 * Returns the fields of a published manifest that name the owner's addresses, or none before they are filled in.
 * @param directory the folder of a package that is not at the top of the repository
 */
export function ownerFields({ repository, homepage }: Owner, directory?: string): Record<string, unknown> {
  if (repository === "") return {};
  return {
    repository: { type: "git", url: `git+${repository}.git`, ...(directory && { directory }) },
    bugs: `${repository}/issues`,
    homepage: homepage || `${repository}#readme`,
  };
}
