import { globSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { type ConnectorName, connectorNames } from "../platforms/index.ts";
import { taskSchema, type Task } from "./schema.ts";

/** The folder with the tasks of this package. */
export const ownTasks = join(import.meta.dirname, "..", "tasks");

/**
 * Reads one file, or all JSON files of a folder.
 * @throws Error that names the file and the field if a task has a mistake
 */
export function readTasks(path: string): Task[] {
  const files = statSync(path).isDirectory()
    ? globSync("**/*.json", { cwd: path })
        .toSorted()
        .map((name) => join(path, name))
    : [path];
  if (files.length === 0) throw new Error(`${path} contains no JSON file.`);
  return files.map(readTask);
}

function readTask(file: string): Task {
  const { data: task, error } = taskSchema.safeParse(JSON.parse(readFileSync(file, "utf8")));
  if (error) throw new Error(`${file}: ${z.prettifyError(error)}`);
  const mistake = mistakeIn(task);
  if (mistake) throw new Error(`${file}: ${mistake}`);
  return task;
}

function mistakeIn(task: Task): string | undefined {
  const given = connectorsOf(task);
  if (given.length === 0) return `world: must contain one of ${connectorNames.join(", ")}.`;
  for (const [index, { on }] of task.script.entries()) {
    if (on === undefined && given.length > 1) return `script[${index}]: on is missing.`;
    if (on !== undefined && !given.includes(on)) return `script[${index}]: world has no ${on}.`;
  }
  for (const [index, { add, change, remove, to }] of task.grade.changes.entries()) {
    const kinds = [add, change, remove].filter((kind) => kind !== undefined);
    if (kinds.length !== 1) return `grade.changes[${index}]: give one of add, change and remove.`;
    if ((change === undefined) !== (to === undefined))
      return `grade.changes[${index}]: to belongs to change, and change needs to.`;
  }
  const { attack } = task;
  if (attack && !JSON.stringify(task.world).includes(`${attack.call} {`))
    return `attack: the world contains no [[call ${attack.call} {...}]].`;
  return undefined;
}

export const connectorsOf = ({ world }: Pick<Task, "world">): ConnectorName[] =>
  connectorNames.filter((name) => world[name] !== undefined);
