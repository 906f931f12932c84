import type { Audience, AudienceCall, AudienceReader } from "../../core/contract/audience.ts";
import type { Clock } from "../../core/ground/clock.ts";
import { ConnectorError } from "../../core/ground/errors.ts";
import { type Dict, dicts, isDict } from "../../core/ground/json.ts";

// Everybody can read a public repository. So a text in a public issue can make an agent publish what it has read in a
// private repository. A tool writes to public repositories only if a policy or a person allows it.

/** Writes that contain nothing of the caller's. */
const silent = new Set(["workflow_runs.cancel", "workflow_runs.rerun", "workflow_runs.rerun_failed"]);

/** Writes after which GitHub also notifies people whom nobody has named. */
const announced = new Set([
  "issues.create",
  "issue_comments.create",
  "pull_requests.create",
  "pull_requests.merge",
  "reviews.create",
  "releases.publish",
]);

/** If a private repository becomes public, it takes at most this time until the check notices it. */
const keptMs = 10 * 60_000;
const most = 1000;

type Visibility = "public" | "internal" | "private" | "unknown";

/** Creates the function that says who can read a write, and whom the write notifies. */
export function createAudience(clock: Clock): AudienceReader {
  const kept = new Map<string, { visibility: Visibility; until: number }>();
  const keep = (name: string, visibility: Visibility): Visibility => {
    if (kept.size >= most) kept.clear();
    kept.set(name.toLowerCase(), { visibility, until: clock.now() + keptMs });
    return visibility;
  };

  async function visibilityOf({ owner, repo }: Dict, { read, describe }: AudienceCall): Promise<Visibility> {
    const name = `${String(owner)}/${String(repo)}`;
    const known = kept.get(name.toLowerCase());
    if (known && known.until > clock.now()) return known.visibility;
    try {
      return keep(name, visibilityIn((await read("repositories", "get", { owner, repo })).data));
    } catch (error) {
      if (!ConnectorError.is(error) || error.code === "aborted" || (error.retryable && !describe))
        throw error;
      return "unknown";
    }
  }

  const reader = async (params: Dict, call: AudienceCall): Promise<Audience | undefined> => {
    const action = `${call.entity}.${call.action}`;
    if (silent.has(action) || typeof params.repo !== "string") return undefined;
    const name = `${String(params.owner)}/${params.repo}`;
    const visibility = await visibilityOf(params, call);
    const notified = call.describe ? notifiedBy(params, announced.has(action) ? name : undefined) : [];
    return {
      readers: readers[visibility](name),
      hasNames: true,
      external: visibility === "public" ? ["everybody"] : [],
      ...(notified.length > 0 ? { notified } : {}),
      warnings: visibility === "unknown" ? [`It is unknown who can read ${name}.`] : [],
    };
  };
  const learn = (entity: string, data: unknown): void => {
    if (entity !== "repositories") return;
    for (const record of dicts([data].flat()))
      if (typeof record.full_name === "string") keep(record.full_name, visibilityIn(record));
  };
  return Object.assign(reader, { learn });
}

const readers: Readonly<Record<Visibility, (name: string) => string>> = {
  public: (name) => `everybody, because ${name} is public`,
  internal: (name) => `everybody in the enterprise, because ${name} is internal`,
  private: (name) => `the people who can see the private repository ${name}`,
  unknown: (name) => `unknown people of ${name}`,
};

function visibilityIn(record: unknown): Visibility {
  if (!isDict(record)) return "unknown";
  const { visibility, private: isPrivate } = record;
  if (visibility === "public" || visibility === "internal" || visibility === "private") return visibility;
  return isPrivate === false ? "public" : isPrivate === true ? "private" : "unknown";
}

/** A mention of a person or a team. An address such as a@b.example is none. */
const mention = /(?<![\w/`.@-])@([a-z\d](?:[a-z\d-]{0,38})(?:\/[\w-]{1,100})?)/gi;

/** @param watched the repository whose watchers are notified */
function notifiedBy(params: Dict, watched: string | undefined): string[] {
  const { title, body, comments, assignees, reviewers, team_reviewers } = params;
  const texts = [title, body, ...dicts(comments).map((one) => one.body)].filter(
    (text) => typeof text === "string",
  );
  const names = [
    ...texts.flatMap((text) => [...text.matchAll(mention)].map(([, name]) => name!)),
    ...[assignees, reviewers].flat().filter((name) => typeof name === "string"),
    ...[team_reviewers].flat().flatMap((slug) => (typeof slug === "string" ? [`the team ${slug}`] : [])),
  ];
  const people = [...new Set(names)].map((name) => (name.startsWith("the team ") ? name : `@${name}`));
  return [...people, ...(watched === undefined ? [] : [`people who watch ${watched} or take part`])];
}
