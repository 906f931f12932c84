import { readFileSync } from "node:fs";
import { defences } from "./defences.ts";

/** Returns a function that returns the source of a module without a defence, or undefined if the module has no part of it. */
export function sourceWithout(defence: string): (path: string) => string | undefined {
  const off = defences[defence] ?? [];
  return (path) => {
    const here = off.filter(({ file }) => path.endsWith(`/${file}`));
    if (here.length === 0) return undefined;
    let source = readFileSync(path, "utf8");
    for (const { file, from, to } of here) {
      if (!source.includes(from)) throw new Error(`${file} does not contain the defence any more: ${from}`);
      source = source.replace(from, to);
    }
    return source;
  };
}
