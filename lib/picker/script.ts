import "server-only";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { PICKER_VERSION } from "@/lib/contract/picker";
import { BytesResponse } from "@/lib/platform/bytes-response";
import { AppError } from "@/lib/platform/errors";
import { type Endpoint, FILE } from "@/lib/web/route";

/** Pages of any site may load the module and check its hash. */
const HEADERS = {
  "access-control-allow-origin": "*",
  "cross-origin-resource-policy": "cross-origin",
};
const SOON = "public, max-age=300";
const FOREVER = "public, max-age=31536000, immutable";

/**
 * Returns the endpoints of the module with which other programs open the picker: `/picker.js`, which
 * changes with upgrades; `/picker/script/<version>-<hash>.js`, which never does; and
 * `/picker/script.json`, which names that URL and its integrity hash. The build writes the module.
 *
 * @param publicUrl origin of the gallery, without a trailing slash
 */
export function pickerScriptEndpoints(publicUrl: string): readonly Endpoint[] {
  let loaded: ReturnType<typeof load> | null = null;

  function load() {
    const bytes = readFileSync(
      join(/* turbopackIgnore: true */ process.cwd(), ".programs", "picker.js"),
    );
    const digest = createHash("sha384").update(bytes).digest();
    return {
      bytes,
      // Filled by the front door.
      compressed: {},
      name: `${PICKER_VERSION}-${digest.toString("hex").slice(0, 16)}.js`,
      integrity: `sha384-${digest.toString("base64")}`,
    };
  }

  const module = () => {
    loaded ??= load();
    return loaded;
  };

  const script = (cacheControl: string) =>
    new BytesResponse(module().bytes, {
      compressed: module().compressed,
      headers: {
        ...HEADERS,
        "content-type": "text/javascript; charset=utf-8",
        "cache-control": cacheControl,
      },
    });

  return [
    { ...FILE, path: "/picker.js", handler: async () => script(SOON) },
    {
      ...FILE,
      path: "/picker/script/:id",
      async handler(_request, { params }) {
        if (params.id !== module().name)
          throw new AppError("not_found", "another release's module");
        return script(FOREVER);
      },
    },
    {
      ...FILE,
      path: "/picker/script.json",
      async handler() {
        const { name, integrity } = module();
        return BytesResponse.of(
          { version: PICKER_VERSION, url: `${publicUrl}/picker/script/${name}`, integrity },
          { headers: { ...HEADERS, "cache-control": SOON } },
        );
      },
    },
  ];
}
