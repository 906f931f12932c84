import type { GivenRequest } from "../../contract/client.ts";
import type { Operation } from "../../contract/wire/operation.ts";
import { ConnectorError } from "../../ground/errors.ts";
import { type Dict, isDict, show } from "../../ground/json.ts";
import { headerNameFault, isHeaderValue } from "./headers.ts";

/** The name of the argument that is the whole body. No param has this name. */
const body = "(body)";

/**
 * Makes the operation of a REST request whose target is a method and a path: `GET /v2/orders`. A name in braces in the
 * path is replaced by the param of this name.
 * @throws ConnectorError `invalid_params`
 */
export function restRequest({ target, params, query, headers }: GivenRequest): {
  operation: Operation;
  args: Dict;
} {
  const refuse = (path: string, message: string, hint: string) =>
    new ConnectorError("invalid_params", message, { path, hint });
  const [, method, path] = /^(GET|HEAD|POST|PUT|PATCH|DELETE) (\/[^\s?#]*)$/.exec(target) ?? [];
  if (method === undefined || path === undefined)
    throw refuse(
      "target",
      `${show(target)} is not the target of a request.`,
      "Write the method and the path after the endpoint, such as GET /v1/items/{id}. Query params are the second argument of a GET or DELETE, and the option query of other requests.",
    );
  for (const [name, value] of Object.entries(headers)) {
    const fault =
      headerNameFault(name) ?? (isHeaderValue(value) ? undefined : "has a value that a header cannot have");
    if (fault === undefined) continue;
    throw refuse("options.headers", `options.headers: ${show(name)} ${fault}.`, "Leave it out.");
  }
  const inQuery = method === "GET" || method === "HEAD" || method === "DELETE";
  const isList = !isDict(params);
  if (isList && inQuery)
    throw refuse("params", `The params of ${target} must be an object.`, `A ${method} request has no body.`);
  return {
    operation: {
      method: method as Operation["method"],
      path,
      headers,
      query: query as Readonly<Record<string, string>>,
      ...(isList ? { body: { kind: "json", argument: body } } : {}),
      docs: "",
    },
    args: isList ? { [body]: params } : params,
  };
}
