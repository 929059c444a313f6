import "server-only";

type Flight<T> = { result: Promise<T>; abort: AbortController; waiting: number };

/**
 * Lets equal requests share one piece of work. The work is aborted only when the last of those who
 * wait for it has left; nothing is kept once it has ended.
 */
export class SingleFlight<T> {
  readonly #flights = new Map<string, Flight<T>>();

  get size(): number {
    return this.#flights.size;
  }

  /**
   * Joins the work under this key, or starts it.
   *
   * @throws the signal's reason as soon as it aborts, whatever becomes of the work; else what the
   *   work throws, to everyone who waits at that moment.
   */
  async run(
    key: string,
    signal: AbortSignal,
    work: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    signal.throwIfAborted();
    const flight = this.#flights.get(key) ?? this.#start(key, work);
    flight.waiting += 1;
    try {
      return await untilAborted(flight.result, signal);
    } finally {
      flight.waiting -= 1;
      // Once it has ended it is no longer listed, and there is nothing to abort.
      if (flight.waiting === 0 && this.#flights.get(key) === flight) {
        // A newcomer must not join what is being given up.
        this.#flights.delete(key);
        flight.abort.abort(signal.reason);
      }
    }
  }

  #start(key: string, work: (signal: AbortSignal) => Promise<T>): Flight<T> {
    const abort = new AbortController();
    const result = work(abort.signal);
    const flight: Flight<T> = { result, abort, waiting: 0 };
    this.#flights.set(key, flight);
    const end = () => {
      if (this.#flights.get(key) === flight) this.#flights.delete(key);
    };
    // Also keeps a failure that nobody waits for any more from ending the process.
    result.then(end, end);
    return flight;
  }
}

function untilAborted<T>(result: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason);
    signal.addEventListener("abort", onAbort, { once: true });
    result.then(resolve, reject).finally(() => signal.removeEventListener("abort", onAbort));
  });
}
