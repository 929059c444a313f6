import "server-only";

/** Memory that several pieces of work take from together. */
export class ByteBudget {
  #takenBytes = 0;

  constructor(private readonly bytesMax: number) {}

  get takenBytes(): number {
    return this.#takenBytes;
  }

  /** Takes bytes and answers true, or takes nothing where they are not there. */
  take(bytes: number): boolean {
    if (this.#takenBytes + bytes > this.bytesMax) return false;
    this.#takenBytes += bytes;
    return true;
  }

  /** Gives taken bytes back. */
  give(bytes: number): void {
    this.#takenBytes -= bytes;
  }
}
