import "server-only";
import type { ThumbnailReason } from "@/lib/contract/thumbnail-failure";

type FailureOptions = {
  cause?: unknown;
  /** Whole seconds, at least 1; set where asking again makes sense. */
  retryAfterSeconds?: number;
  /** False for this server's own troubles, which say nothing about the picture. */
  isRemembered?: boolean;
};

/**
 * A picture that can't be had. Not an `AppError`: an `<img>` reads no sentence, so this failure
 * leaves as a status, one word and a picture of nothing. The message is for the log alone.
 */
export class ThumbnailFailure extends Error {
  override readonly name = "ThumbnailFailure";
  readonly retryAfterSeconds: number | undefined;
  /** Whether the failure cache may answer the next request with it. */
  readonly isRemembered: boolean;

  constructor(
    readonly reason: ThumbnailReason,
    readonly status: number,
    internal: string,
    options: FailureOptions = {},
  ) {
    super(internal, options.cause === undefined ? {} : { cause: options.cause });
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.isRemembered = options.isRemembered ?? true;
  }
}

/** The address, or one it leads to, is outside what this server fetches. */
export function refused(internal: string): ThumbnailFailure {
  return new ThumbnailFailure("refused", 403, internal);
}

/** The host answered with something that is no picture delivery. */
export function badHost(internal: string, cause?: unknown): ThumbnailFailure {
  return new ThumbnailFailure("unavailable", 502, internal, { cause, retryAfterSeconds: 60 });
}

/** The host used up one of its deadlines. */
export function slowHost(internal: string): ThumbnailFailure {
  return new ThumbnailFailure("slow-host", 504, internal, { retryAfterSeconds: 60 });
}

/** This server has too much to do; nothing is known about the picture. */
export function busy(internal: string, retryAfterSeconds = 2): ThumbnailFailure {
  return new ThumbnailFailure("unavailable", 503, internal, {
    retryAfterSeconds,
    isRemembered: false,
  });
}
