import type { PlatformClient, SendOptions } from "../contract/client.ts";
import { failOnAbort } from "../ground/abort.ts";
import { ConnectorError, toConnectorError } from "../ground/errors.ts";

type Credentials = Readonly<Record<string, string>>;

export interface OpenedClient {
  client: PlatformClient;
  /** Returns a text that identifies the credentials in a store. */
  id: () => Promise<string>;
}

interface Current extends OpenedClient {
  /** The credentials as text, to compare them. */
  key: string;
}

interface Parts {
  /** The name of the platform, for error messages. */
  title: string;
  /** The option `auth`. */
  read: () => unknown;
  /** @throws ConnectorError `credentials_mismatch` */
  check: (given: unknown) => Credentials;
  open: (credentials: Credentials) => Promise<OpenedClient>;
}

/**
 * Creates the client of a connector whose option `auth` is a function. The function runs before the first request, and
 * again when the platform has refused its credentials. If it then returns other credentials, the refused request is sent
 * again. Calls that wait for credentials share one run of the function.
 */
export function createRenewedClient({ title, read, check, open }: Parts): OpenedClient {
  let current: Current | undefined;
  let pending: Promise<Current> | undefined;

  const readAgain = (): Promise<Current> =>
    (pending ??= (async () => {
      try {
        const credentials = checkResult(check, await readOf(read));
        const key = JSON.stringify(credentials);
        if (key !== current?.key) current = { key, ...(await open(credentials)) };
        return current;
      } finally {
        pending = undefined;
      }
    })());

  const withClient = async <T>(
    { signal }: SendOptions,
    run: (client: PlatformClient) => Promise<T>,
  ): Promise<T> => {
    const wait = (opened: Promise<Current>) => failOnAbort(`${title} auth`, opened, signal);
    const used = current ?? (await wait(readAgain()));
    try {
      return await run(used.client);
    } catch (error) {
      if (!isRefusal(error)) throw error;
      const newer = current === used ? await wait(readAgain()) : current!;
      if (newer === used) throw error;
      return run(newer.client);
    }
  };

  const client: PlatformClient = {
    passesBeforeSend: true,
    send: (operation, args, options) =>
      withClient(options, async (client) => {
        if (!client.passesBeforeSend && !options.repeatable) await options.beforeSend?.();
        return client.send(operation, args, options);
      }),
    identify: (options) => withClient(options, (client) => client.identify(options)),
    enrich: async (result, call) => (await current?.client.enrich?.(result, call)) ?? result,
  };
  return { client, id: async () => (current ?? (await readAgain())).id() };
}

/** Returns whether the platform has refused the credentials, and therefore done nothing. */
const isRefusal = (error: unknown): boolean =>
  ConnectorError.is(error) &&
  (error.code === "credential_rejected" || error.code === "reauth_required") &&
  error.outcome === "not_started";

function checkResult(check: Parts["check"], given: unknown): Credentials {
  try {
    return check(given);
  } catch (error) {
    if (!ConnectorError.is(error)) throw error;
    const { code, message, path } = error;
    throw new ConnectorError(
      code,
      `The function auth returned something other than credentials. ${message}`,
      {
        path,
        hint: "The function must return the same fields as auth has without a function.",
      },
    );
  }
}

async function readOf(read: () => unknown): Promise<unknown> {
  try {
    return await read();
  } catch (error) {
    if (ConnectorError.is(error)) throw error;
    // The message of the error can contain a secret, so only the stack frames are kept.
    const { message, stack } = toConnectorError(error);
    const failed = new ConnectorError(
      "storage_unavailable",
      "The function auth failed, so there are no usable credentials.",
      {
        path: "auth",
        hint: "Nothing was sent. To say why, the function can throw a ConnectorError.",
      },
    );
    failed.stack = `${failed.name}: ${failed.message}${stack?.slice(stack.indexOf(message) + message.length) ?? ""}`;
    throw failed;
  }
}
