import { ConnectorError } from "agent-connectors";
import type { Context } from "../../http/context.ts";
import type { SignIn } from "../../people/people.ts";

/** Returns the sign-in of the application that the path names. @throws ConnectorError `not_found` if people cannot sign in */
export async function signInOf(
  { people }: Context,
  { client_id }: Readonly<Record<string, string>>,
): Promise<SignIn> {
  if (people) return people.of(client_id);
  throw new ConnectorError("not_found", "People cannot sign in at this service.", {
    hint: "The operator must start the service with --public-url https://...",
  });
}
