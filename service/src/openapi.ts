/** The document's frame; paths and schemas come from the routes. */
export const openApiInfo = (version: string) => ({
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
});
