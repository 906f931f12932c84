import { ConnectorError } from "../ground/errors.ts";
import { isDict } from "../ground/json.ts";
import { late } from "../ground/lazy.ts";
import { foldName } from "../ground/similar-names.ts";
import type { PlannedToolCall, ToolOptions } from "../contract/tool.ts";
import { isIdOfJob } from "../job/job-errors.ts";
import type { Question } from "./answer-question.ts";
import { parseArguments, readQuestion } from "./offer/parse-arguments.ts";
import type { OfferedActions } from "./offer/offered-actions.ts";
import { failed } from "./output/failure.ts";

const answerQuestion = late(async () => (await import("./answer-question.ts")).answerQuestion);

/** Plans the answer to a question. The answer needs no request to the platform, so a question needs no approval. */
export const planQuestion = (
  offered: OfferedActions,
  asked: Omit<Question, "outcomeOf">,
  options: ToolOptions,
): PlannedToolCall => ({
  resolved: undefined,
  preview: () =>
    Promise.reject(new ConnectorError("invalid_params", "A question about actions has no dry run.")),
  run: (callOptions = {}) =>
    answerQuestion(offered, { ...asked, outcomeOf: idIn(asked) }, options, callOptions).catch(
      (error: unknown) => failed(error, callOptions),
    ),
});

/** Returns the id of an approval if the arguments of a dispatcher ask for its outcome. */
export function askedApproval(input: unknown): string | undefined {
  const { entity, action, params } = readQuestion(input);
  const id = idIn({ entity, action, params });
  return id === undefined || isIdOfJob(id) ? undefined : id;
}

/** Returns the id of an approval or of a job if a question asks for its outcome. */
function idIn({ entity, action, params }: Omit<Question, "outcomeOf">): string | undefined {
  if (entity !== "connector" || typeof action !== "string" || foldName(action) !== "outcome")
    return undefined;
  const given = parseArguments(params);
  return String((isDict(given) ? given.id : given) ?? "");
}
