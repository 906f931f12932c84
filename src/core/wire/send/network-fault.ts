interface Fault {
  code: string;
  /** The failed system call, such as `connect`, if known. */
  syscall: unknown;
}

/** Returns a code such as `ECONNRESET`. Other fields of a network error can contain secrets. */
export const faultCode = (error: unknown): string | undefined => faultOf(error)?.code;

function faultOf(error: unknown, depth = 0): Fault | undefined {
  try {
    if (!(error instanceof Error) || depth > 4) return undefined;
    const { code, syscall } = error as { code?: unknown; syscall?: unknown };
    if (typeof code === "string" && /^[A-Z][A-Z0-9_]{2,40}$/.test(code)) return { code, syscall };
    return faultOf(error instanceof AggregateError ? error.errors[0] : error.cause, depth + 1);
  } catch {
    // A getter of the error has thrown.
    return undefined;
  }
}

/**
 * Returns true if the error proves that no part of the request was sent. For example, the address was not found, the
 * connection was not opened, or the certificate was refused. A broken open connection can have the same code, but
 * then the failed system call is `read` or `write`.
 */
export function neverSent(error: unknown): boolean {
  const { code = "", syscall } = faultOf(error) ?? {};
  if (syscall === "connect") return true;
  return syscall !== "read" && syscall !== "write" && unsent.test(code);
}

const unsent =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|UND_ERR_CONNECT_TIMEOUT|ENETUNREACH|EHOSTUNREACH|CERT_\w+|ERR_INVALID_CHAR|ERR_TLS_CERT_\w+|DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_\w+)$/;
