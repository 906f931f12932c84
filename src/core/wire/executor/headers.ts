import { ConnectorError } from "../../ground/errors.ts";

/**
 * Headers that no argument and no constant can set. They decide where a request goes, whose request it is, where its
 * body ends, and how the connection is used (RFC 9110 §7.6.1).
 */
const reserved: ReadonlySet<string> = new Set(
  `host cookie cookie2 set-cookie authorization origin referer content-length
  forwarded via x-real-ip x-http-method x-http-method-override x-method-override
  connection keep-alive te trailer transfer-encoding upgrade expect`.split(/\s+/),
);

export function headerNameFault(name: string): string | undefined {
  if (!/^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}$/.test(name)) return "is not the name of a header";
  const lower = name.toLowerCase();
  return reserved.has(lower) || /^(sec|proxy|x-forwarded)-/.test(lower)
    ? "is a header that a connector cannot set"
    : undefined;
}

/** Refuses line breaks, because a line break would start another header. */
export const isHeaderValue = (value: string): boolean => /^[\t\x20-\x7e\x80-\xff]*$/.test(value);

/** @throws ConnectorError `invalid_params` if the value of an argument cannot be sent in a header */
export function checkHeaderValue(argument: string, value: string): string {
  if (isHeaderValue(value) && value.length <= 8192) return value;
  throw new ConnectorError(
    "invalid_params",
    `${argument} contains characters that a header cannot contain.`,
    {
      path: `params.${argument}`,
      hint: "Pass one line of text without emoji or control characters.",
    },
  );
}
