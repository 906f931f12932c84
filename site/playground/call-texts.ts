import { isDict } from "../../src/core/ground/json.ts";

/** The names of the variables in examples, if they differ from the names of the connectors. */
const variables: Readonly<Record<string, string>> = { "amazon-ads": "ads", "google-calendar": "calendar" };

export const variableOf = (connector: string): string => variables[connector] ?? connector;

/** Writes JSON as TypeScript. */
export const literal = (value: unknown): string => {
  const text = JSON.stringify(value, null, 2).replaceAll(/^(\s*)"([A-Za-z_$][\w$]*)":/gm, "$1$2:");
  const line = text.replaceAll(/\s*\n\s*/g, " ");
  return line.length <= 60 ? line : text;
};

/** Returns a call as TypeScript: `slack.channels.list({ limit: 10 })`. */
export function typescriptCall(connector: string, entity: string, action: string, params: unknown): string {
  const given = isDict(params) && Object.keys(params).length === 0 ? "" : literal(params);
  return `const { data } = await ${variableOf(connector)}.${entity}.${action}(${given});`;
}

/** Returns a call as a command for a shell: `npx agent-connectors call slack channels.list limit=10 --sandbox`. */
export function commandCall(connector: string, entity: string, action: string, params: unknown): string {
  const words =
    isDict(params) && Object.keys(params).every((name) => /^\w+$/.test(name))
      ? Object.entries(params).map(([name, value]) =>
          typeof value === "string"
            ? `${name}=${quoted(value)}`
            : typeof value === "object"
              ? `${name}:=${quoted(JSON.stringify(value))}`
              : `${name}=${String(value)}`,
        )
      : [quoted(JSON.stringify(params))];
  return ["npx agent-connectors call", connector, `${entity}.${action}`, ...words, "--sandbox"].join(" ");
}

/** Quotes a text for a POSIX shell, if the shell would read it in another way. */
const quoted = (text: string): string =>
  /^[\w@%+:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
