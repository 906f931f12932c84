import { type CharSet, type Part, parsePattern } from "./parse-pattern.ts";

/**
 * One step of a program. `next`: the index of the next step, or the indexes of all possible next steps. `endless`
 * marks the `split` of a repetition without a maximum, such as `a*`.
 */
export type Step =
  | { readonly kind: "char"; readonly set: CharSet; readonly next: number }
  | { readonly kind: "split"; readonly next: readonly number[]; readonly endless?: boolean }
  | { readonly kind: "assert"; readonly what: Assertion; readonly next: number }
  | { readonly kind: "accept" };

export type Assertion = "^" | "$" | "\\b" | "\\B";

/** A compiled regular expression. A text matches if a path of steps from `start` reaches an `accept` step. */
export interface Program {
  readonly steps: readonly Step[];
  readonly start: number;
  /** True: a character is a code point. False: a character is a UTF-16 code unit. */
  readonly unicode: boolean;
}

export interface Condition {
  readonly program: Program;
  readonly negative: boolean;
}

interface Limits {
  steps: number;
  /** A repetition with a larger count, such as 80 in `{1,80}`, becomes endless. Default: no limit. */
  counts?: number;
}

/**
 * Compiles a pattern with valid syntax into conditions for a text: the lookaheads at the start, and the rest. Returns
 * undefined for too many steps, and for constructs such as `\1`.
 */
export function compilePattern(source: string, flags: string, limits: Limits): Condition[] | undefined {
  const whole = parsePattern(source, flags);
  const conditions = whole && separateLookaheads(whole);
  if (!conditions) return undefined;
  const compiled = conditions.map(({ part, negative }) => {
    const program = compileProgram(part, flags.includes("u"), limits);
    return program && { program, negative };
  });
  return compiled.includes(undefined) ? undefined : (compiled as Condition[]);
}

/** Splits `^(?=a)(?!b)c` into `^a`, `^b` (negative) and `^c`. */
function separateLookaheads(whole: Part): { part: Part; negative: boolean }[] | undefined {
  const [first, ...rest] = whole.kind === "sequence" ? whole.parts : [whole];
  const start: Part = { kind: "assert", what: "^" };
  const leading = rest.findIndex(({ kind }) => kind !== "look");
  const looks = first?.kind === "assert" && first.what === "^" ? rest.slice(0, leading < 0 ? undefined : leading) : []; // prettier-ignore
  return [
    ...looks.flatMap((look) =>
      look.kind === "look"
        ? [{ part: { kind: "sequence", parts: [start, look.part] } as const, negative: look.negative }]
        : [],
    ),
    {
      part: looks.length === 0 ? whole : { kind: "sequence", parts: [start, ...rest.slice(looks.length)] },
      negative: false,
    },
  ];
}

function compileProgram(
  whole: Part,
  unicode: boolean,
  { steps: most, counts = Infinity }: Limits,
): Program | undefined {
  const steps: Step[] = [];
  let possible = true;
  const add = (step: Step): number => {
    if (steps.length >= most) possible = false;
    else steps.push(step);
    return steps.length - 1;
  };
  /** Adds the steps of a part, and continues at the step `next`. Returns the index of the part's first step. */
  const emit = (part: Part, next: number): number => {
    if (!possible) return next;
    switch (part.kind) {
      case "chars":
        return add({ kind: "char", set: part.set, next });
      case "assert":
        return add({ kind: "assert", what: part.what, next });
      case "sequence":
        return part.parts.reduceRight((after, one) => emit(one, after), next);
      case "choice":
        return add({ kind: "split", next: part.parts.map((one) => emit(one, next)) });
      case "repeat":
        return repeat(part.part, part.least, part.most, next);
      case "look":
        possible = false;
        return next;
    }
  };
  const repeat = (part: Part, least: number, mostTimes: number, next: number): number => {
    const endless = mostTimes === Infinity || mostTimes > counts;
    const copies = least > counts ? 1 : least;
    if (copies > most || (!endless && mostTimes > most)) {
      possible = false;
      return next;
    }
    let after = next;
    if (endless) {
      const ways: number[] = [];
      const split = add({ kind: "split", next: ways, endless: true });
      const body = emit(part, split);
      ways.push(body, next);
      after = copies > 0 ? body : split;
    } else
      for (let count = least; count < mostTimes; count++)
        after = add({ kind: "split", next: [emit(part, after), next] });
    for (let count = endless ? 1 : 0; count < copies; count++) after = emit(part, after);
    return after;
  };
  const start = emit(whole, add({ kind: "accept" }));
  return possible ? { steps, start, unicode } : undefined;
}
