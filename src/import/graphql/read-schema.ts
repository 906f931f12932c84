import {
  buildASTSchema,
  buildClientSchema,
  type DocumentNode,
  type GraphQLSchema,
  type IntrospectionQuery,
  parse,
  validateSchema,
} from "graphql";
import { ConnectorError } from "../../core/ground/errors.ts";
import { at, cut, isDict } from "../../core/ground/json.ts";

/** Linear's schema has 1.2 million characters, 58,000 tokens and 1,100 types. */
const limits = { characters: 12_000_000, tokens: 200_000, types: 20_000 };

/**
 * Reads a schema in GraphQL's schema language, or the result of an introspection query.
 * @throws ConnectorError `config_error`
 */
export function readSchema(source: unknown): GraphQLSchema {
  const introspection = at(source, "data.__schema") ?? at(source, "__schema");
  const schema = typeof source === "string" ? fromText(source) : fromIntrospection(introspection);
  const [problem] = read(() => validateSchema(schema));
  if (problem) throw fault(`The GraphQL schema is invalid: ${cut(problem.message, 200)}`);
  return schema;
}

function fromText(text: string): GraphQLSchema {
  if (text.length > limits.characters)
    throw fault(`The GraphQL schema has ${Math.ceil(text.length / 1_000_000)} MB. The limit is ${limits.characters / 1_000_000} MB.`); // prettier-ignore
  const document: DocumentNode = read(() => parse(text, { noLocation: true, maxTokens: limits.tokens }));
  return read(() => buildASTSchema(document));
}

function fromIntrospection(given: unknown): GraphQLSchema {
  if (!isDict(given) || !Array.isArray(given.types))
    throw fault("The source is no GraphQL schema and no result of an introspection query.");
  if (given.types.length > limits.types)
    throw fault(`The GraphQL schema has ${given.types.length} types. The limit is ${limits.types}.`);
  return read(() => buildClientSchema({ __schema: given } as unknown as IntrospectionQuery));
}

/** Runs a function of the package `graphql`, whose errors describe a fault of the source. */
function read<T>(run: () => T): T {
  try {
    return run();
  } catch (error) {
    // A list of all faults can be long.
    const message = error instanceof Error ? error.message.split("\n")[0]! : String(error);
    throw fault(`The GraphQL schema cannot be read: ${cut(message, 200)}`);
  }
}

const fault = (message: string) =>
  new ConnectorError("config_error", message.replace(/([^.])$/, "$1."), {
    path: "source",
    hint: "Give the text of a GraphQL schema, or the JSON result of an introspection query.",
  });
