import type { Owner } from "./owner.ts";

/** What the publishing step looks at. */
export interface Release {
  owner: Owner;
  /** The version of each package, by its name. */
  versions: Readonly<Record<string, string>>;
  changelog: string;
  /** The text of SECURITY.md. */
  securityPage: string;
  /** How many behaviours were confirmed with a real account. */
  confirmed: number;
  /** The changed files, as `git status --porcelain` prints them. */
  changed: string;
}

/** Returns a sentence for each reason not to publish. */
export function refusals(release: Release): string[] {
  const { owner, versions, changelog, securityPage, confirmed, changed } = release;
  const [[, version] = ["", ""]] = Object.entries(versions);
  const reasons: string[] = [];
  const ownerFile = "scripts/release/owner.json";
  if (!/^https:\/\/github\.com\/[\w.-]+\/[\w.-]+$/.test(owner.repository))
    reasons.push(
      `Fill in "repository" in ${ownerFile}: the address of the repository, such as https://github.com/acme/agent-connectors.`,
    );
  if (owner.homepage !== "" && !owner.homepage.startsWith("https://"))
    reasons.push(`"homepage" in ${ownerFile} must begin with https://, or be empty.`);
  if (!/^https:\/\/\S+$|^[^\s@]+@[^\s@]+$/.test(owner.security))
    reasons.push(
      `Fill in "security" in ${ownerFile}: an e-mail address or an https address where people report vulnerabilities.`,
    );
  else if (!securityPage.includes(owner.security))
    reasons.push(`Name ${owner.security} in SECURITY.md, because people look there for it.`);
  if (new Set(Object.values(versions)).size > 1) {
    const list = Object.entries(versions).map(([name, one]) => `${name} ${one}`);
    reasons.push(`The packages are published together, so their versions must be equal: ${list.join(", ")}.`);
  }
  if (Number.parseInt(version!) >= 1 && confirmed === 0)
    reasons.push(
      `Version ${version} promises behaviour that nobody has seen with a real account. Confirm a behaviour first, as docs/live.md says, or publish a version below 1.0.0.`,
    );
  if (!changelog.split("\n").some((line) => new RegExp(`^## ${version} - \\d{4}-\\d\\d-\\d\\d$`).test(line)))
    reasons.push(`Give CHANGELOG.md the heading "## ${version} - YYYY-MM-DD", with the day of the release.`);
  if (changed.trim() !== "")
    reasons.push(
      `Commit or undo the changed files, so that the tag has what is published:\n${changed.trimEnd()}`,
    );
  return reasons;
}
