/** A fault in a definition: the path of the wrong value, and a sentence that says what is wrong. */
export interface Fault {
  path: string;
  message: string;
}

/** Collects the faults of a part of a definition. `path` is the path of the part. */
export interface Faults {
  /** Adds a fault. `path` is relative to the part. */
  add(path: string, message: string): void;
  /** Adds a fault if the value is wrong. A fault is never thrown, so that the caller sees all faults at once. */
  unless(isRight: boolean, path: string, message: string): void;
}

export const collectFaults = (faults: Fault[], root: string): Faults => ({
  add: (path, message) => void faults.push({ path: [root, path].filter(Boolean).join("."), message }),
  unless(isRight, path, message) {
    if (!isRight) this.add(path, message);
  },
});

/** Returns whether every key on a dotted path is safe to create in an object. */
export const isSafePath = (path: unknown): boolean =>
  typeof path === "string" &&
  path.length <= 200 &&
  path.split(".").every((key) => key !== "" && !["__proto__", "constructor", "prototype"].includes(key));
