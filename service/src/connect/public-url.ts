import { ConnectorError } from "agent-connectors";

const isLoopback = (hostname: string) => /^(127(\.\d{1,3}){3}|localhost|\[::1\])$/.test(hostname);

/**
 * Returns why the service does not send a browser to an address, such as `must use https, or http on loopback`. Returns
 * undefined for a valid address.
 */
export function addressFault(text: string): string | undefined {
  if (text.length > 2048 || !URL.canParse(text)) return "is not an address of at most 2048 characters";
  const { protocol, hostname, username, password } = new URL(text);
  if (protocol !== "https:" && !(protocol === "http:" && isLoopback(hostname)))
    return "must use https, or http on loopback";
  return username || password || text.includes("#")
    ? "must not have a user, a password or a fragment"
    : undefined;
}

/**
 * Checks the service's public address, and returns its origin.
 * @throws ConnectorError `config_error`
 */
export function readPublicUrl(text: string): string {
  const fault = addressFault(text);
  const { origin, pathname, search } = fault === undefined ? new URL(text) : new URL("http://localhost");
  const wrong = fault ?? (pathname !== "/" || search !== "" ? "must have no path and no query" : undefined);
  if (wrong === undefined) return origin;
  throw new ConnectorError("config_error", `The public address ${wrong}.`, {
    path: "public-url",
    hint: "Set --public-url or AGENT_CONNECTORS_PUBLIC_URL, for example to https://connectors.example.com.",
  });
}
