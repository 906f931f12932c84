import { fromBase64 } from "../../core/ground/base64.ts";
import { type Dict, at, isDict, stringAt } from "../../core/ground/json.ts";
import { recordedBody, unzipped } from "./bodies.ts";
import { headersOf, type RecordedBody, type RecordedExchange } from "./recording.ts";

/**
 * Reads the interactions of a VCR cassette. The libraries of Ruby, Python and Go use different names for the address,
 * the status and the body.
 */
export const exchangesOfVcr = (interactions: readonly Dict[]): Promise<RecordedExchange[]> =>
  Promise.all(
    interactions.map(async ({ request, response }) => {
      const { "content-type": type } = headersOf(entriesOf(at(request, "headers")));
      const body = await bodyOf(at(request, "body"));
      return {
        request: {
          method: (stringAt(request, "method") ?? "GET").toUpperCase(),
          url: stringAt(request, "uri") ?? stringAt(request, "url") ?? "",
          ...(type === undefined ? {} : { type }),
          ...(body === undefined ? {} : { body }),
        },
        response: {
          status: Number(at(response, "status.code") ?? at(response, "code") ?? at(response, "status")),
          headers: headersOf(entriesOf(at(response, "headers"))),
          body: await bodyOf(at(response, "body")),
        },
      };
    }),
  );

const entriesOf = (headers: unknown): [string, string][] =>
  Object.entries(isDict(headers) ? headers : {}).flatMap(([name, values]) =>
    (Array.isArray(values) ? (values as unknown[]) : [values]).map((value): [string, string] => [
      name,
      String(value),
    ]),
  );

/** Reads a body: a text, bytes, or an object that contains one of them. */
async function bodyOf(given: unknown): Promise<RecordedBody | undefined> {
  const base64 = stringAt(given, "base64_string");
  const value = base64 === undefined ? (isDict(given) ? given.string : given) : fromBase64(base64);
  if (value instanceof Uint8Array) return recordedBody(await unzipped(new Uint8Array(value)));
  return typeof value === "string" && value !== "" ? value : undefined;
}
