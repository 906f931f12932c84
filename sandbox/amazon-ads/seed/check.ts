import { kinds, readNamed, type Kind } from "../../../src/core/ground/read-options.ts";
import { listOf, oneOf, recordWith, required } from "../../options.ts";
import { idFields } from "../collections.ts";
import type { AccountSeed, AmazonAdsSeedChanges, Login } from "../types.ts";

const parts = {
  accounts: listOf(recordWith("profile.profileId")),
  logins: listOf(recordWith("client_id", "client_secret", "refresh_token")),
} satisfies Record<keyof AmazonAdsSeedChanges, Kind>;
const account = {
  region: oneOf("na", "eu", "fe"),
  profile: required(kinds.object),
  access: oneOf("edit", "view"),
  billing: kinds.boolean,
  entities: kinds.object,
  products: listOf(kinds.object),
  invoices: listOf(recordWith("id")),
} satisfies Record<keyof AccountSeed, Kind>;
const login = {
  client_id: kinds.string,
  client_secret: kinds.string,
  refresh_token: kinds.string,
  revoked: kinds.boolean,
  permitted: kinds.boolean,
  profiles: listOf(kinds.string),
} satisfies Record<keyof Login, Kind>;
const entities = Object.fromEntries(
  Object.entries(idFields).map(([collection, id]) => [collection, listOf(recordWith(id))]),
);

/** @throws ConnectorError `config_error` for parts that accounts do not have, and records without an id */
export function checkSeed(changes: AmazonAdsSeedChanges | undefined): void {
  readNamed(changes, parts, "seed", "seed.");
  changes?.accounts?.forEach((one, index) => {
    const path = `seed.accounts[${index}]`;
    readNamed(one, account, path, `${path}.`);
    readNamed(one.entities, entities, `${path}.entities`, `${path}.entities.`);
  });
  changes?.logins?.forEach((one, index) => {
    const path = `seed.logins[${index}]`;
    readNamed(one, login, path, `${path}.`);
  });
}
