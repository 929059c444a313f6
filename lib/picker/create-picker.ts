import "server-only";
import type { AnswerResponse } from "@/lib/gallery/answer-response";
import type { ImageProofs } from "@/lib/gallery/image-proofs";
import type { DownloadOriginal } from "@/lib/gallery/original-download-endpoint";
import type { ProofSigner } from "@/lib/gallery/proof-signer";
import type { SearchImages } from "@/lib/gallery/search-images";
import type { KeyQuota } from "@/lib/service/api/key-quota";
import { pageRoutes, type Route } from "@/lib/web/route";
import type { PickerConfig } from "./config";
import { createPickerGrants, pickerGrantsEndpoint } from "./grants";
import { pickerOriginalEndpoints } from "./originals";
import { pickerSchemaEndpoint } from "./schema";
import { pickerScriptEndpoints } from "./script";
import { pickerSearchEndpoint } from "./search-endpoint";

type Parts = {
  gallery: {
    unsignedSearch: SearchImages;
    answerResponse: AnswerResponse;
    proofs: ImageProofs;
    proofSigner: ProofSigner;
    download: DownloadOriginal;
    /** Whether searches cost. */
    searchesCost: boolean;
  };
  keyQuota: KeyQuota;
  /** Seals grants and the URLs of originals. */
  sessionSecret: () => string;
};

/** Creates the routes of the picker, with which pages of other programs choose images. */
export function createPicker(
  { publicUrl, pickerOrigins: origins, pickerSearches }: PickerConfig & { publicUrl: string },
  { gallery, keyQuota, sessionSecret: secret }: Parts,
): { routes: readonly Route[] } {
  const {
    unsignedSearch,
    answerResponse,
    proofs,
    proofSigner: signer,
    download,
    searchesCost,
  } = gallery;
  const grants = createPickerGrants({ secret });
  return {
    routes: [
      ...pickerScriptEndpoints(publicUrl),
      pickerSchemaEndpoint(),
      pickerSearchEndpoint({
        searchImages: unsignedSearch,
        answerResponse,
        origins,
        grants: searchesCost && pickerSearches === "signed" ? grants : null,
        keyQuota,
      }),
      pickerGrantsEndpoint({ grants, origins, keyQuota }),
      ...pickerOriginalEndpoints({ proofs, signer, download, origins, publicUrl, secret }),
      ...pageRoutes("visitor", ["/picker"]),
    ],
  };
}
