import { existsSync } from "node:fs";
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { Script } from "../../examples/agent/task.ts";
import { environment, onSandbox } from "./environment.ts";
import { scriptedProvider } from "./provider.ts";
import { runPrograms } from "./run-programs.ts";

/** Posts a message, and says what the tool has returned. */
function* post(): Script {
  const result: string = yield {
    entity: "messages",
    action: "create",
    params: { channel: "#general", text: "Lunch is here." },
  };
  return result;
}

/**
 * The programs of the repository, each with the file in which it keeps its state, and with the options of Node for its
 * test. `check:versions` copies only those whose packages it has installed.
 */
const programs = [
  { name: "ai-sdk-desk", state: "messages.json", options: [] },
  { name: "langgraph-approval", state: "checkpoints", options: [] },
  {
    name: "openai-agents",
    state: "run.json",
    options: ["--import", "./test/examples/openai-agents-is-core.ts"],
  },
].filter(({ name }) => existsSync(`examples/${name}.ts`));
const files = programs.map(({ name }) => `examples/${name}.ts`).join(", ");

test(`the programs continue in another process, after an approval or a rejection: ${files}`, async () => {
  const base = await mkdtemp(join(tmpdir(), "approvals-"));
  onTestFinished(() => rm(base, { recursive: true }));
  const { url } = await scriptedProvider(post);
  /** Runs each program in each of its folders. Returns the outputs of each program. */
  const run = async (...starts: readonly (readonly [folder: string, ...args: string[]])[]) => {
    const runs = programs.flatMap(({ name }) =>
      starts.map(([folder, ...args]) => ({
        file: `examples/${name}.ts`,
        folder: join(base, name, folder),
        args,
        env: environment(url),
      })),
    );
    const options = [...onSandbox, ...programs.flatMap((program) => program.options)];
    const { code, stderr, outputs } = await runPrograms(runs, options);
    expect(stderr).toBe("");
    expect(code).toBe(0);
    return programs.map((_, index) =>
      outputs.slice(index * starts.length, (index + 1) * starts.length).map((output) => output.trim()),
    );
  };

  for (const { name } of programs) await mkdir(join(base, name, "start"), { recursive: true });
  for (const [question] of await run(["start"])) {
    expect(question).toContain("Where: #general (C07A1QW2ER3), 11 members");
    expect(question).toMatch(/\nApprove or reject\?$/);
  }

  for (const { name, state } of programs) {
    const folder = join(base, name);
    for (const copy of ["approved", "again", "rejected", "edited"])
      await cp(join(folder, "start"), join(folder, copy), { recursive: true });
    // The folder `again` has the state before the first approval, but shares the records of approvals.
    await rm(join(folder, "again", "approvals"), { recursive: true });
    await symlink(join(folder, "approved", "approvals"), join(folder, "again", "approvals"));
    const path = join(folder, "edited", state);
    const before = await readFile(path, "latin1");
    await writeFile(path, before.replaceAll("Lunch is here.", "Lunch is late."), "latin1");
  }

  const ended = await run(
    ["approved", "approve"],
    ["again", "approve"],
    ["rejected", "reject", "Not on a Friday"],
    ["edited", "approve"],
  );
  for (const [approved, again, rejected, edited] of ended) {
    expect(JSON.parse(approved!)).toHaveProperty("data.ts");
    expect(again).toBe(approved);
    expect(rejected).toContain("maya@example.com has refused this call");
    expect(rejected).toContain("Not on a Friday");
    expect(edited).toContain("The arguments differ from those that a person was asked about");
  }
});
