/** `ECONNRESET` and the like: the only part of a network error that is sure to hold no secret. */
export function faultCode(error: unknown, depth = 0): string | undefined {
  try {
    if (!(error instanceof Error) || depth > 4) return undefined;
    const { code } = error as { code?: unknown };
    if (typeof code === "string" && /^[A-Z][A-Z0-9_]{2,40}$/.test(code)) return code;
    return faultCode(error instanceof AggregateError ? error.errors[0] : error.cause, depth + 1);
  } catch {
    // An error whose properties throw.
    return undefined;
  }
}

/** Faults at which not a byte of the request had left: no address, no connection, no trust in the certificate. */
export const neverSent = (code: string): boolean =>
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|UND_ERR_CONNECT_TIMEOUT|ENETUNREACH|EHOSTUNREACH|CERT_\w+|ERR_TLS_CERT_\w+|DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_\w+)$/.test(
    code,
  );
