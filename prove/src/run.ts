import { fork, type ChildProcess } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { faultEntries, type Defence, type Fault, type FaultName, type Variant } from "./faults.ts";
import { judge, type Verdict } from "./oracle.ts";
import { openPlatform, type Platform } from "./platform.ts";
import { messageOf, type Answer, type ToolKind, type Try } from "./try.ts";

export interface RunOptions {
  frameworks: readonly string[];
  /** How often each variant of a fault is tried with each tool. */
  tries: number;
  without: Defence | undefined;
  /** Default: all faults. */
  faults?: readonly FaultName[];
}

/** The number of tries in which the fault happened, and of those in which something went wrong, by what went wrong. */
export type Counts = { tries: number } & Record<keyof Verdict, number | undefined>;

/** One row: a fault with both tools. `tries`: how often it should have been tried. */
export interface Row {
  framework: string;
  fault: FaultName;
  tries: number;
  plain: Counts;
  ours: Counts;
}

/** Runs all faults with all frameworks. The frameworks run at the same time, each in a process of its own. */
export async function runAll({ frameworks, ...options }: RunOptions): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), "agent-connectors-prove-"));
  try {
    return (await Promise.all(frameworks.map((name) => runFramework(name, folder, options)))).flat();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function runFramework(
  framework: string,
  folder: string,
  { tries, without, faults: wanted }: Omit<RunOptions, "frameworks">,
): Promise<Row[]> {
  const platform = await openPlatform();
  const agent = agentProcess(framework, platform);

  /** Returns undefined if the fault did not happen. */
  const tryOnce = async (
    tool: ToolKind,
    mark: string,
    { harm, asks: asked }: Fault,
    { steps, approvesItself = false }: Variant,
  ): Promise<Verdict | undefined> => {
    const asks = asked ?? steps.includes("resume");
    const isApproved = !asks || steps.includes("approve");
    // Without approvals, a framework stores no state before the write, so no process can continue from it.
    if (harm === "kill" && tool === "ours" && without === "approval") return undefined;
    if (harm) platform.harmNext(harm, agent.kill);
    const place = { folder: join(folder, framework, mark), channel: platform.channel, killed: false };
    const repeats = harm === "answer 500";
    const given: Try = { tool, steps, asks, approvesItself, repeats, mark, without, ...place };
    const answers = (await agent.run(given)) ?? (await agent.run({ ...given, killed: true })) ?? [];
    const messages = platform.messages();
    const mustPost = isApproved && harm !== "echo" && steps.at(-1) !== "resume changed";
    const isPosted = messages.some(({ text }) => text.includes(mark));
    if (platform.stillPlansHarm() || (mustPost && !isPosted)) return undefined;
    const approved = asks ? (isApproved ? [messageOf(mark)] : []) : undefined;
    return judge({ messages, mark, approved, answers, secret: platform.token });
  };

  try {
    const rows: Row[] = [];
    for (const [name, fault] of faultEntries) {
      if (!(wanted?.includes(name) ?? true)) continue;
      const variants = Object.entries(fault.variants).filter(([, one]) => !one.notIn?.includes(framework));
      const count = async (tool: ToolKind) => {
        const verdicts: (Verdict | undefined)[] = [];
        for (let index = 0; index < tries; index++)
          for (const [about, variant] of variants)
            verdicts.push(await tryOnce(tool, `(${tool} ${name} ${about} ${index})`, fault, variant));
        return countsOf(verdicts);
      };
      const row = { framework, fault: name, tries: tries * variants.length };
      rows.push({ ...row, plain: await count("plain"), ours: await count("ours") });
    }
    return rows;
  } finally {
    agent.stop();
    platform.close();
  }
}

function countsOf(verdicts: readonly (Verdict | undefined)[]): Counts {
  const known = verdicts.filter((verdict) => verdict !== undefined);
  const count = (name: keyof Verdict) =>
    known.some((verdict) => verdict[name] !== undefined)
      ? known.filter((verdict) => verdict[name]).length
      : undefined;
  const [twice, unapproved, lost, leaked] = (["twice", "unapproved", "lost", "leaked"] as const).map(count);
  return { tries: known.length, twice, unapproved, lost, leaked };
}

/** The only variables of the environment that the frameworks get, so that none of them finds a key, a proxy or a place for traces. */
const passed = ["PATH", "SystemRoot", "TMPDIR", "TEMP", "NODE_COMPILE_CACHE"];

/** The process of a framework. A killed process is replaced by a new one. */
function agentProcess(framework: string, { url, token }: Platform) {
  const program = new URL(`agent-process${extname(import.meta.url)}`, import.meta.url);
  const known = Object.fromEntries(
    passed.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])),
  );
  const env = { ...known, SLACK_URL: url, SLACK_TOKEN: token };
  let child: ChildProcess | undefined;
  return {
    /** Returns what the model got, or undefined if the process was killed. */
    async run(given: Try): Promise<Answer[] | undefined> {
      const running = (child ??= fork(program, [framework], { env }));
      const answers = await new Promise<Answer[] | undefined>((resolve, reject) => {
        running.once("message", (message) => {
          const { answers, failed } = message as { answers?: Answer[]; failed?: string };
          if (answers) resolve(answers);
          else reject(new Error(`${framework}: ${given.mark}: ${failed}`));
        });
        running.once("exit", (code) => {
          if (code === null) resolve(undefined);
          else reject(new Error(`The process of ${framework} has ended with ${code}.`));
        });
        running.send(given);
      });
      running.removeAllListeners();
      if (!answers) child = undefined;
      return answers;
    },
    kill: () => void child?.kill("SIGKILL"),
    stop: () => child?.disconnect(),
  };
}
