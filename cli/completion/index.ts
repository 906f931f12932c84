import { Argument, type Command } from "commander";

export function addCompletion(program: Command): void {
  program
    .command("completion")
    .description("Print a script that lets a shell complete commands, connectors, actions and params.")
    .addArgument(new Argument("<shell>").choices(["bash", "zsh", "fish"]))
    .action(async (shell: "bash" | "zsh" | "fish") => {
      const { completionScripts } = await import("./scripts.ts");
      process.stdout.write(completionScripts[shell]);
    });
  program
    .command("complete", { hidden: true })
    .description("Print the words that can stand in place of the last one, for the script of completion.")
    .argument("[words...]")
    .action(async (words: string[]) => {
      const { candidatesFor } = await import("./candidates.ts");
      // A shell has no place for the error about a word.
      const found = await candidatesFor(program, words).catch(() => []);
      process.stdout.write(found.map((one) => `${one}\n`).join(""));
    });
}
