import "server-only";
import { z } from "zod";
import {
  type FileValidators,
  type ImageState,
  STILL_THERE_IMAGES_MAX,
  type StillThereAnswer,
} from "@/lib/contract/still-there";
import { type HostAnswer, imageState } from "@/lib/core/image/image-state";
import { BytesResponse } from "@/lib/platform/bytes-response";
import type { Caller } from "@/lib/platform/fair-queue";
import { assertOwnPage } from "@/lib/web/cross-site";
import { type Endpoint, GALLERY_POST } from "@/lib/web/route";
import {
  IMAGES_BYTES_MAX,
  type ImageProofs,
  isLibraryImage,
  readImageList,
  readSentImage,
} from "./image-proofs";

export type StillThereParts = {
  proofs: ImageProofs;
  /** Returns null if the file is missing. Rejects if the library cannot tell. */
  libraryRevision(id: string): Promise<string | null>;
  /** Rejects only with the signal's reason. */
  askHost(url: string, caller: Caller): Promise<HostAnswer>;
  /** For tests. */
  answerMs?: number;
};

/** Proxies close a silent connection later than this. */
const ANSWER_MS = 25_000;

const VALIDATORS = z.object({
  etag: z.string().max(256).nullable(),
  lastModified: z.string().max(256).nullable(),
  sizeBytes: z.number().nullable(),
});

/**
 * POST /api/still-there: asks the hosts of saved images whether the images are still there. It never
 * asks the search service.
 *
 * Body    `StillThereRequest`, as JSON.
 * 200     `StillThereAnswer`, within 25 seconds; `unknown` for a host that has not answered by then.
 * Errors  cross_site, images_invalid.
 */
export function stillThereEndpoint({
  proofs,
  libraryRevision,
  askHost,
  answerMs = ANSWER_MS,
}: StillThereParts): Endpoint {
  async function stateOf(sent: unknown, caller: Caller): Promise<ImageState | null> {
    const image = readSentImage(sent);
    if (image === null) return null;
    const known = await proofs.check(image);
    if (known === null) return isLibraryImage(image) ? imageState({ kind: "gone" }, null) : null;
    const { source } = known;
    const answer =
      source.kind === "remote"
        ? await askHost(source.url, caller).catch((): HostAnswer => ({ kind: "unknown" }))
        : await libraryRevision(source.id).then(
            fileAnswer,
            (): HostAnswer => ({ kind: "unknown" }),
          );
    return imageState(answer, validatorsOf(sent));
  }

  return {
    ...GALLERY_POST,
    path: "/api/still-there",
    bodyBytesMax: IMAGES_BYTES_MAX,
    handler: async (request, { visitor, signal }) => {
      assertOwnPage(request);
      const sent = await readImageList(request, STILL_THERE_IMAGES_MAX);
      const inTime = AbortSignal.any([signal, AbortSignal.timeout(answerMs)]);
      const images = await Promise.all(
        // Each image has its own signal; a shared signal would accumulate listeners.
        sent.map((each) => stateOf(each, { visitor, signal: AbortSignal.any([inTime]) })),
      );
      signal.throwIfAborted();
      return BytesResponse.of({ images } satisfies StillThereAnswer);
    },
  };
}

/** A library file's revision replaces its validators. */
function fileAnswer(revision: string | null): HostAnswer {
  if (revision === null) return { kind: "gone" };
  const validators = { etag: revision, lastModified: null, sizeBytes: null };
  return { kind: "image", movedTo: null, validators };
}

/** Returns null for missing or malformed validators. */
function validatorsOf(sent: unknown): FileValidators | null {
  const parsed = z.object({ validators: VALIDATORS }).safeParse(sent);
  return parsed.success ? parsed.data.validators : null;
}
