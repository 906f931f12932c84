import { expect, test } from "vitest";
import { checkClientVersion, clientVersionHeader } from "../../src/http/client-version.ts";
import { errorOf } from "../support/errors.ts";

const request = (version?: string) =>
  new Request("http://x.test/", version === undefined ? {} : { headers: { [clientVersionHeader]: version } });

test.each([undefined, "1.4.0", "1.3.9", "1.5.0", "1.5.0-beta.1", "1.4.99"])(
  "client %s, service 1.4.2",
  (version) => {
    checkClientVersion(request(version), "1.4.2");
  },
);

test.each(["1.2.9", "1.6.0", "0.4.2", "2.4.2", "2.0.0", "11.4.2"])(
  "client %s is too far from 1.4.2",
  async (version) => {
    expect(await errorOf(() => checkClientVersion(request(version), "1.4.2"))).toEqual({
      code: "config_error",
      message: `The client has version ${version} of agent-connectors, and the service has version 1.4.2.`,
      hint: "The versions can differ by one minor version. Upgrade the older one.",
      path: "agent-connectors-version",
      outcome: "not_started",
      retryable: false,
    });
  },
);

test.each(["", "x", "1", "1.4", "v1.4.2", "1.4.2, 1.4.2 or so", "-1.4.2", `1.${"4".repeat(99)}.2`])(
  "%j is not a version",
  async (version) => {
    expect(await errorOf(() => checkClientVersion(request(version), "1.4.2"))).toMatchObject({
      code: "config_error",
    });
  },
);
