import type { Argument, Command, Option } from "commander";
import { readName } from "../call/find-action.ts";
import { connectors, known } from "../connectors.ts";

/**
 * Returns what can stand in place of the last word: commands, options, connectors, actions and params. Returns nothing if only a person
 * or the shell, for example for a path, can know it.
 */
export async function candidatesFor(program: Command, words: readonly string[]): Promise<string[]> {
  const typed = words.at(-1) ?? "";
  const { command, operands, option } = commandIn(program, words.slice(0, -1));
  const found = option ? valuesOf(option) : await candidates({ command, operands, typed });
  return found.filter((one) => one.startsWith(typed));
}

interface Place {
  command: Command;
  /** The arguments before the last word. */
  operands: readonly string[];
  typed: string;
}

async function candidates({ command, operands, typed }: Place): Promise<string[]> {
  if (typed.startsWith("-")) return longOptions(command);
  const commands = operands.length === 0 ? visibleNames(command) : [];
  const { registeredArguments: places } = command;
  const last = places.at(-1);
  const place = places[operands.length] ?? (last?.variadic ? last : undefined);
  return [...commands, ...(place ? await argumentsFor(place, command, operands) : [])];
}

async function argumentsFor(
  place: Argument,
  command: Command,
  operands: readonly string[],
): Promise<string[]> {
  if (place.argChoices) return [...place.argChoices];
  const [name = ""] = operands;
  switch (place.name()) {
    case "connector":
    case "connectors":
    case "definition":
      return Object.keys(connectors);
    case "entity":
    case "action":
    case "params":
      return command.name() === "describe" && operands.length > 2 ? [] : actionWords(name, operands.slice(1));
    default:
      return [];
  }
}

/** Returns names of actions, or the params of the action that is named. */
async function actionWords(name: string, words: readonly string[]): Promise<string[]> {
  const { describe } = await known(name);
  if (words.length === 0) {
    const { entities } = await describe();
    return Object.entries(entities).flatMap(([entity, actions]) =>
      Object.keys(actions).map((action) => `${entity}.${action}`),
    );
  }
  const { entity, action, rest } = readName(words);
  const { entities } = await describe(entity, action);
  const actions = Object.values(entities)[0] ?? {};
  if (action === undefined) return Object.keys(actions);
  const { properties = {} } = Object.values(actions)[0]?.params ?? {};
  const given = new Set(rest.map((word) => word.split(/:?=/, 1)[0]));
  return Object.keys(properties).flatMap((param) => (given.has(param) ? [] : [`${param}=`]));
}

/** Finds the command that the words name, its arguments, and the option whose value comes next. */
function commandIn(
  program: Command,
  words: readonly string[],
): { command: Command; operands: string[]; option: Option | undefined } {
  let command = program;
  let operands: string[] = [];
  let option: Option | undefined;
  for (const word of words) {
    if (option) {
      const isValue: boolean = option.required || !word.startsWith("-");
      option = undefined;
      if (isValue) continue;
    }
    if (word.startsWith("-")) {
      option = optionsOf(command).find((one) => one.long === word || one.short === word);
      // After `--sandbox`, the next word is nearly always another option or an argument.
      if (!option?.required) option = undefined;
      continue;
    }
    const next = operands.length === 0 ? command.commands.find((one) => one.name() === word) : undefined;
    if (next) {
      command = next;
      operands = [];
    } else operands.push(word);
  }
  return { command, operands, option };
}

const optionsOf = (command: Command): Option[] => [
  ...command.options,
  ...(command.parent ? optionsOf(command.parent) : []),
];

const visibleNames = (command: Command): string[] =>
  command
    .createHelp()
    .visibleCommands(command)
    .map((one) => one.name());

const longOptions = (command: Command): string[] => [
  ...optionsOf(command).flatMap(({ long, hidden }) => (long && !hidden ? [long] : [])),
  "--help",
];

const valuesOf = ({ long, argChoices }: Option): string[] =>
  argChoices ? [...argChoices] : long === "--effects" ? ["read", "write", "spend", "destructive"] : [];
