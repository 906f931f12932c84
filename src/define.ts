import type { ConnectorClass } from "./connector-class.ts";
import { createConnectorClass } from "./connector-factory.ts";
import type {
  CalledOperations,
  ConfigFields,
  ConnectorDefinition,
  CredentialForms,
  Entities,
} from "./core/contract/definition.ts";
import type { Operations } from "./core/contract/operation.ts";
import { checkDefinition } from "./core/schema/check-definition.ts";
import { definitionSchemas } from "./core/schema/definition-schemas.ts";
import { checkWire } from "./core/wire/executor/check-wire.ts";
import { createWireClient } from "./core/wire/executor/wire-client.ts";

/**
 * Creates the class of a connector from its definition.
 * @throws ConnectorError `config_error` if the definition is invalid
 */
export function defineConnector<
  const F extends CredentialForms,
  const E extends Entities,
  const C extends ConfigFields = Record<never, ConfigFields[string]>,
  const O extends Operations = Operations,
>(definition: ConnectorDefinition<F, E, C, O> & CalledOperations<E, O>): ConnectorClass<F, E, C> {
  const connector = definition as unknown as ConnectorDefinition;
  checkDefinition(connector);
  if (!connector.connect) checkWire(connector);
  // Without `connect`, the operations of the definition say what is sent.
  const connect: ConnectorDefinition["connect"] = (credentials, options) =>
    createWireClient(connector, credentials as never, options);
  const whole = { connect, ...definition } as never;
  return createConnectorClass(definitionSchemas, whole) as ConnectorClass<F, E, C>;
}
