import { equalTexts } from "../ground/equal-texts.ts";
import { ConnectorError } from "../ground/errors.ts";

/** Params that the callback address must not contain more than once (RFC 6749, section 3.1). */
const single = ["code", "state", "error", "iss"];

/**
 * Returns the code in the address to which the platform has sent the person back. Error messages contain no value of
 * the address except an error code, because a stranger may have written the address.
 * @throws ConnectorError `connect_invalid` if the address has another `state` or `iss`, or has no code, or if the
 * platform reports an error
 * @throws ConnectorError `connect_denied` if access was denied
 */
export function readCallback(
  callback: URLSearchParams,
  { state, issuer }: { state: string; issuer: string },
  title: string,
): string {
  const invalid = (why: string) =>
    new ConnectorError("connect_invalid", `${why}, so the account was not connected.`, { hint: startAgain });
  const repeated = single.find((name) => callback.getAll(name).length > 1);
  if (repeated !== undefined) throw invalid(`The callback contains ${repeated} more than once`);
  if (!equalTexts(callback.get("state") ?? "", state))
    throw invalid("The callback does not belong to the attempt that this person started");
  // The param `iss` names the platform that answers, so that another platform cannot answer instead (RFC 9207).
  if ((callback.get("iss") ?? issuer) !== issuer) throw invalid("The callback comes from another platform");
  const error = callback.get("error");
  if (error !== null) {
    const code = /^[a-z_]{1,60}$/.test(error) ? error : undefined;
    const platform = code === undefined ? {} : { platform: { code } };
    if (code === "access_denied")
      throw new ConnectorError("connect_denied", `Access to ${title} was not granted.`, {
        hint: "To connect the account after all, start again.",
        ...platform,
      });
    throw new ConnectorError(
      "connect_invalid",
      `${title} refused the request for access${code === undefined ? "" : `: ${code}`}.`,
      {
        hint: "Check the application's settings at the platform: its redirect addresses and scopes.",
        ...platform,
      },
    );
  }
  const code = callback.get("code") ?? "";
  if (!/^[\x21-\x7e]{1,2048}$/.test(code)) throw invalid("The callback contains no code");
  return code;
}

export const startAgain = "Start the connection again, and finish it in the same browser.";
