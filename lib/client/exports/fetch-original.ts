import type { ErrorBody } from "@/lib/contract/error-body";
import { ORIGINAL_URL, type OriginalRequest } from "@/lib/contract/image-proofs";
import type { ExportedImage } from "@/lib/contract/picked-image";
import { extensionOfType } from "@/lib/core/exports/file-names";
import { provenImage } from "@/lib/core/image/proven-image";
import { BUSY_ATTEMPTS_MAX, retryAfterMs, wait } from "../busy-server";

/** An image's file and the extension for its media type; or an error code. */
export type FetchedOriginal =
  | { kind: "file"; body: Blob; extension: string }
  | { kind: "failure"; code: string };

/** Longest wait for a host that sends nothing. */
const SILENCE_MAX_MS = 30_000;

/** How much of a file has arrived; `sizeBytes` is null if the host did not send the size. */
export type OriginalProgress = { receivedBytes: number; sizeBytes: number | null };

/**
 * Fetches the file of an image through this server. While the server is busy, waits and retries.
 *
 * @param onProgress is called for each part that arrives
 * @throws AbortError after `signal`
 */
export function fetchOriginal(
  image: ExportedImage,
  signal: AbortSignal,
  onProgress?: OnProgress,
): Promise<FetchedOriginal> {
  const request: OriginalRequest = { image: provenImage(image), name: image.name };
  return fetchFile(ORIGINAL_URL, request, signal, onProgress);
}

type OnProgress = (progress: OriginalProgress) => void;

/** Fetches an image's file from a URL of this server; see `fetchOriginal`. */
export async function fetchFile(
  url: string,
  request: OriginalRequest,
  signal: AbortSignal,
  onProgress?: OnProgress,
): Promise<FetchedOriginal> {
  for (let attempt = 1; ; attempt += 1) {
    const fetched = await attemptFetch(url, request, signal, onProgress);
    if (fetched.kind !== "busy") return fetched;
    if (attempt === BUSY_ATTEMPTS_MAX) return { kind: "failure", code: "busy" };
    await wait(fetched.retryAfterMs, signal);
  }
}

type Attempt = FetchedOriginal | { kind: "busy"; retryAfterMs: number };

async function attemptFetch(
  url: string,
  request: OriginalRequest,
  signal: AbortSignal,
  onProgress?: OnProgress,
): Promise<Attempt> {
  const silence = new AbortController();
  let timer = setTimeout(() => silence.abort(), SILENCE_MAX_MS);
  const restartTimer = () => {
    clearTimeout(timer);
    timer = setTimeout(() => silence.abort(), SILENCE_MAX_MS);
  };
  try {
    const response = await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(request),
      signal: AbortSignal.any([signal, silence.signal]),
    });
    restartTimer();
    if (!response.ok) return await failureOf(response);
    const extension = extensionOfType(response.headers.get("content-type") ?? "");
    if (extension === null) {
      await response.body?.cancel();
      return { kind: "failure", code: "not_an_image" };
    }
    const chunks: Uint8Array<ArrayBuffer>[] = [];
    const reader = response.body?.getReader();
    const sizeBytes = Number(response.headers.get("content-length")) || null;
    let receivedBytes = 0;
    for (;;) {
      const read = await reader?.read();
      if (read === undefined || read.done) break;
      restartTimer();
      chunks.push(read.value as Uint8Array<ArrayBuffer>);
      receivedBytes += read.value.length;
      onProgress?.({ receivedBytes, sizeBytes });
    }
    return { kind: "file", body: new Blob(chunks), extension };
  } catch {
    signal.throwIfAborted();
    if (silence.signal.aborted) return { kind: "failure", code: "image_host_slow" };
    return { kind: "failure", code: navigator.onLine ? "image_unavailable" : "offline" };
  } finally {
    clearTimeout(timer);
  }
}

async function failureOf(response: Response): Promise<Attempt> {
  const body = (await response.json().catch(() => null)) as Partial<ErrorBody> | null;
  const code = body?.error?.code ?? "image_unavailable";
  const afterMs = retryAfterMs(response);
  return afterMs === null ? { kind: "failure", code } : { kind: "busy", retryAfterMs: afterMs };
}
