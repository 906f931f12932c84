import { weakest } from "../../contract/effect.ts";
import type { AskedJob } from "../../contract/search.ts";
import { ConnectorError } from "../../ground/errors.ts";
import { createJobIndex } from "./job-index.ts";
import { createKinds } from "./entity-kinds.ts";
import { createSearch, type SearchedAction } from "./search-index.ts";

/** The weight of the jobs. The texts of an action have the weight 1. */
const jobWeight = 1.6;
/** What each action of a job gets less than the action before it. */
const laterAction = 0.02;
/** What an everyday action gets more than other actions. */
const everydayBonus = 0.06;

/** An action answers a query only if a job is so similar, or if its texts contain so much of the query. */
const similarJob = 0.42;
const coveredQuery = 0.5;
/** How much of its phrase a query must contain to ask for a job that no action does. */
const coveredPhrase = 0.75;
/** The share of its score that an action of another kind keeps. */
const otherKind = 0.7;
/** Actions with a smaller share of the best score are left out. */
const leastShare = 0.25;

const mostNearest = 3;

export interface Ranking {
  /** The positions of the actions that answer the query, the best first. */
  positions: readonly number[];
  /** Why no action does what the query asks for, if a job says so. */
  says?: string;
  /** The positions of the actions with the most similar texts. */
  nearest: readonly number[];
}

export type Rank = (query: string) => Ranking;

interface Words {
  synonyms: Readonly<Record<string, readonly string[]>>;
  jobs: readonly AskedJob[];
  everyday: readonly string[];
}

/**
 * Creates a search over the actions of a connector. Compares the query with the texts of the actions, and with the jobs
 * that the connector lists. A connector without jobs does not say what people ask for, so every match is an answer.
 * @throws ConnectorError `config_error` if a job names an unknown action
 */
export function createRanking(actions: readonly SearchedAction[], { synonyms, jobs, everyday }: Words): Rank {
  const positionOf = new Map(
    actions.map(({ entry: [entity, action] }, position) => [`${entity}.${action}`, position]),
  );
  const asked = jobs.filter((job) => !("entities" in job));
  const actionsOf = asked.map((job) =>
    "actions" in job ? job.actions.map((name) => positionOf.get(name) ?? unknownAction(name)) : [],
  );
  const { search, knows } = createSearch(actions, synonyms);
  const findJobs = createJobIndex(asked, {
    knows,
    synonyms,
    moodOf: (job) => {
      const [first] = actionsOf[asked.indexOf(job)]!;
      if (first === undefined) return undefined;
      return weakest(actions[first]!.entry[2].effect) === "read" ? "read" : "write";
    },
  });
  const kinds = createKinds(
    jobs,
    actions.map(({ entry: [entity] }) => entity),
  );
  const usual = new Set(everyday.map((name) => positionOf.get(name)));

  return (query) => {
    const texts = search(query);
    const byJob = new Map<number, number>();
    let similar = 0;
    let missing: { score: number; says: string } | undefined;
    const isOther = kinds(query);
    for (const { job, score, covered } of findJobs(query)) {
      const found = asked[job]!;
      if ("says" in found) {
        if (covered >= coveredPhrase && score > (missing?.score ?? 0)) missing = { score, says: found.says };
        continue;
      }
      similar = Math.max(similar, score);
      for (const [rank, position] of actionsOf[job]!.entries())
        byJob.set(position, Math.max(byJob.get(position) ?? 0, score * (1 - laterAction * rank)));
    }
    const scored = [...new Set([...texts.keys(), ...byJob.keys()])]
      .map((position) => {
        const score = (texts.get(position)?.score ?? 0) + jobWeight * (byJob.get(position) ?? 0);
        const share = (usual.has(position) ? 1 + everydayBonus : 1) * (isOther(position) ? otherKind : 1);
        return { position, score: score * share };
      })
      .toSorted((a, b) => b.score - a.score || a.position - b.position);
    const [best] = scored;
    const nearest = scored.slice(0, mostNearest).map(({ position }) => position);
    if (missing && missing.score > similar) return { positions: [], says: missing.says, nearest };
    const explained =
      best !== undefined &&
      (jobs.length === 0 ||
        (byJob.get(best.position) ?? 0) >= similarJob ||
        (texts.get(best.position)?.covered ?? 0) >= coveredQuery);
    if (!explained) return { positions: [], nearest };
    const kept = scored.filter(({ score }) => score >= leastShare * best.score);
    return { positions: kept.map(({ position }) => position), nearest };
  };
}

function unknownAction(name: string): never {
  throw new ConnectorError(
    "config_error",
    `A job names the action ${name}, which the connector does not have.`,
    {
      path: "jobs",
      hint: "Write the actions of a job as entity.action.",
    },
  );
}
