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

/** The programs, each with the file in which it keeps its state, and with the options of Node for its test. */
const programs: [name: string, state: string, options: string[]][] = [
  ["langgraph-approval", "checkpoints", []],
  ["openai-agents", "run.json", ["--import", "./test/examples/openai-agents-is-core.ts"]],
];

test.each(programs)(
  "examples/%s.ts continues in another process, after an approval or a rejection",
  async (name, state, options) => {
    const base = await mkdtemp(join(tmpdir(), "approvals-"));
    onTestFinished(() => rm(base, { recursive: true }));
    const { url } = await scriptedProvider(post);
    const run = async (...starts: readonly (readonly [folder: string, ...args: string[]])[]) => {
      const runs = starts.map(([folder, ...args]) => ({
        file: `examples/${name}.ts`,
        folder: join(base, folder),
        args,
        env: environment(url),
      }));
      const { code, stderr, outputs } = await runPrograms(runs, [...onSandbox, ...options]);
      expect(stderr).toBe("");
      expect(code).toBe(0);
      return outputs.map((output) => output.trim());
    };

    await mkdir(join(base, "start"));
    const [question] = await run(["start"]);
    expect(question).toContain("Where: #general (C07A1QW2ER3), 11 members");
    expect(question).toMatch(/\nApprove or reject\?$/);

    for (const copy of ["approved", "again", "rejected", "edited"])
      await cp(join(base, "start"), join(base, copy), { recursive: true });
    // The folder `again` has the state before the first approval, but shares the records of approvals.
    await rm(join(base, "again", "approvals"), { recursive: true });
    await symlink(join(base, "approved", "approvals"), join(base, "again", "approvals"));
    const path = join(base, "edited", state);
    const before = await readFile(path, "latin1");
    await writeFile(path, before.replaceAll("Lunch is here.", "Lunch is late."), "latin1");

    const [approved, again, rejected, edited] = await run(
      ["approved", "approve"],
      ["again", "approve"],
      ["rejected", "reject"],
      ["edited", "approve"],
    );
    expect(JSON.parse(approved!)).toHaveProperty("data.ts");
    expect(again).toBe(approved);
    expect(rejected).toMatch(/rejected|not approved/);
    expect(edited).toContain("The arguments differ from those that a person was asked about");
  },
);
