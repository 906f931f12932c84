import { spawn } from "node:child_process";
import { ConnectorError } from "agent-connectors";
import { keyServiceTimeoutMs, unavailable, type KeyService } from "./key-service.ts";

/** The program cannot print more. */
const longestOutput = 1_000_000;

/**
 * Returns a key service that is a program, such as a script that calls the KMS of a cloud. The program gets the word
 * `encrypt` or `decrypt`, reads the text from its standard input, and prints the answer. It is not run by a shell.
 */
export function programKeyService(path: string): KeyService {
  const run = async (what: "encrypt" | "decrypt", input: string): Promise<string> => {
    const refused = (why: string) =>
      new ConnectorError("config_error", `The key service ${path} ${why}.`, {
        hint: `Run the program with the word ${what} to see what is wrong. It must read standard input, print the answer, and end with code 0.`,
      });
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    // What the program says of its faults goes to the operator's terminal, and into no error of the service.
    const child = spawn(path, [what], { stdio: ["pipe", "pipe", "inherit"] });
    const timer = setTimeout(() => {
      reject(unavailable(path));
      child.kill("SIGKILL");
    }, keyServiceTimeoutMs);
    let output = "";
    child.stdout.setEncoding("utf8").on("data", (part: string) => {
      output += part;
      if (output.length > longestOutput) {
        reject(refused("prints too much"));
        child.kill("SIGKILL");
      }
    });
    child.on("error", ({ message }) => reject(refused(`cannot be started (${message})`)));
    child.on("close", (code) =>
      code === 0 && output.trim() !== ""
        ? resolve(output.trim())
        : reject(refused(code === 0 ? "printed nothing" : `ended with code ${code}`)),
    );
    // A program that does not read its input has an answer of its own.
    child.stdin.on("error", () => {}).end(input);
    return promise.finally(() => clearTimeout(timer));
  };
  return { name: path, encrypt: (text) => run("encrypt", text), decrypt: (sealed) => run("decrypt", sealed) };
}
