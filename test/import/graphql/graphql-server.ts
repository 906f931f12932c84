import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import {
  execute,
  getNamedType,
  getNullableType,
  type GraphQLFieldResolver,
  type GraphQLOutputType,
  type GraphQLSchema,
  isCompositeType,
  isEnumType,
  isListType,
  parse,
  validate,
} from "graphql";

export interface GraphqlRequest {
  query: string;
  variables: Record<string, unknown>;
}

export interface GraphqlServer {
  endpoint: string;
  requests: GraphqlRequest[];
  close(): Promise<void>;
}

type Resolver = GraphQLFieldResolver<unknown, unknown>;

/**
 * Serves a schema over HTTP with the validator and the executor of the package `graphql`. `roots` has the resolvers of
 * root fields. Every other field has a value of its type: lists have two items.
 */
export async function graphqlServer(
  schema: GraphQLSchema,
  roots: Readonly<Record<string, Resolver>> = {},
): Promise<GraphqlServer> {
  const requests: GraphqlRequest[] = [];
  const rootTypes = new Set([schema.getQueryType(), schema.getMutationType()]);
  const fieldResolver: Resolver = (source, args, context, info) => {
    const own = rootTypes.has(info.parentType) ? roots[info.fieldName] : undefined;
    if (own) return own(source, args, context, info);
    const given = (source as Record<string, unknown> | undefined)?.[info.fieldName];
    return given === undefined ? valueOf(info.returnType, info.fieldName) : given;
  };
  // Every type of a union comes in turn.
  let turn = 0;
  const typeResolver = (_value: unknown, _context: unknown, _info: unknown, type: { name: string }) => {
    const possible = schema.getPossibleTypes(schema.getType(type.name) as never);
    return possible[turn++ % possible.length]!.name;
  };

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let text = "";
    for await (const chunk of request.setEncoding("utf8")) text += chunk as string;
    const body = JSON.parse(text) as GraphqlRequest;
    requests.push(body);
    const document = parse(body.query);
    const errors = validate(schema, document);
    const result =
      errors.length > 0 ? { errors } : await execute({ schema, document, variableValues: body.variables, fieldResolver, typeResolver }); // prettier-ignore
    response.writeHead(200, { "content-type": "application/graphql-response+json" });
    response.end(JSON.stringify(result));
  }
  const server = createServer((request, response) => void serve(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

function valueOf(type: GraphQLOutputType, field: string): unknown {
  const value = getNullableType(type);
  if (isListType(value)) return [valueOf(value.ofType as GraphQLOutputType, field), valueOf(value.ofType as GraphQLOutputType, field)]; // prettier-ignore
  const named = getNamedType(value);
  if (isCompositeType(named)) return {};
  if (isEnumType(named)) return named.getValues()[0]!.value;
  switch (named.name) {
    case "Boolean":
      return field !== "hasNextPage";
    case "Int":
    case "Float":
      return 7;
    default:
      return `${field} of the mock`;
  }
}
