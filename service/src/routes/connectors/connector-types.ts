import { z } from "zod";
import { route, type Route } from "../../http/route.ts";

const field = z.object({ description: z.string(), accepts: z.string().optional() });

export const typeRoutes: readonly Route[] = [
  route({
    id: "listConnectorTypes",
    method: "get",
    paths: ["/v1/integrations/connector_types"],
    tag: "Connectors",
    summary: "List the connector types with their forms of credentials",
    access: "any",
    answer: {
      description: "The connector types",
      schema: z
        .object({
          data: z.array(
            z.object({
              connector_type: z.string(),
              name: z.string(),
              title: z.string(),
              definition_id: z.string(),
              credentials: z.record(z.string(), z.record(z.string(), field)),
              environment: z.record(
                z.string(),
                z.object({
                  description: z.string(),
                  default: z.string().optional(),
                  values: z.array(z.string()).optional(),
                  optional: z.boolean().optional(),
                }),
              ),
            }),
          ),
        })
        .meta({ id: "ConnectorTypes" }),
    },
    async handle(_, { types }) {
      const data = types.all.map(({ name, published, title, definitionId, connector }) => ({
        connector_type: published,
        name,
        title,
        definition_id: definitionId,
        credentials: mapValues(connector.auth, (form) =>
          mapValues(form, ({ description, accepts, optional }) => ({
            description,
            ...(optional ? { optional } : {}),
            ...(accepts ? { accepts: accepts.says } : {}),
          })),
        ),
        environment: mapValues(connector.config, (field) => ({
          description: field.description,
          default: field.default,
          ...("values" in field ? { values: field.values } : field.optional ? { optional: true } : {}),
        })),
      }));
      return { body: { data } };
    },
  }),
];

const mapValues = <T, U>(record: Readonly<Record<string, T>>, change: (value: T) => U): Record<string, U> =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value)]));
