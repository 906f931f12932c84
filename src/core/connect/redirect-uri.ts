import { isLoopback } from "../ground/loopback.ts";
import { optionError } from "../ground/read-options.ts";

/**
 * Checks that an address uses https, or http on loopback, and has no user, password or fragment.
 * @throws ConnectorError `config_error`
 */
export function checkRedirectUri(uri: string): void {
  const refuse = (why: string) =>
    optionError(
      "redirectUri",
      `redirectUri ${why}.`,
      "Give the address exactly as it is registered at the platform, for example https://example.com/callback.",
    );
  if (!URL.canParse(uri)) throw refuse("is not an address");
  const { protocol, hostname, username, password } = new URL(uri);
  if (protocol !== "https:" && !(protocol === "http:" && isLoopback(hostname)))
    throw refuse("must be https, or http on loopback");
  if (username || password || uri.includes("#"))
    throw refuse("must not have a user, a password or a fragment");
}
