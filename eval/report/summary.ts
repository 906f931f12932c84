import type { Outcome } from "../run/run-task.ts";

/** The sums of a group of tasks. */
export interface Summary {
  group: string;
  tasks: number;
  solved: number;
  /** The tasks that were solved with a tool that offers only the everyday actions. */
  solvedByEveryday: number;
  calls: number;
  requests: number;
  toolTokens: number;
  callTokens: number;
  resultTokens: number;
}

/** A task with at least this many calls is long. */
const longFrom = 20;

/** Returns the sums of all tasks, of the tasks of each platform, and of long and short tasks. */
export function summarize(outcomes: readonly Outcome[]): Summary[] {
  const isLong = ({ calls }: Outcome) => calls >= longFrom;
  const platforms = [...new Set(outcomes.map(({ group }) => group))];
  return [
    ...platforms.map((group) =>
      sum(
        group,
        outcomes.filter((one) => one.group === group),
      ),
    ),
    sum(
      `under ${longFrom} calls`,
      outcomes.filter((one) => !isLong(one)),
    ),
    sum(`${longFrom} calls or more`, outcomes.filter(isLong)),
    sum("all", outcomes),
  ];
}

function sum(group: string, outcomes: readonly Outcome[]): Summary {
  const total = (value: (outcome: Outcome) => number) => outcomes.reduce((all, one) => all + value(one), 0);
  return {
    group,
    tasks: outcomes.length,
    solved: total(({ solved }) => Number(solved)),
    solvedByEveryday: total(({ solved, everyday }) => Number(solved && everyday)),
    calls: total(({ calls }) => calls),
    requests: total(({ requests }) => requests),
    toolTokens: total(({ toolTokens }) => toolTokens),
    callTokens: total(({ callTokens }) => callTokens),
    resultTokens: total(({ resultTokens }) => resultTokens),
  };
}
