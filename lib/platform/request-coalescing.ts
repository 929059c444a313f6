import "server-only";

/** What a flight is told while it is under way. */
export type FlightControl = {
  /** Aborts when everybody who waited has left, unless `keepGoing` was called before. */
  signal: AbortSignal;
  /** From here on the flight costs money: it is let finish, whoever leaves. */
  keepGoing(): void;
};

/** `isFirst` is true for the one whose call it was; the others came along. */
export type Landed<T> = { value: T; isFirst: boolean };

type Flight<T> = {
  landing: Promise<T>;
  controller: AbortController;
  waitingCount: number;
  hasToLand: boolean;
};

/**
 * One call for all who want the same thing at the same time, in this process.
 *
 * A waiter who leaves is rejected with the reason of its signal and takes nobody else along. Only
 * when the last one left does the flight end early, and only if it had not begun to cost.
 */
export function createFlights<T>() {
  const flights = new Map<string, Flight<T>>();

  function takeOff(key: string, run: (control: FlightControl) => Promise<T>): Flight<T> {
    const controller = new AbortController();
    const keepGoing = () => {
      flight.hasToLand = true;
    };
    const landing = Promise.resolve()
      .then(() => run({ signal: controller.signal, keepGoing }))
      .finally(() => forget(key, flight));
    const flight: Flight<T> = { landing, controller, waitingCount: 0, hasToLand: false };
    flights.set(key, flight);
    // A flight whose waiters all left may fail with nobody there to hear it.
    landing.catch(() => undefined);
    return flight;
  }

  function forget(key: string, flight: Flight<T>): void {
    if (flights.get(key) === flight) flights.delete(key);
  }

  async function wait(key: string, flight: Flight<T>, signal: AbortSignal): Promise<T> {
    signal.throwIfAborted();
    flight.waitingCount += 1;
    let leave = () => {};
    const left = new Promise<never>((_, reject) => {
      leave = () => reject(signal.reason);
      signal.addEventListener("abort", leave, { once: true });
    });
    try {
      return await Promise.race([flight.landing, left]);
    } finally {
      signal.removeEventListener("abort", leave);
      flight.waitingCount -= 1;
      if (flight.waitingCount === 0 && signal.aborted && !flight.hasToLand) {
        // Who comes now must not board a flight that is being called off.
        forget(key, flight);
        flight.controller.abort(signal.reason);
      }
    }
  }

  return {
    /** Boards the flight for `key`, or takes off with `run` when there is none. */
    async board(
      key: string,
      { signal, run }: { signal: AbortSignal; run: (control: FlightControl) => Promise<T> },
    ): Promise<Landed<T>> {
      signal.throwIfAborted();
      const under = flights.get(key);
      const value = await wait(key, under ?? takeOff(key, run), signal);
      return { value, isFirst: under === undefined };
    },
    /** How many are in the air. */
    count: () => flights.size,
  };
}

export type Flights<T> = ReturnType<typeof createFlights<T>>;
