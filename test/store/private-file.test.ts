import { fileStore } from "agent-connectors/file-store";
import { fileCredentialStore } from "agent-connectors/file-credential-store";
import { fileSpendStore } from "agent-connectors/file-spend-store";
import { expect, test } from "vitest";

test.each([fileStore, fileCredentialStore, fileSpendStore])("%o refuses a path that is not set", (create) => {
  for (const path of [undefined, ""])
    expect(() => create(path as string)).toThrow(/The path of the store must be a text that is not empty/);
});
