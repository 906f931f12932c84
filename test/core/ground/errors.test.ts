import { globSync, readFileSync } from "node:fs";
import { inspect } from "node:util";
import { describe, expect, test } from "vitest";
import {
  ConnectorError,
  errorTable,
  toConnectorError,
  type ErrorCode,
} from "../../../src/core/ground/errors.ts";

test.for(Object.keys(errorTable) as ErrorCode[])("%s: status and retryable come from the table", (code) => {
  const error = new ConnectorError(code, "x");
  expect(error).toMatchObject({ ...errorTable[code], outcome: "not_started", name: "ConnectorError" });
  // A call that waits for a person or for the platform is accepted, and not refused.
  if (code === "approval_pending" || code === "job_pending") expect(error.status).toBe(202);
  else expect(error.status).toBeGreaterThanOrEqual(400);
});

test("every code is thrown somewhere", () => {
  const root = new URL("../../../", import.meta.url);
  const sources = globSync(["src/**/*.ts", "service/src/**/*.ts"], { cwd: root })
    .filter((file) => !file.endsWith("ground/errors.ts"))
    .map((file) => readFileSync(new URL(file, root), "utf8"))
    .join("\n");
  const unused = Object.keys(errorTable).filter((code) => !new RegExp(`"${code}"|\\b${code}:`).test(sources));
  expect(unused).toEqual([]);
});

describe("docs/errors.md", () => {
  const page = readFileSync(new URL("../../../docs/errors.md", import.meta.url), "utf8");
  const rows = page.split("\n").flatMap((line) => {
    const [, code, status, ...told] = /^\| `\w+` \| \d/.test(line) ? line.split("|") : [];
    return code === undefined
      ? []
      : [{ code: code.trim().slice(1, -1), status: Number(status), told: told.slice(0, 3) }];
  });
  test("has every code, once", () => {
    expect(rows.map(({ code }) => code).toSorted()).toEqual(Object.keys(errorTable).toSorted());
  });
  test.for(rows)(
    "explains for $code what it means, what to do, and whether to call again",
    ({ code, status, told }) => {
      expect(status).toBe(errorTable[code as ErrorCode].status);
      expect(told).toHaveLength(3);
      for (const words of told) expect(words.trim()).not.toBe("");
      // For a retryable code, the column Retry of the page must not say "no".
      if (errorTable[code as ErrorCode].retryable) expect(told[2]).not.toMatch(/^ (no|after a correction) $/);
    },
  );
});

test("an error with an unknown outcome is not retryable", () => {
  expect(new ConnectorError("upstream_error", "x", { outcome: "unknown" }).retryable).toBe(false);
  expect(new ConnectorError("upstream_error", "x", { outcome: "partial" }).retryable).toBe(false);
  expect(new ConnectorError("upstream_rejected", "x", { retryable: true }).retryable).toBe(true);
});

test("a printed error shows only the fields that it has", () => {
  const error = new ConnectorError("invalid_params", "x: unknown parameter.", { path: "params.x" });
  expect(inspect(error)).toContain("path: 'params.x'");
  expect(inspect(error)).not.toContain("undefined");
  expect(error.hint).toBeUndefined();
});

describe("as JSON", () => {
  const fields = {
    hint: "h",
    path: "params.a",
    issues: [{ path: "a", message: "m" }],
    retryable: true,
    retry_after: 3,
    outcome: "partial",
    platform: { status: 400, code: "c", request_id: "r" },
    needed: ["n"],
    provided: [],
  } as const;
  test("it has the fields that are set, and no others", () => {
    expect(new ConnectorError("not_found", "gone", fields).toJSON()).toEqual({ code: "not_found", message: "gone", ...fields }); // prettier-ignore
    expect(Object.keys(new ConnectorError("not_found", "gone").toJSON())).toEqual(["code", "message", "retryable", "outcome"]); // prettier-ignore
  });
  test("an error is the same after a round trip", () => {
    const json = new ConnectorError("not_found", "gone", fields).toJSON();
    expect(ConnectorError.fromJSON(json).toJSON()).toEqual(json);
  });
  test.for(["invented_later", "toString", "__proto__", "constructor"])(
    "an unknown code such as %s becomes internal",
    (code) => {
      const error = ConnectorError.fromJSON({ code: code as ErrorCode, message: "m", retryable: false, outcome: "unknown" }); // prettier-ignore
      expect(error).toMatchObject({ code: "internal", message: "m", status: 500, outcome: "unknown" });
    },
  );
});

describe("an unforeseen throw", () => {
  const secret = "canary-5";
  class Leaky extends Error {
    override name = `Leak ${secret}`;
  }
  const thrower = (key: string) => Object.defineProperty(new Error("x"), key, { get: () => { throw new Error(secret); } }); // prettier-ignore
  const { proxy, revoke } = Proxy.revocable(new Error("x"), {});
  revoke();
  test.for<[string, unknown]>([
    ["an error", new TypeError(secret, { cause: new Error(secret) })],
    ["an error with lines like those of a stack", new Error(`${secret}\n    at ${secret}`)],
    ["an error named after a secret", new Leaky(secret)],
    ["text", secret],
    ["nothing", undefined],
    ["an error that throws when read", thrower("name")],
    ["another", thrower("stack")],
    ["a revoked proxy", proxy],
  ])("%s is internal, without its message", ([, thrown]) => {
    const error = toConnectorError(thrown, "not_started");
    expect(error).toMatchObject({ code: "internal", outcome: "not_started", retryable: false });
    expect(inspect(error, { depth: Infinity, showHidden: true }) + JSON.stringify(error)).not.toContain(
      secret,
    );
  });
  test("keeps the stack frames", () => {
    function faultOfTheConnector(): never {
      throw new TypeError("x is not a function");
    }
    try {
      faultOfTheConnector();
    } catch (thrown) {
      const { stack, message } = toConnectorError(thrown);
      expect(message).toContain("TypeError");
      expect(stack).toMatch(/^ConnectorError: An unexpected TypeError[^\n]*\n\s+at faultOfTheConnector/);
    }
  });
  test("is not changed if it is a ConnectorError of this or another copy of the package", () => {
    const ours = new ConnectorError("not_found", "x");
    const theirs = Object.assign(new Error("x"), { name: "ConnectorError", code: "not_found" });
    expect([toConnectorError(ours), toConnectorError(theirs)]).toEqual([ours, theirs]);
    expect(ConnectorError.is(proxy)).toBe(false);
  });
});
