import { execFileSync } from "node:child_process";
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";

// Writes the public names and their signatures to test/fixtures/door, one file per path of the package, so that a
// review shows every change of them. The file `unexported.txt` has the types that public signatures mention, but that
// no path exports. With `--check`, the script changes nothing and fails if a file is out of date.

const root = fileURLToPath(new URL("..", import.meta.url));
const folder = `${root}test/fixtures/door/`;
const check = process.argv.includes("--check");

interface Place {
  file: string;
  name: string;
}
interface Module {
  /** The text of each top-level declaration. Overloads, and a value and a type of the same name, are one text. */
  texts: Map<string, string>;
  exported: Map<string, Place>;
  imported: Map<string, Place>;
}

const { exports } = JSON.parse(readFileSync(`${root}package.json`, "utf8")) as {
  exports: Record<string, string | { types: string }>;
};
const built = mkdtempSync(`${tmpdir()}/door-`);
const declare = ["-p", `${root}tsconfig.build.json`, "--outDir", built, "--removeComments"];
execFileSync(`${root}node_modules/.bin/tsc`, declare, { stdio: "inherit" });

const declaration =
  /^(?:export )?(?:declare )?(?:abstract )?(?:const|function|class|interface|type|let) (\w+)/;
const fileOf = (from: string, to: string) => resolve(dirname(from), to).replace(/\.[jt]s$/, ".d.ts");

const modules = new Map<string, Module>();
function moduleAt(file: string): Module {
  const known = modules.get(file);
  if (known) return known;
  const made: Module = { texts: new Map(), exported: new Map(), imported: new Map() };
  modules.set(file, made);
  for (const statement of readFileSync(file, "utf8").split(/\n(?=[a-z])/)) {
    const name = declaration.exec(statement)?.[1];
    if (name !== undefined) {
      const text = statement.trim().replace(/^export (declare )?|^declare /, "");
      made.texts.set(name, [made.texts.get(name), text].filter(Boolean).join("\n"));
      if (statement.startsWith("export ")) made.exported.set(name, { file, name });
      continue;
    }
    const [, kind, list, to] = /^(import|export)[^{]*\{([^}]*)\}(?: from "(.+)")?/.exec(statement) ?? [];
    if (kind === undefined || (to !== undefined && !to.startsWith("."))) continue;
    for (const item of list!.split(",").filter((one) => one.trim() !== "")) {
      const [from, as = from] = item
        .replace(/\btype /, "")
        .trim()
        .split(" as ") as [string, string?];
      const place = { file: to === undefined ? file : fileOf(file, to), name: from };
      made[kind === "import" ? "imported" : "exported"].set(as!, place);
    }
  }
  return made;
}

/** Follows imports and exports to the declaration. */
function declared({ file, name }: Place, as: "exported" | "imported"): Place | undefined {
  if (!existsSync(file)) return undefined;
  const { texts, [as]: names } = moduleAt(file);
  const place = names.get(name);
  if (place && (place.file !== file || place.name !== name)) return declared(place, "exported");
  return texts.has(name) ? { file, name } : undefined;
}

const inline = /import\("([^"]+)"\)\.(\w+)/g;
const textOf = ({ file, name }: Place) => moduleAt(file).texts.get(name)!;
const idOf = ({ file, name }: Place) => `${file}#${name}`;

/** The declarations in this package that the text of a declaration mentions. */
function mentioned(place: Place): Place[] {
  const text = textOf(place);
  const names = text.replace(/"[^"\n]*"/g, "").match(/\b[A-Z]\w*/g) ?? [];
  return [
    ...[...text.matchAll(inline)].map(([, to, name]) =>
      declared({ file: fileOf(place.file, to!), name: name! }, "exported"),
    ),
    ...names.map((name) => declared({ file: place.file, name }, "imported")),
  ].filter((one) => one !== undefined);
}

const show = (place: Place) => textOf(place).replace(inline, "$2");
const files = new Map<string, string>();
const reached = new Map<string, Place>();
const publicIds = new Set<string>();
for (const [path, entry] of Object.entries(exports)) {
  if (typeof entry === "string") continue;
  const file = entry.types.replace("./dist", built);
  const names = [...moduleAt(file).exported.keys()].sort();
  const places = names.map((name) => declared({ file, name }, "exported")!);
  for (const place of places) {
    publicIds.add(idOf(place));
    reached.set(idOf(place), place);
  }
  const title = `# agent-connectors${path.slice(1)}: ${names.length} names`;
  const renamed = (name: string, index: number) =>
    name === places[index]!.name ? "" : `// The public name is ${name}.\n`;
  const texts = places.map((place, index) => renamed(names[index]!, index) + show(place));
  files.set(`${path.slice(2) || "root"}.txt`, [title, ...texts].join("\n\n"));
}
for (const place of reached.values())
  for (const other of mentioned(place)) if (!reached.has(idOf(other))) reached.set(idOf(other), other);
const others = [...reached.values()].filter((place) => !publicIds.has(idOf(place)));
others.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : a.file < b.file ? -1 : 1));
files.set("unexported.txt", ["# Types that no path exports", ...others.map(show)].join("\n\n"));
rmSync(built, { recursive: true });

mkdirSync(folder, { recursive: true });
const isStale = ([name, text]: [string, string]) =>
  !existsSync(folder + name) || readFileSync(folder + name, "utf8") !== `${text}\n`;
const stale = [...files].filter(isStale).map(([name]) => name);
const extra = globSync("*.txt", { cwd: folder }).filter((name) => !files.has(name));
if (!check) {
  for (const name of extra) rmSync(folder + name);
  for (const [name, text] of files) writeFileSync(folder + name, `${text}\n`);
} else if (stale.length + extra.length > 0) {
  console.error(`Public names changed: ${[...stale, ...extra].join(", ")}. Run npm run door.`);
  process.exitCode = 1;
}
