import { z } from "zod";
import type { Route } from "./route.ts";
import { problemSchema } from "./schemas.ts";

// The document is made of the routes: what is checked and what is written are the same schemas.

type Json = Record<string, unknown>;

export function openApiDocument(routes: readonly Route[], version: string): object {
  const schemas: Json = {};
  const paths: Record<string, Json> = {};
  for (const route of routes)
    for (const [index, path] of route.paths.entries())
      (paths[path] ??= {})[route.method] = operationOf(route, path, index, (schema) =>
        refer(schema, schemas),
      );
  return {
    openapi: "3.1.0",
    info: {
      title: "agent-connectors service",
      version,
      summary: "Connectors whose credentials are kept here; operations run over HTTP.",
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: "/", description: "This service" }],
    tags: [
      { name: "Tokens", description: "Who may do what" },
      { name: "Connectors", description: "Credentials and their names" },
      { name: "Execute", description: "Calls of actions" },
      { name: "Health", description: "For the operator" },
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
    summary: index === 0 ? summary : `${summary} (the same as ${route.paths[0]})`,
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
          { description: errorWords[status]!, content: media(["application/problem+json"], problemSchema) },
        ]),
      ),
    },
  };
}

const errorWords: Readonly<Record<number, string>> = {
  400: "The body cannot be read",
  401: "No token, or one that is not valid",
  403: "The token may not do this",
  404: "No such thing, or another tenant's",
  409: "The same idempotency key runs, or its outcome is unknown",
  413: "The body is too large",
  415: "The body is not JSON",
  422: "The request is not as it must be",
  424: "The platform refused the credentials",
  429: "Too many requests",
  431: "The headers are too large",
  500: "A fault of the service",
  502: "The platform failed",
  503: "The store does not answer, or the service stops",
  504: "The platform was silent",
};

/** A schema as JSON Schema. One with an id stands among the components, once. */
function refer(schema: z.ZodType, components: Json): Json {
  const {
    $schema: _,
    $defs = {},
    ...json
  } = z.toJSONSchema(schema, {
    io: "input",
    unrepresentable: "any",
    override: ({ jsonSchema }) => {
      // A date-time says it by its format; the pattern beside it is half a page.
      if (jsonSchema.format === "date-time") delete jsonSchema.pattern;
    },
  }) as Json & { $defs?: Json; id?: string };
  for (const [name, part] of Object.entries($defs)) components[name] = withoutId(moved(part)).rest;
  const { id, rest } = withoutId(moved(json));
  if (id === undefined) return rest;
  components[id] = rest;
  return { $ref: `#/components/schemas/${id}` };
}

const withoutId = ({ id, ...rest }: Json) => ({ id: id as string | undefined, rest });

/** References point to the document's components, and ids are their names there. */
const moved = (json: unknown): Json =>
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
