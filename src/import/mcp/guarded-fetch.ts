import { ConnectorError } from "../../core/ground/errors.ts";

const maxBytes = 10 * 1024 * 1024;

/**
 * Returns a `fetch` that uses `send` and sends requests with credentials to one address only, follows no redirect, and limits the size of
 * each response. `onFault` gets each fault, because the SDK tries again after some of them.
 */
export function guardedFetch(
  what: string,
  address: URL,
  headers: Readonly<Record<string, string>>,
  send: typeof fetch,
  onFault: (fault: ConnectorError) => void,
): typeof fetch {
  return async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    const isDeclared = url.origin === address.origin && url.pathname === address.pathname;
    const fault = (error: ConnectorError) => {
      onFault(error);
      return error;
    };
    if (!isDeclared)
      throw fault(
        new ConnectorError(
          "upstream_redirect_refused",
          `${what} names another address, which gets no request.`,
          {
            hint: "Credentials are sent only to the address that was imported.",
          },
        ),
      );
    const all = new Headers(init?.headers);
    for (const [name, value] of Object.entries(headers)) all.set(name, value);
    const response = await send(url, { ...init, headers: all, redirect: "manual" });
    const { status } = response;
    const refused = faultOf(what, status);
    if (refused) {
      await response.body?.cancel().catch(() => {});
      throw fault(refused);
    }
    if (!response.body) return response;
    const limited = response.body.pipeThrough(limitBytes(what, fault));
    return new Response(limited, { status, statusText: response.statusText, headers: response.headers });
  };
}

/** Returns the error for a status that says that the server has refused the request. */
function faultOf(what: string, status: number): ConnectorError | undefined {
  const platform = { status };
  if (status >= 300 && status < 400)
    return new ConnectorError(
      "upstream_redirect_refused",
      `${what} answered with a redirect, which is not followed.`,
      {
        hint: "Credentials are not sent to another address. If the server has moved, import it again.",
        platform,
      },
    );
  if (status === 401)
    return new ConnectorError("credential_rejected", `${what} does not accept the credentials (HTTP 401).`, {
      hint: "Replace the credentials, or check which kind of credentials the server takes.",
      platform,
    });
  if (status === 403)
    return new ConnectorError(
      "credential_insufficient_scope",
      `${what} has refused the request (HTTP 403).`,
      {
        hint: "The credentials are not allowed to do this.",
        platform,
      },
    );
  if (status === 429)
    return new ConnectorError("upstream_rate_limited", `${what} is rate limited by the server.`, {
      hint: "Nothing was done. Call again in a minute.",
      platform,
    });
  return undefined;
}

function limitBytes(
  what: string,
  fault: (error: ConnectorError) => ConnectorError,
): TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>> {
  let size = 0;
  return new TransformStream({
    transform(chunk, controller) {
      size += chunk.byteLength;
      if (size > maxBytes) controller.error(fault(tooLarge(what)));
      else controller.enqueue(chunk);
    },
  });
}

export const tooLarge = (what: string): ConnectorError =>
  new ConnectorError(
    "upstream_response_too_large",
    `${what} has answered with more than ${maxBytes} bytes.`,
    {
      hint: "Ask for less data.",
    },
  );
