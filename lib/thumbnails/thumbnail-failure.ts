import "server-only";
import type { ThumbnailReason } from "@/lib/contract/thumbnail-failure";

/**
 * A thumbnail that cannot be made. It is not an `AppError`: an `<img>` reads no error body, so this
 * failure is sent as a status, a reason and an empty image. The message is for the log only.
 */
export class ThumbnailFailure extends Error {
  override readonly name = "ThumbnailFailure";
  /** Whole seconds, at least 1; set if a retry may succeed. */
  readonly retryAfterSeconds: number | undefined;
  /**
   * Whether the failure cache may answer later requests with it. False for a problem of this server,
   * which says nothing about the image.
   */
  readonly isRemembered: boolean;

  constructor(
    readonly reason: ThumbnailReason,
    /** The HTTP status of our response, which may differ from the host's. */
    readonly status: number,
    internal: string,
    options: { cause?: unknown; retryAfterSeconds?: number; isRemembered?: boolean } = {},
  ) {
    super(internal, options.cause === undefined ? {} : { cause: options.cause });
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.isRemembered = options.isRemembered ?? true;
  }

  /** Returns this failure for a later request, which may retry after `retryAfterSeconds`. */
  repeated(retryAfterSeconds: number): ThumbnailFailure {
    const { reason, status, message } = this;
    return new ThumbnailFailure(reason, status, message, { cause: this, retryAfterSeconds });
  }
}

/** This server does not fetch the URL, or a URL that it redirects to. */
export function refused(internal: string): ThumbnailFailure {
  return new ThumbnailFailure("refused", 403, internal);
}

/** The host does not exist, is unreachable, or its response is unusable. */
export function badHost(internal: string, cause?: unknown): ThumbnailFailure {
  return new ThumbnailFailure("unavailable", 502, internal, { cause, retryAfterSeconds: 60 });
}

/** The host exceeded one of its deadlines. */
export function slowHost(internal: string): ThumbnailFailure {
  return new ThumbnailFailure("slow-host", 504, internal, { retryAfterSeconds: 60 });
}

/** The original has too many bytes for a thumbnail. */
export function tooLarge(): ThumbnailFailure {
  return new ThumbnailFailure("too-large", 413, "more bytes than allowed");
}

/** The original has no format that the decoder supports. */
export function notAnImage(): ThumbnailFailure {
  return new ThumbnailFailure("not-a-picture", 415, "not a format that is decoded");
}

/** This server is overloaded, which says nothing about the image. */
export function busy(internal: string, retryAfterSeconds = 2): ThumbnailFailure {
  return new ThumbnailFailure("unavailable", 503, internal, {
    retryAfterSeconds,
    isRemembered: false,
  });
}

/** A queue of this server has no room. */
export function tooManyWait(): ThumbnailFailure {
  return busy("too many requests wait");
}
