import { type Command, Option } from "commander";
import type { ScopeChoice } from "../../src/core/connect/chosen-scopes.ts";
import type { Effect } from "../../src/core/contract/effect.ts";

export interface Choice {
  actions?: "everyday" | "all";
  include?: string[];
  exclude?: string[];
  effects?: Effect[];
  allScopes?: boolean;
}

export const actionsOption = (what: string): Option =>
  new Option("--actions <set>", `${what} (default: everyday, unless you pass --include)`).choices([
    "everyday",
    "all",
  ]);

export const list = (text: string): string[] => text.split(",").map((name) => name.trim());

export const withChoice = (command: Command): Command =>
  command
    .addOption(actionsOption("ask for the scopes of these actions"))
    .option("--include <actions>", "ask for the scopes of these actions only: channels,messages.create", list)
    .option("--exclude <actions>", "do not ask for the scopes of these actions: files", list)
    .option("--effects <effects>", "ask for the scopes of actions with these effects only: read,write", list)
    .option("--all-scopes", "add optional scopes, with which the actions do more");

export const choiceOf = ({ actions, include, exclude, effects, allScopes }: Choice): ScopeChoice => ({
  ...(actions ? { actions } : {}),
  ...(include ? { include } : {}),
  ...(exclude ? { exclude } : {}),
  ...(effects ? { effects } : {}),
  ...(allScopes ? { allScopes } : {}),
});
