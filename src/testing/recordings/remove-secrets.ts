import { fromBase64 } from "../../core/ground/base64.ts";
import { type RecordedExchange, type RecordedRequest, secretMark } from "./recording.ts";
import { type Rewrite, rewriteBody, rewriteText } from "./rewrite.ts";
import { isSecretParam } from "./secret-names.ts";
import { createRedactor } from "./secret-values.ts";

type Headers = Readonly<Record<string, string>>;

/** Adds the values of headers that have the name of a secret. */
export function collectFromHeaders(headers: Headers, into: Set<string>): void {
  for (const [name, value] of Object.entries(headers))
    if (isSecretParam(name)) for (const one of partsOf(value)) into.add(one);
}

export function collectFromRequest({ url, body }: RecordedRequest, into: Set<string>): void {
  const collect = collector(into);
  rewriteText(url, collect);
  rewriteBody(body, collect);
}

export function collectFromResponse(
  { headers, body }: RecordedExchange["response"],
  into: Set<string>,
): void {
  collectFromHeaders(headers, into);
  const collect = collector(into);
  for (const value of Object.values(headers)) rewriteText(value, collect);
  rewriteBody(body, collect);
}

const collector =
  (into: Set<string>): Rewrite =>
  (value, secret) => {
    if (secret && value !== secretMark) into.add(value);
    return value;
  };

/** Returns a header's value, what follows its scheme, and the parts of a basic credential, of cookies and of params. */
function partsOf(value: string): string[] {
  const [scheme, ...words] = value.split(" ");
  const rest = words.join(" ");
  const pairs = value.split(/[;,]\s*/).map((one) => one.slice(one.indexOf("=") + 1).replace(/^"|"$/g, ""));
  return [value, rest, ...pairs, ...(/^basic$/i.test(scheme!) ? basic(rest) : [])];
}

function basic(text: string): string[] {
  try {
    const pair = new TextDecoder().decode(fromBase64(text));
    const colon = pair.indexOf(":");
    return [pair, pair.slice(0, colon), pair.slice(colon + 1)];
  } catch {
    return [];
  }
}

export interface SecretRemover {
  request(request: RecordedRequest): RecordedRequest;
  response(response: RecordedExchange["response"]): RecordedExchange["response"];
}

/** Creates functions that replace secrets: by the names of fields, and wherever these values appear. */
export function createSecretRemover(secrets: Iterable<string>): SecretRemover {
  const redact = createRedactor(secrets);
  const rewrite: Rewrite = (value, secret) => (secret ? secretMark : redact(value));
  const headers = (given: Headers) =>
    Object.fromEntries(
      Object.entries(given).map(([name, value]) => [
        name,
        isSecretParam(name) ? secretMark : rewriteText(value, rewrite),
      ]),
    );
  return {
    request: ({ method, url, type, body }) => ({
      method,
      url: rewriteText(url, rewrite),
      ...(type === undefined ? {} : { type: rewriteText(type, rewrite) }),
      ...(body === undefined ? {} : { body: rewriteBody(body, rewrite)! }),
    }),
    response: ({ status, headers: given, body }) => ({
      status,
      headers: headers(given),
      ...(body === undefined ? {} : { body: rewriteBody(body, rewrite)! }),
    }),
  };
}
