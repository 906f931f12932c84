import { expect, test } from "vitest";
import * as adsEntities from "../../src/connectors/amazon-ads/entities/index.ts";
import { operations as adsOperations } from "../../src/connectors/amazon-ads/operations/index.ts";
import * as slackEntities from "../../src/connectors/slack/entities/index.ts";
import { operations as slackOperations } from "../../src/connectors/slack/operations/index.ts";
import { type ActionDefinition, operationNames } from "../../src/core/contract/action.ts";

/** A list whose code returns all items, and no cursor. */
const wholeList = "emoji.list";

// A list with its own code makes its own cursors. A call takes them only if the first operation has a paging.
test.each([
  ["Slack", slackEntities, slackOperations],
  ["Amazon Ads", adsEntities, adsOperations],
])("every list of %s takes the cursors that it returns", (_name, entities, operations) => {
  const lists = Object.entries(entities as object as Record<string, Record<string, ActionDefinition>>)
    .flatMap(([entity, actions]) =>
      Object.entries(actions).map(([action, definition]) => ({ name: `${entity}.${action}`, definition })),
    ) // prettier-ignore
    .filter(({ definition }) => definition.paginated && definition.run);
  expect(lists.length).toBeGreaterThan(3);
  const pagingOf = (name: string) => (operations as Record<string, { paging?: unknown }>)[name]?.paging;
  const without = lists.filter(({ definition }) => !pagingOf(operationNames(definition)[0]!));
  expect(without.map(({ name }) => name).filter((name) => name !== wholeList)).toEqual([]);
});
