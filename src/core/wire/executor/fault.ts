export interface Fault {
  path: string;
  message: string;
}

/** Collects the faults of a part of a definition, so that the caller sees all of them at once. */
export interface Faults {
  /** `path` is relative to the checked part. */
  add(path: string, message: string): void;
  unless(isRight: boolean, path: string, message: string): void;
}

export const collectFaults = (faults: Fault[], root: string): Faults => ({
  add: (path, message) => void faults.push({ path: [root, path].filter(Boolean).join("."), message }),
  unless(isRight, path, message) {
    if (!isRight) this.add(path, message);
  },
});

/** Refuses keys such as `__proto__`, which are not safe to create in an object. */
export const isSafePath = (path: unknown): boolean =>
  typeof path === "string" &&
  path.length <= 200 &&
  path.split(".").every((key) => key !== "" && !["__proto__", "constructor", "prototype"].includes(key));
