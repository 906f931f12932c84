import { fromBase64 } from "../../core/ground/base64.ts";
import { type Dict, at, dicts, stringAt } from "../../core/ground/json.ts";
import { recordedBody } from "./bodies.ts";
import { headersOf, type RecordedExchange } from "./recording.ts";

/**
 * Reads the entries of a HAR file. Leaves out entries without a response, which have the status 0.
 * http://www.softwareishard.com/blog/har-12-spec/
 */
export const exchangesOfHar = (entries: readonly Dict[]): RecordedExchange[] =>
  entries.flatMap(({ request, response }) => {
    const status = Number(at(response, "status"));
    const type = stringAt(request, "postData.mimeType");
    const body = stringAt(request, "postData.text") ?? formOf(dicts(at(request, "postData.params")));
    const text = stringAt(response, "content.text");
    const isBase64 = stringAt(response, "content.encoding") === "base64";
    if (!(status >= 200)) return [];
    return {
      request: {
        method: (stringAt(request, "method") ?? "GET").toUpperCase(),
        url: stringAt(request, "url") ?? "",
        ...(type === undefined ? {} : { type }),
        ...(body === undefined ? {} : { body }),
      },
      response: {
        status,
        headers: headersOf(
          dicts(at(response, "headers")).map(({ name, value }) => [String(name), String(value)]),
        ),
        body: text !== undefined && isBase64 ? recordedBody(fromBase64(text)) : text,
      },
    };
  });

function formOf(fields: readonly Dict[]): string | undefined {
  if (fields.length === 0) return undefined;
  return new URLSearchParams(
    fields.map(({ name, value }): [string, string] => [String(name), String(value ?? "")]),
  ).toString();
}
