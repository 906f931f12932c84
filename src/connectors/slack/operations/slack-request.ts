import type { GivenRequest } from "../../../core/contract/client.ts";
import { ConnectorError } from "../../../core/ground/errors.ts";
import { type Dict, isDict, show } from "../../../core/ground/json.ts";
import { operations } from "./index.ts";
import { cursors, method, type SlackOperation } from "./method.ts";

/**
 * Makes the operation of a request whose target is a method of the Web API. If an action uses the method too, the
 * request shares its rate limit.
 * @throws ConnectorError `invalid_params`
 */
export function slackRequest({ target, params, query, headers }: GivenRequest): {
  operation: SlackOperation;
  args: Dict;
} {
  const refuse = (path: string, message: string, hint: string) =>
    new ConnectorError("invalid_params", message, { path, hint });
  const known: SlackOperation | undefined = Object.hasOwn(operations, target)
    ? operations[target as keyof typeof operations]
    : undefined;
  if (!/^[a-z][\w.]{1,99}$/i.test(target) || known?.file)
    throw refuse(
      "target",
      `${show(target)} is not a method of Slack's Web API.`,
      "Write the method, such as conversations.info. To transfer a file, call files.upload or files.download.",
    );
  if (!isDict(params))
    throw refuse("params", `The params of ${target} must be an object.`, "Pass an object.");
  if (params.token !== undefined)
    throw refuse(
      "params.token",
      "The token of a request is the token of the connector.",
      "Leave token out. For another token, make another connector.",
    );
  const misplaced = Object.entries({ query, headers }).find(
    ([, given]) => Object.keys(given).length > 0,
  )?.[0];
  if (misplaced !== undefined)
    throw refuse(
      `options.${misplaced}`,
      `A method of Slack takes no ${misplaced}.`,
      "Pass all arguments as params.",
    );
  const { rate, scopes, tokens } = known ?? {};
  const operation = method(target, rate, scopes?.bot ?? [], scopes?.user, { tokens, paging: cursors(100) });
  return {
    operation,
    args: Object.fromEntries(Object.entries(params).filter(([, value]) => value !== null)),
  };
}
