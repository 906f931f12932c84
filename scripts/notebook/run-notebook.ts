import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const nbconvert = "jupyter-nbconvert";

/** Returns the reason why notebooks cannot run here, or undefined if they can. */
export const noNbconvert = (): string | undefined =>
  spawnSync(nbconvert, ["--version"]).error && `${nbconvert} is not installed`;

/** https://nbformat.readthedocs.io/en/latest/format_description.html#code-cell-outputs */
export interface Output {
  output_type: string;
  /** The representations of a value, by media type. */
  data?: Record<string, string | string[]>;
  /** The text that a cell has printed. */
  text?: string | string[];
}

interface Cell {
  cell_type: string;
  id: string;
  source: string[];
  execution_count?: number | null;
  outputs?: Output[];
}

export interface Notebook {
  cells: Cell[];
}

/** How Jupyter starts a kernel. */
export interface Kernel {
  argv: readonly string[];
  env?: Readonly<Record<string, string>>;
}

export const readNotebook = (file: string): Notebook => JSON.parse(readFileSync(file, "utf8")) as Notebook;

/**
 * Runs all cells of a notebook, in the folder of the notebook. Returns the outputs of each code cell, by the id of the
 * cell. If a cell fails, throws an error with the output of Jupyter.
 */
export function runNotebook(file: string, { argv, env = {} }: Kernel): Map<string, Output[]> {
  const folder = mkdtempSync(join(tmpdir(), "notebook-"));
  try {
    mkdirSync(join(folder, "kernels/under-test"), { recursive: true });
    const kernel = { argv, env, display_name: "Under test", language: "typescript" };
    writeFileSync(join(folder, "kernels/under-test/kernel.json"), JSON.stringify(kernel));
    const { SLACK_TOKEN: _token, ...own } = process.env;
    const options = ["--to", "notebook", "--execute", "--ExecutePreprocessor.kernel_name=under-test"];
    const { status, stdout, stderr } = spawnSync(
      nbconvert,
      [...options, "--output-dir", folder, "--output", "run.ipynb", file],
      {
        env: {
          ...own,
          JUPYTER_DATA_DIR: folder,
          JUPYTER_CONFIG_DIR: folder,
          JUPYTER_RUNTIME_DIR: folder,
          NO_COLOR: "1",
        },
        encoding: "utf8",
      },
    );
    assert.equal(status, 0, `${stdout}\n${stderr}`);
    const { cells } = readNotebook(join(folder, "run.ipynb"));
    return new Map(cells.flatMap(({ id, outputs }) => (outputs ? [[id, outputs]] : [])));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Returns a text of a notebook. A notebook stores a long text as a list of lines. */
export const textIn = (text: string | string[] | undefined): string =>
  Array.isArray(text) ? text.join("") : (text ?? "");
