import { ConnectorError, version } from "agent-connectors";

/** The header in which the package `agent-connectors` sends its version. Other clients do not send it. */
export const clientVersionHeader = "agent-connectors-version";

/**
 * Refuses a client with another major version, or with a minor version that differs by more than one.
 * @throws ConnectorError `config_error`
 */
export function checkClientVersion(request: Request, own: string = version): void {
  const client = request.headers.get(clientVersionHeader);
  if (client === null) return;
  const [major, minor] = numbersIn(client);
  const [ownMajor, ownMinor] = numbersIn(own);
  // If the header is not a version, the numbers are NaN, and this condition is false.
  if (major === ownMajor && Math.abs(minor - ownMinor) <= 1) return;
  throw new ConnectorError(
    "config_error",
    `The client has version ${shown(client)} of agent-connectors, and the service has version ${own}.`,
    {
      path: clientVersionHeader,
      hint: "The versions can differ by one minor version. Upgrade the older one.",
    },
  );
}

function numbersIn(text: string): [major: number, minor: number] {
  const [, major, minor] = /^(\d{1,6})\.(\d{1,6})\.\d{1,6}(?:[-+][\w.+-]*)?$/.exec(text) ?? [];
  return [Number(major ?? NaN), Number(minor ?? NaN)];
}

const shown = (text: string): string => (/^[\w.+-]{1,40}$/.test(text) ? text : "(unreadable)");
