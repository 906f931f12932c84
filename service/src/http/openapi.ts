import { z } from "zod";
import { problemSchema } from "./problem.ts";
import type { Route } from "./route.ts";

// The OpenAPI document comes from the routes. `runRoute` checks requests with the same schemas.

type Json = Record<string, unknown>;

export function openApiDocument(routes: readonly Route[], version: string): object {
  const schemas: Json = {};
  const paths: Record<string, Json> = {};
  for (const route of routes.filter(({ page }) => !page))
    for (const [index, path] of route.paths.entries())
      (paths[path] ??= {})[route.method] = operationOf(route, path, index, (schema) =>
        refer(schema, schemas),
      );
  return {
    openapi: "3.1.0",
    info: {
      title: "agent-connectors service",
      version,
      summary: "Stores the credentials of connectors and runs their actions over HTTP.",
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: "/", description: "This service" }],
    tags: [
      { name: "Tokens", description: "Client credentials and tokens" },
      { name: "Applications", description: "The applications of the organization" },
      { name: "OAuth applications", description: "The organization's applications at the platforms" },
      { name: "Connect", description: "Sessions in which a person connects an account" },
      { name: "Users", description: "Users and their data" },
      { name: "Connectors", description: "Stored credentials" },
      { name: "Policies", description: "What the connectors are allowed to do, and how much they can spend" },
      { name: "Webhooks", description: "Addresses to which the service sends events" },
      { name: "Execute", description: "Calls of actions" },
      { name: "Approvals", description: "Calls that wait for the decision of a person" },
      { name: "Journal", description: "What agents have written, and stops of all writes" },
      { name: "Audit", description: "Who did what" },
      { name: "Sign-in", description: "The authorization server for people who use MCP clients" },
      { name: "Health", description: "For load balancers and operators" },
    ],
    paths,
    components: {
      schemas,
      securitySchemes: {
        bearer: {
          type: "http",
          scheme: "bearer",
          bearerFormat: "JWT",
          description: "An application token, or a scoped token of one user.",
        },
      },
    },
  };
}

function operationOf(route: Route, path: string, index: number, schemaOf: (schema: z.ZodType) => Json): Json {
  const { id, tag, summary, access, body, form, query, headers, answer, errors = [] } = route;
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
  const parameters = [
    ...names.map((name) => ({ name, in: "path", required: true, schema: { type: "string" } })),
    ...parametersOf(query, "query", schemaOf),
    ...parametersOf(headers, "header", schemaOf),
  ];
  const media = (types: readonly string[], schema: z.ZodType) =>
    Object.fromEntries(types.map((type) => [type, { schema: schemaOf(schema) }]));
  const statuses = [
    ...(access === "open" ? [] : [401, 403, 429]),
    ...(body ? [400, 413, 415, 422] : query ? [422] : []),
    ...errors,
    500,
    503,
  ];
  return {
    operationId: index === 0 ? id : `${id}_${index + 1}`,
    tags: [tag],
    summary: index === 0 ? summary : `${summary} (alias of ${route.paths[0]})`,
    security: access === "open" ? [] : [{ bearer: [] }],
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(body
      ? {
          requestBody: {
            required: true,
            content: media(
              ["application/json", ...(form ? ["application/x-www-form-urlencoded"] : [])],
              body,
            ),
          },
        }
      : {}),
    responses: {
      [answer.status ?? 200]: {
        description: answer.description,
        content: media(answer.media ?? ["application/json"], answer.schema),
      },
      ...Object.fromEntries(
        [...new Set(statuses)].map((status) => [
          status,
          {
            description: errorDescriptions[status]!,
            content: media(["application/problem+json"], problemSchema),
          },
        ]),
      ),
    },
  };
}

const errorDescriptions: Readonly<Record<number, string>> = {
  202: "A person must agree first. Nothing was sent, and `pending` has the id of the approval",
  400: "The body cannot be read",
  401: "The token is missing or not valid",
  403: "The token does not allow this",
  404: "Not found, or it belongs to another tenant",
  409: "The call with this idempotency key is running, or its outcome is unknown",
  413: "The body is too large",
  415: "The body is not JSON",
  422: "The request is not valid",
  424: "The platform refused the credentials",
  429: "Too many requests",
  431: "The headers are too large",
  500: "A fault of the service",
  502: "The platform failed",
  503: "The store is not reachable, or the service is stopping",
  504: "The platform did not answer in time",
};

/** Converts a schema to JSON Schema. Adds a schema with an id to `components`, and returns a reference to it. */
function refer(schema: z.ZodType, components: Json): Json {
  const {
    $schema: _,
    $defs = {},
    ...json
  } = z.toJSONSchema(schema, {
    io: "input",
    unrepresentable: "any",
    override: ({ jsonSchema }) => {
      // The pattern is very long, and the format `date-time` is enough.
      if (jsonSchema.format === "date-time") delete jsonSchema.pattern;
    },
  }) as Json & { $defs?: Json; id?: string };
  for (const [name, part] of Object.entries($defs))
    components[name] = withoutId(pointedToComponents(part)).rest;
  const { id, rest } = withoutId(pointedToComponents(json));
  if (id === undefined) return rest;
  components[id] = rest;
  return { $ref: `#/components/schemas/${id}` };
}

const withoutId = ({ id, ...rest }: Json) => ({ id: id as string | undefined, rest });

/** Makes the references point to the components of the document. */
const pointedToComponents = (json: unknown): Json =>
  JSON.parse(JSON.stringify(json).replaceAll('"#/$defs/', '"#/components/schemas/')) as Json;

function parametersOf(
  schema: z.ZodType | undefined,
  place: "query" | "header",
  schemaOf: (schema: z.ZodType) => Json,
): Json[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = schemaOf(schema) as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, { description, ...rest }]) => ({
    name,
    in: place,
    required: required.includes(name),
    ...(description === undefined ? {} : { description }),
    schema: rest,
  }));
}
