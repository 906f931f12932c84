import type { z } from "zod";
import { ConnectorError } from "agent-connectors";
import type { Issue } from "agent-connectors/toolkit";
import type { Context } from "./context.ts";
import { mediaType, readForm, readJson } from "./request-body.ts";

interface BodyOptions {
  form?: boolean;
  bodyOptional?: boolean;
  uploads?: boolean;
}

/** `where`: `form` if a form of a page has made the query. @throws ConnectorError `validation_error` */
export function readQuery(schema: z.ZodType, url: URL, where: "query" | "form" = "query"): unknown {
  const seen = new Set<string>();
  for (const name of url.searchParams.keys()) {
    if (seen.has(name))
      throw new ConnectorError("validation_error", `The query has ${name.slice(0, 60)} more than once.`, {
        path: `query.${name.slice(0, 60)}`,
      });
    seen.add(name);
  }
  return parse(schema, Object.fromEntries(url.searchParams), where);
}

/** @throws ConnectorError */
export async function readBody(
  { form = false, bodyOptional = false, uploads = false }: BodyOptions,
  schema: z.ZodType,
  request: Request,
  { limits: { maxBodyBytes, maxUploadBytes } }: Pick<Context, "limits">,
  onLarge: () => void,
): Promise<unknown> {
  const size = uploads ? { max: maxUploadBytes, large: maxBodyBytes, onLarge } : { max: maxBodyBytes };
  const type = mediaType(request);
  if (bodyOptional && isEmpty(request)) return parse(schema, {}, "body");
  if (form && type === "application/x-www-form-urlencoded")
    return parse(schema, await readForm(request, size), "body");
  if (type !== "application/json" && !/^application\/[\w.-]+\+json$/.test(type))
    throw new ConnectorError("unsupported_media_type", "The content type of the body is not JSON.", {
      path: "content-type",
      hint: `Send content-type: application/json${form ? " or application/x-www-form-urlencoded" : ""}.`,
    });
  return parse(schema, await readJson(request, size), "body");
}

/** Over HTTP/1.1, a request without a body has neither of the last two headers, or the length 0. */
const isEmpty = ({ body, headers }: Request): boolean =>
  body === null ||
  headers.get("content-length") === "0" ||
  !["content-type", "content-length", "transfer-encoding"].some((name) => headers.has(name));

/** @throws ConnectorError `validation_error` with the paths of the wrong fields */
export function parse(schema: z.ZodType, value: unknown, where: "query" | "body" | "form"): unknown {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const issues: Issue[] = result.error.issues.slice(0, 20).map(({ path, message }) => ({
    path: path.length > 0 ? path.map((part) => String(part).slice(0, 60)).join(".") : where,
    message: message.slice(0, 1000),
  }));
  throw new ConnectorError(
    "validation_error",
    `The ${where} does not match this ${where === "form" ? "page" : "route"}: ${issues.map(({ path, message }) => `${path}: ${message}`).join("; ")}.`,
    {
      path: issues[0]!.path,
      hint: where === "form" ? "Go back, and correct the form." : "See /openapi.json.",
      ...(issues.length > 1 ? { issues } : {}),
    },
  );
}
