import { type ConnectedCredentials, ConnectorError } from "agent-connectors";
import { expect, test } from "vitest";
import { chosenGrants } from "../../src/connect/chosen-grants.ts";

type Account = ConnectedCredentials["accounts"][number];
type Status = Account["check"]["status"];
const error = new ConnectorError("upstream_error", "The region is down.").toJSON();

/** An account of a region, in which the login has some profiles. */
const region = (name: string, status: Status, profiles: number) =>
  ({
    config: { region: name },
    check: {
      status,
      identity: { profiles: Array.from({ length: profiles }, () => ({})) },
      ...(status === "unhealthy" ? { error } : {}),
    },
  }) as unknown as Account;
const grant = (accounts: readonly Account[], token = "user") =>
  ({
    token,
    scopes: [],
    auth: { refresh_token: token },
    accounts,
    notes: [],
  }) as unknown as ConnectedCredentials;
const chosen = (accounts: readonly Account[], config: Record<string, string> = {}) =>
  chosenGrants([grant(accounts)], { scopes: { user: [] }, config } as never, undefined)[0]!.config;

test.each<[string, readonly Account[], Record<string, string>, string]>([
  ["the region with the most profiles", [region("na", "healthy", 1), region("eu", "healthy", 2)], {}, "eu"],
  ["a region that could be checked", [region("na", "unhealthy", 3), region("eu", "healthy", 0)], {}, "eu"],
  ["a region that was not checked", [region("na", "unhealthy", 3), region("eu", "unchecked", 0)], {}, "eu"],
  ["the region that was asked for", [region("na", "healthy", 3), region("eu", "healthy", 0)], { region: "eu" }, "eu"], // prettier-ignore
  ["the first of equal regions", [region("na", "healthy", 1), region("eu", "healthy", 1)], {}, "na"],
])("the stored settings are those of %s", (_what, accounts, config, name) => {
  expect(chosen(accounts, config)).toEqual({ region: name });
});

test("the error of the region that was asked for ends the session, although another region works", () => {
  const accounts = [region("na", "healthy", 3), region("eu", "unhealthy", 0)];
  expect(() => chosen(accounts, { region: "eu" })).toThrow("The region is down.");
});

test("only the kinds of tokens that were asked for are stored, and all of them if none was named", () => {
  const grants = [grant([region("na", "healthy", 1)], "bot"), grant([region("na", "healthy", 1)], "user")];
  const tokens = (scopes: object) =>
    chosenGrants(grants, { scopes, config: {} } as never, undefined).map(({ token }) => token);
  expect([tokens({ user: [] }), tokens({ bot: [], user: [] }), tokens({})]).toEqual([
    ["user"],
    ["bot", "user"],
    ["bot", "user"],
  ]);
  expect(() => tokens({ app: [] })).toThrow("issued no token of the kind");
});
