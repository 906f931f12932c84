import { optionTypes, readOptions, type OptionType } from "../../../src/core/ground/read-options.ts";
import { listOf, oneOf, recordWith, required } from "../../options.ts";
import { idFields } from "../id-fields.ts";
import type { AccountSeed, AmazonAdsSeedChanges, Login } from "../types.ts";

const parts = {
  accounts: listOf(recordWith("profile.profileId")),
  logins: listOf(recordWith("client_id", "client_secret", "refresh_token")),
} satisfies Record<keyof AmazonAdsSeedChanges, OptionType>;
const account = {
  region: oneOf("na", "eu", "fe"),
  profile: required(optionTypes.object),
  access: oneOf("edit", "view"),
  billing: optionTypes.boolean,
  isOptedOutForAverageDailyBudgetIncrease: optionTypes.boolean,
  entities: optionTypes.object,
  products: listOf(optionTypes.object),
  invoices: listOf(recordWith("id")),
  searchTerms: optionTypes.object,
} satisfies Record<keyof AccountSeed, OptionType>;
const login = {
  client_id: optionTypes.string,
  client_secret: optionTypes.string,
  refresh_token: optionTypes.string,
  revoked: optionTypes.boolean,
  permitted: optionTypes.boolean,
  profiles: listOf(optionTypes.string),
} satisfies Record<keyof Login, OptionType>;
const entities = Object.fromEntries(
  Object.entries(idFields).map(([collection, id]) => [collection, listOf(recordWith(id))]),
);

/** @throws ConnectorError `config_error` for unknown parts, and for entities without an id */
export function checkSeed(changes: AmazonAdsSeedChanges | undefined): void {
  readOptions(changes, parts, "seed", "seed.");
  changes?.accounts?.forEach((one, index) => {
    const path = `seed.accounts[${index}]`;
    readOptions(one, account, path, `${path}.`);
    readOptions(one.entities, entities, `${path}.entities`, `${path}.entities.`);
  });
  changes?.logins?.forEach((one, index) => {
    const path = `seed.logins[${index}]`;
    readOptions(one, login, path, `${path}.`);
  });
}
