interface Fault {
  code: string;
  /** What was under way, where the operating system says so: `connect`, `read`. */
  syscall: unknown;
}

/** `ECONNRESET` and the like: the only part of a network error that is sure to hold no secret. */
export const faultCode = (error: unknown): string | undefined => faultOf(error)?.code;

function faultOf(error: unknown, depth = 0): Fault | undefined {
  try {
    if (!(error instanceof Error) || depth > 4) return undefined;
    const { code, syscall } = error as { code?: unknown; syscall?: unknown };
    if (typeof code === "string" && /^[A-Z][A-Z0-9_]{2,40}$/.test(code)) return { code, syscall };
    return faultOf(error instanceof AggregateError ? error.errors[0] : error.cause, depth + 1);
  } catch {
    // An error whose properties throw.
    return undefined;
  }
}

/**
 * Is it a fault at which not a byte of the request had left: no address, no connection, no trust in the certificate? A
 * network that goes away under a connection has the code of one that was not there.
 */
export function neverSent(error: unknown): boolean {
  const { code = "", syscall } = faultOf(error) ?? {};
  return syscall !== "read" && syscall !== "write" && unsent.test(code);
}

const unsent =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|UND_ERR_CONNECT_TIMEOUT|ENETUNREACH|EHOSTUNREACH|CERT_\w+|ERR_TLS_CERT_\w+|DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_\w+)$/;
