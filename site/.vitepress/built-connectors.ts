import { fileURLToPath } from "node:url";

const folder = fileURLToPath(new URL("../build/package/", import.meta.url));

/**
 * The options of Vite for the playground. The browser gets the connectors as they are published, because the sources would bring
 * zod. `npm run site` builds them.
 */
export const builtConnectors = {
  resolve: {
    alias: [
      {
        find: /^.*\/src\/connectors\/([\w-]+)\/index\.ts$/,
        replacement: `${folder}src/connectors/$1/index.js`,
      },
    ],
  },
  build: {
    target: "es2022",
    rollupOptions: {
      // The connectors import these packages only for schemas that are not compiled, and for MCP servers.
      external: [/^zod/, /^@modelcontextprotocol\//],
    },
    chunkSizeWarningLimit: 2048,
  },
};
