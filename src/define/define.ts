import type { ConnectorClass } from "./connector-class.ts";
import { createConnectorClass } from "./connector-factory.ts";
import type { ContextOf } from "../core/contract/call-options.ts";
import type {
  ConfigOf,
  ConnectorCode,
  ConnectorFile,
  EntitiesOf,
  FormsOf,
  SharedCode,
} from "../core/contract/connector-file.ts";
import type {
  CalledOperations,
  ConfigFields,
  ConnectorDefinition,
  CredentialForms,
  Entities,
  WithEventTokens,
} from "../core/contract/definition.ts";
import type { Connector, PolicyOf, WithPolicyNames } from "../core/contract/connector.ts";
import type { AllowListKinds } from "../core/contract/policy.ts";
import type { Operations } from "../core/contract/wire/operation.ts";
import { checkDefinition } from "../core/schema/check-definition.ts";
import { definitionSchemas } from "../core/schema/definition-schemas.ts";
import { readConnectorFile } from "../core/file/read-connector-file.ts";
import { checkWire } from "../core/wire/executor/check-wire.ts";
import { createWireClient } from "../core/wire/executor/wire-client.ts";
import { restRequest } from "../core/wire/executor/rest-request.ts";

/**
 * Creates the class of a connector from a file, which is plain JSON. `code` adds functions to actions of the file, and
 * `shared` adds functions to the whole connector.
 * @throws ConnectorError `config_error` if the file is invalid; `issues` lists up to 100 faults
 */
export function defineConnector<const F extends ConnectorFile>(
  file: F,
  code?: ConnectorCode<F>,
  shared?: SharedCode,
): ConnectorClass<FormsOf<F>, Connector<EntitiesOf<F>>, ConfigOf<F>>;
/**
 * Creates the class of a connector from its definition.
 * @throws ConnectorError `config_error` if the definition is invalid
 */
export function defineConnector<
  const F extends CredentialForms,
  const E extends Entities,
  const C extends ConfigFields = Record<never, ConfigFields[string]>,
  const O extends Operations = Operations,
  const N extends string = string,
  const T extends string = never,
  const Cap extends string = never,
  const K extends AllowListKinds = Record<never, never>,
>(
  definition: ConnectorDefinition<F, E, C, O> &
    CalledOperations<E, O> &
    WithEventTokens<N, T> &
    WithPolicyNames<Cap, K>,
): ConnectorClass<F, Connector<E, ContextOf<N, T>, never, PolicyOf<E, Cap, K>>, C, PolicyOf<E, Cap, K>>;
export function defineConnector(given: object, code?: unknown, shared?: SharedCode): unknown {
  const connector = "format" in given ? { ...readConnectorFile(given, code), ...shared } : (given as ConnectorDefinition); // prettier-ignore
  checkDefinition(connector);
  if (!connector.connect) checkWire(connector);
  // Without `connect`, the data of the operations decide what is sent.
  const connect: ConnectorDefinition["connect"] = (credentials, options) =>
    createWireClient(connector, credentials as never, options);
  const rawRequests = connector.connect ? {} : { rawRequests: { operation: restRequest } };
  const Connector = createConnectorClass(definitionSchemas, {
    connect,
    ...rawRequests,
    ...connector,
  } as never);
  definitions.set(Connector, connector);
  return Connector;
}

const definitions = new WeakMap<object, ConnectorDefinition>();

export const definitionOf = (Connector: object): ConnectorDefinition | undefined =>
  definitions.get(Connector);
