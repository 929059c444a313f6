import "server-only";
import { AppError } from "@/lib/platform/errors";
import { readBody } from "@/lib/platform/read-body";

/** What the bodies that arrive may occupy together, and those of one visitor. */
const BYTES_MAX = 64 * 1024 * 1024;
const VISITOR_BYTES_MAX = 8 * 1024 * 1024;
/** What a chunk occupies beside its bytes. */
const CHUNK_BYTES = 128;
const RETRY_AFTER_SECONDS = 5;

/**
 * Creates the reader of request bodies. Senders that stop before the last byte can make it hold only so
 * much memory, all together and each visitor alone.
 */
export function createRequestBodies({
  bytesMax = BYTES_MAX,
  visitorBytesMax = VISITOR_BYTES_MAX,
}: {
  bytesMax?: number;
  visitorBytesMax?: number;
} = {}) {
  let heldBytes = 0;
  const heldByVisitor = new Map<string, number>();

  function hold(visitor: string, bytes: number): void {
    heldBytes += bytes;
    const held = (heldByVisitor.get(visitor) ?? 0) + bytes;
    if (held > 0) heldByVisitor.set(visitor, held);
    else heldByVisitor.delete(visitor);
  }

  return {
    /**
     * Returns a request whose body has been read.
     *
     * @param bodyBytesMax what the route takes
     * @throws AppError body_too_large: before reading if the head says so, otherwise while reading;
     *   busy if the bodies that arrive occupy too much memory
     */
    async read(request: Request, bodyBytesMax: number, visitor: string): Promise<Request> {
      const { method, url, headers } = request;
      const tooLarge = () => new AppError("body_too_large", `more than ${bodyBytesMax} bytes`);
      if (Number(headers.get("content-length") ?? 0) > bodyBytesMax) throw tooLarge();
      let bytes = 0;
      try {
        const body = await readBody(request.body, bodyBytesMax, (chunk) => {
          const chunkBytes = chunk.byteLength + CHUNK_BYTES;
          bytes += chunkBytes;
          hold(visitor, chunkBytes);
          if (heldBytes <= bytesMax && (heldByVisitor.get(visitor) ?? 0) <= visitorBytesMax) return;
          throw new AppError("busy", "the bodies that arrive occupy too much memory", {
            retryAfterSeconds: RETRY_AFTER_SECONDS,
          });
        });
        if (body === null) throw tooLarge();
        const sent = body.length > 0 && { body: new Uint8Array(body) };
        return new Request(url, { method, headers: [...headers], ...sent });
      } finally {
        hold(visitor, -bytes);
      }
    },
  };
}
