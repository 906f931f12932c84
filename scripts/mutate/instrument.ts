import type { Mutant, Range } from "./mutants.ts";

/** A range of the source that is rewritten. */
interface Place extends Range {
  /** If two places have the same range, the place with the lower rank is written around the other. */
  rank: number;
  write: (inner: string) => string;
}

/**
 * Returns a source that contains all its mutants. At run time, the number of a mutant turns it on. The first mutant
 * has the number `from`.
 */
export function instrument(
  source: string,
  { mutants, loopBodies }: { mutants: readonly Mutant[]; loopBodies: readonly Range[] },
  from: number,
): string {
  const loops: Place[] = loopBodies.map((range) => ({
    ...range,
    rank: 0,
    write: (inner) => `{globalThis.__mutateLoop();${inner}}`,
  }));
  const numbered = mutants.map((mutant, index) => ({
    ...mutant,
    isOn: `globalThis.__mutate(${from + index})`,
  }));
  const groups = Map.groupBy(numbered, ({ kind, start, end }) => `${kind} ${start} ${end}`);
  const mutated = [...groups.values()].map((group): Place => {
    const { start, end, kind } = group[0]!;
    return kind === "statement"
      ? { start, end, rank: 1, write: (inner) => `{if(!${group[0]!.isOn}){${inner}}}` }
      : {
          start,
          end,
          rank: 2,
          write: (inner) => `(${group.map(({ isOn, after }) => `${isOn}?(${after}):`).join("")}(${inner}))`,
        };
  });
  const places = [...loops, ...mutated].sort(
    (one, other) => one.start - other.start || other.end - one.end || one.rank - other.rank,
  );
  let next = 0;
  function render(start: number, end: number): string {
    let out = "";
    let at = start;
    for (let place = places[next]; place && place.start < end; place = places[next]) {
      next += 1;
      out += source.slice(at, place.start) + place.write(render(place.start, place.end));
      at = place.end;
    }
    return out + source.slice(at, end);
  }
  return render(0, source.length);
}
