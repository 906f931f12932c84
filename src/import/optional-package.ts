import { ConnectorError } from "../core/ground/errors.ts";

/**
 * Loads a package that only some imports need.
 * @throws ConnectorError `config_error` if the package is not installed
 */
export async function optionalPackage<T>(name: string, purpose: string, load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== "ERR_MODULE_NOT_FOUND" && code !== "MODULE_NOT_FOUND") throw error;
    throw new ConnectorError(
      "config_error",
      `${purpose} needs the package ${name}, which is not installed.`,
      {
        path: "source",
        hint: `Run npm install ${name}, and try again.`,
      },
    );
  }
}
