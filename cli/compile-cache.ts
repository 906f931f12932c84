import module from "node:module";
import { homedir } from "node:os";
import { isAbsolute, join } from "node:path";

/**
 * Lets Node keep the compiled code for later commands, which then start faster. Without the folder, for example in a read-only
 * file system, a command compiles its code again. The folder belongs to the user: in the folder that Node would choose in
 * `/tmp`, another user could place code. NODE_COMPILE_CACHE names another folder.
 */
export function keepCompiledCode(env: NodeJS.ProcessEnv = process.env): void {
  const chosen = env["XDG_CACHE_HOME"] ?? "";
  try {
    const base = isAbsolute(chosen) ? chosen : join(homedir(), ".cache");
    // Node 20 cannot keep compiled code.
    module.enableCompileCache?.(join(base, "agent-connectors"));
  } catch {
    // The user has no home.
  }
}
