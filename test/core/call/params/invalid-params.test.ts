import { describe, expect, test } from "vitest";
import { invalidParams } from "../../../../src/core/call/params/invalid-params.ts";
import type { CompiledAction } from "../../../../src/core/contract/compiled-action.ts";

const compiled = {
  entity: "notes",
  action: "create",
  definition: { example: { title: "Milk" } },
  json: {
    properties: {
      title: {},
      titels: {},
      folder: {},
      tags: {
        type: "array",
        items: { type: "object", properties: { name: { type: "string" }, is: { enum: ["on", "off"] } } },
      },
    },
  },
  rare: ["tags"],
  signature: "create(title, folder?)",
} as unknown as CompiledAction;
const issue = (path: string, message = "unknown parameter") => ({ path, message });
const many = (count: number) => Array.from({ length: count }, (_, nth) => issue(`p${nth}`, "required"));
const error = (issues: { path: string; message: string }[], params: Record<string, unknown> = {}) =>
  invalidParams(compiled, issues, params);

describe("the error of invalid params", () => {
  test("names the action, the path and the problem, and shows signature and example", () =>
    expect(error([issue("title", "required")]).toJSON()).toMatchObject({
      code: "invalid_params",
      message: "notes.create: title: required.",
      path: "params.title",
      issues: [issue("title", "required")],
      hint: 'Expected create(title, folder?). Example params: {"title":"Milk"}',
    }));
  test("shows the type of a wrong param that the signature leaves out", () => {
    for (const path of ["tags", "tags[0].is"])
      expect(error([issue(path, "wrong")]).hint).toBe(
        'Expected create(title, folder?) with tags?: {name?, is?: on|off}[]. Example params: {"title":"Milk"}',
      );
    expect(error([issue("tagsy", "wrong")]).hint).not.toContain("with");
  });
  test("has no path if the problem concerns the params as a whole", () =>
    expect(error([issue("", "expected an object")])).toMatchObject({
      message: "notes.create: expected an object.",
      path: "params",
    }));
  test("lists five problems, and counts the others", () => {
    expect(error(many(5)).message).toBe(
      "notes.create: p0: required; p1: required; p2: required; p3: required; p4: required.",
    );
    expect(error(many(7)).message).toMatch(/p4: required; and 2 more\.$/);
    expect(error(many(6)).message).toMatch(/p4: required; and 1 more\.$/);
  });
  test("keeps at most 50 issues, with short paths", () => {
    expect(error(many(51)).issues).toHaveLength(50);
    const [long, short] = error([issue("x".repeat(81), "a"), issue("y".repeat(80), "b")]).issues!;
    expect(long!.path).toBe(`${"x".repeat(80)}…`);
    expect(short!.path).toBe("y".repeat(80));
  });
});

describe("a suggestion", () => {
  test("is the nearest param that is not used yet", () => {
    expect(error([issue("titel")], { titel: 1 })).toMatchObject({
      message: "notes.create: titel: unknown parameter, did you mean titels?",
      issues: [{ message: "unknown parameter, did you mean titels?" }],
    });
    expect(error([issue("titel")], { titel: 1, titels: 2 }).message).toMatch(/mean title\?$/);
  });
  test.for<[string, string, string, object]>([
    ["without a param that is near", "xyzzy", "unknown parameter", { xyzzy: 1 }],
    ["for a field inside a param", "titel", "unknown parameter", { folder: { titel: 1 } }],
    ["for another problem", "titel", "required", { titel: 1 }],
  ])("is absent %s", ([, path, message, params]) =>
    expect(error([issue(path, message)], params as Record<string, unknown>).message).toBe(
      `notes.create: ${path}: ${message}.`,
    ),
  );
  test("is absent for an action without params", () =>
    expect(invalidParams({ ...compiled, json: {} }, [issue("titel")], { titel: 1 }).message).toBe(
      "notes.create: titel: unknown parameter.",
    ));
  test("lists the spellings that match, because a write does not choose between them", () => {
    const json = { properties: { folder: { type: "string", pattern: "^[#@][a-z]+$" } } };
    const respellings = (text: string) => [`#${text}`, `@${text}`, `:${text}:`];
    const of = (value: unknown, rules = { respellings }) =>
      invalidParams(
        { ...compiled, json } as CompiledAction,
        [issue("folder", "wrong")],
        { folder: value },
        rules,
      ).message;
    expect(of("home")).toBe('notes.create: folder: wrong, did you mean "#home" or "@home"?');
    for (const value of ["#home", "Home 5", 5]) expect(of(value)).toBe("notes.create: folder: wrong.");
    expect(of("home", {} as never)).toBe("notes.create: folder: wrong.");
  });
});
