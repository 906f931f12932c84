/** The build replaces this module with compiled schemas, so that the built connector does not need zod. */
export { definitionSchemas as schemas } from "../../core/schema/definition-schemas.ts";
