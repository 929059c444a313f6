import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { PROJECT_ROOT } from "../files/project-files";
import { temporaryFolder } from "../files/temporary-folder";

type OpenApiTypescript = {
  default(document: object): Promise<unknown[]>;
  astToString(ast: unknown[]): string;
};

/**
 * Generates the types of a client from an OpenAPI document with openapi-typescript. That needs the
 * programming interface of TypeScript 5, so it is bundled with the copy in @ts-morph/common.
 */
export async function clientTypes(document: object): Promise<string> {
  const outfile = join(temporaryFolder(), "openapi-typescript.mjs");
  await build({
    stdin: {
      contents: 'export * from "openapi-typescript"; export { default } from "openapi-typescript";',
      resolveDir: PROJECT_ROOT,
    },
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    logLevel: "error",
    banner: {
      js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);',
    },
    plugins: [
      {
        name: "typescript-5",
        setup({ onResolve, onLoad }) {
          onResolve({ filter: /^typescript$/ }, () => ({ path: "5", namespace: "typescript-5" }));
          onLoad({ filter: /.*/, namespace: "typescript-5" }, () => ({
            contents: 'import { ts } from "@ts-morph/common"; export default ts;',
            resolveDir: PROJECT_ROOT,
          }));
        },
      },
    ],
  });
  const generator = (await import(/* @vite-ignore */ pathToFileURL(outfile).href)) as {
    default: OpenApiTypescript["default"];
    astToString: OpenApiTypescript["astToString"];
  };
  return generator.astToString(await generator.default(document));
}
