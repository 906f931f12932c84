import type { CompiledSchemas } from "../../core/contract/connector-file.ts";

/**
 * The compiled form of this connector. The build replaces this module by the compiled schemas. In the source, there is no
 * compiled form, and the schemas of the actions are used.
 */
export const compiled = (): CompiledSchemas | undefined => undefined;
