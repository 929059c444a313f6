import "server-only";
import { LRUCache } from "lru-cache";
import { ThumbnailFailure } from "./thumbnail-failure";

/** What one visitor may have made that is not in the cache; what is cached costs nothing. */
export type ClientLimits = {
  perMinute: number;
  perTenMinutes: number;
  /** Bytes of thumbnails sent that had to be made. */
  bytesPerTenMinutes: number;
};

export const CLIENT_LIMITS: ClientLimits = {
  perMinute: 150,
  perTenMinutes: 2_500,
  bytesPerTenMinutes: 60 * 1024 * 1024,
};

type Usage = { minute: number; inMinute: number; ten: number; inTen: number; bytesInTen: number };

const CLIENTS_MAX = 10_000;
const MINUTE_MS = 60_000;

/** Counts per visitor in whole minutes of the clock. In memory: losing it forgives. */
export class ClientMeter {
  readonly #usage = new LRUCache<string, Usage>({ max: CLIENTS_MAX });

  constructor(
    private readonly limits: ClientLimits,
    private readonly clock: () => number,
  ) {}

  /** Counts one thumbnail that has to be made. @throws ThumbnailFailure 429 over a limit. */
  spend(client: string): void {
    const usage = this.#of(client);
    const { perMinute, perTenMinutes, bytesPerTenMinutes } = this.limits;
    const isOverTen = usage.inTen >= perTenMinutes || usage.bytesInTen >= bytesPerTenMinutes;
    if (isOverTen || usage.inMinute >= perMinute) {
      const windowMs = isOverTen ? 10 * MINUTE_MS : MINUTE_MS;
      throw new ThumbnailFailure("unavailable", 429, "a visitor's limit", {
        retryAfterSeconds: Math.ceil((windowMs - (this.clock() % windowMs)) / 1_000),
        isRemembered: false,
      });
    }
    usage.inMinute += 1;
    usage.inTen += 1;
  }

  /** Counts what was made and sent. */
  addBytes(client: string, bytes: number): void {
    this.#of(client).bytesInTen += bytes;
  }

  #of(client: string): Usage {
    const minute = Math.floor(this.clock() / MINUTE_MS);
    const ten = Math.floor(minute / 10);
    const usage = this.#usage.get(client) ?? { minute, inMinute: 0, ten, inTen: 0, bytesInTen: 0 };
    if (usage.minute !== minute) Object.assign(usage, { minute, inMinute: 0 });
    if (usage.ten !== ten) Object.assign(usage, { ten, inTen: 0, bytesInTen: 0 });
    this.#usage.set(client, usage);
    return usage;
  }
}
