interface BadInput {
  name: string;
  args: (ids: { a: string }) => unknown;
  /** `repaired` if the call succeeds after a correction, or else the error's code. */
  outcome: "repaired" | "invalid_params" | "unknown_entity" | "unknown_action";
  /** A text in the note about the correction, or in the error. */
  says: string;
}

const list = { entity: "channels", action: "list" };

/** Wrong arguments that models send in practice. */
export const badInputs: readonly BadInput[] = [
  {
    name: "params as JSON text",
    args: () => ({ ...list, params: '{"limit": 1}' }),
    outcome: "repaired",
    says: "parsed from JSON text",
  },
  {
    name: "params beside entity and action",
    args: () => ({ ...list, limit: 1 }),
    outcome: "repaired",
    says: "limit moved into params",
  },
  {
    name: "params beside entity, action and params that are null",
    args: () => ({ ...list, limit: 1, params: null }),
    outcome: "repaired",
    says: "limit moved into params",
  },
  {
    name: "params that are null",
    args: () => ({ ...list, params: null }),
    outcome: "repaired",
    says: "null read as {}",
  },
  {
    name: "another letter case",
    args: ({ a }) => ({ entity: "Channels", action: "GET", params: { Channel: a } }),
    outcome: "repaired",
    says: "Channels.GET read as channels.get",
  },
  {
    name: "a number as text",
    args: () => ({ ...list, params: { limit: "1" } }),
    outcome: "repaired",
    says: "read as 1",
  },
  {
    name: "another API's name for a param",
    args: () => ({ ...list, params: { maxResults: 1 } }),
    outcome: "repaired",
    says: "read as limit",
  },
  {
    name: "an optional param that is null",
    args: () => ({ ...list, params: { limit: 1, cursor: null } }),
    outcome: "repaired",
    says: "cursor: null left out",
  },
  {
    name: "params as text that is no JSON",
    args: () => ({ ...list, params: "limit=1" }),
    outcome: "invalid_params",
    says: "not JSON",
  },
  {
    name: "an extra key",
    args: ({ a }) => ({ entity: "channels", action: "get", params: { channel: a, colour: "red" } }),
    outcome: "invalid_params",
    says: "colour: unknown parameter",
  },
  {
    name: "an extra key beside params",
    args: ({ a }) => ({ entity: "channels", action: "get", params: { channel: a }, reason: "curious" }),
    outcome: "invalid_params",
    says: "beside params: reason",
  },
  {
    name: "a list for params",
    args: () => ({ ...list, params: [1] }),
    outcome: "invalid_params",
    says: "plain object",
  },
  {
    name: "an entity of another connector",
    args: () => ({ entity: "campaigns", action: "list" }),
    outcome: "unknown_entity",
    says: "Entities: channels",
  },
  {
    name: "no entity",
    args: () => ({ action: "list" }),
    outcome: "unknown_entity",
    says: "entity is missing",
  },
  {
    name: "an entity that every object has",
    args: () => ({ entity: "constructor", action: "toString" }),
    outcome: "unknown_entity",
    says: "constructor",
  },
  {
    name: "no arguments",
    args: () => ({}),
    outcome: "unknown_entity",
    says: "entity is missing",
  },
  {
    name: "an unpaired surrogate",
    args: ({ a }) => ({ entity: "messages", action: "create", params: { channel: a, text: "\ud800" } }),
    outcome: "invalid_params",
    says: "surrogate",
  },
  {
    name: "a key that reaches a prototype",
    args: () => ({ ...list, params: JSON.parse('{"constructor": 1}') as unknown }),
    outcome: "invalid_params",
    says: "constructor",
  },
];
