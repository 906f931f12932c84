import { testConnector } from "agent-connectors/testing";
import { expect, test } from "vitest";
import { definition } from "../../../src/connectors/notion/definition.ts";
import * as entities from "../../../src/connectors/notion/entities/index.ts";

test("the connector keeps the rules for connectors", async () => {
  const { actions, skipped, text } = await testConnector({ ...definition, entities });
  expect(text).toContain("0 faults");
  // Actions with code of their own. Recorded exchanges check them.
  expect(skipped.toSorted()).toEqual(
    [
      "blocks.append",
      "blocks.update",
      "comments.create",
      "comments.update",
      "data_sources.create",
      "data_sources.update",
      "databases.create",
      "databases.trash",
      "databases.update",
      "pages.create",
      "pages.trash",
      "pages.update",
    ].toSorted(),
  );
  expect(actions).toBe(28);
});
