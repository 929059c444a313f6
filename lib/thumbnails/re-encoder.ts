import "server-only";

const WAITING_MAX = 200;

/**
 * Makes better encodes one after another, in the background, for pictures that were asked for more
 * than once. What fails is forgotten: the thumbnail that is there stays.
 */
export class Improver {
  readonly #waiting = new Map<string, () => Promise<void>>();
  #running: string | null = null;
  #isClosed = false;
  #idle: Promise<void> = Promise.resolve();

  constructor(private readonly onIdle: () => void) {}

  get waiting(): number {
    return this.#waiting.size;
  }

  /** Puts work in the queue unless this key is in it already or the queue is full. */
  schedule(key: string, work: () => Promise<void>): void {
    const isKnown = this.#waiting.has(key) || this.#running === key;
    if (this.#isClosed || isKnown || this.#waiting.size >= WAITING_MAX) return;
    this.#waiting.set(key, work);
    if (this.#running === null) this.#idle = this.#drain();
  }

  /** Waits until the queue is empty. */
  settled(): Promise<void> {
    return this.#idle;
  }

  close(): void {
    this.#isClosed = true;
    this.#waiting.clear();
  }

  async #drain(): Promise<void> {
    for (;;) {
      const [next] = this.#waiting;
      if (next === undefined) break;
      const [key, work] = next;
      this.#waiting.delete(key);
      this.#running = key;
      await work().catch(() => {});
    }
    this.#running = null;
    this.onIdle();
  }
}
