/**
 * Returns the schemas of this connector's actions. The build replaces this module with a module of compiled
 * schemas. The built connector therefore does not need zod.
 */
export { definitionSchemas as schemas } from "../../core/schema/definition-schemas.ts";
