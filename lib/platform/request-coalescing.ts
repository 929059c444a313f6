import "server-only";

/** The shared call's view of its waiters. */
export type CoalescedCall = {
  /** Aborts when the last waiter has left, unless the call is detached. */
  signal: AbortSignal;
  /** Lets the call finish even if every waiter leaves, for example because it costs money. */
  detach(): void;
};

type Pending<T> = {
  result: Promise<T>;
  controller: AbortController;
  state: { waiterCount: number; isDetached: boolean };
};

export type RequestCoalescing<T> = ReturnType<typeof createRequestCoalescing<T>>;

/**
 * Creates request coalescing: concurrent requests with one key share one call in this process.
 *
 * A waiter that leaves does not affect the others. When the last one leaves, the call is aborted
 * unless it is detached; a later request then starts a new call. Results are not cached.
 */
export function createRequestCoalescing<T>() {
  const calls = new Map<string, Pending<T>>();

  function remove(key: string, call: Pending<T>): void {
    if (calls.get(key) === call) calls.delete(key);
  }

  function startCall(key: string, start: (call: CoalescedCall) => Promise<T>): Pending<T> {
    const controller = new AbortController();
    const state = { waiterCount: 0, isDetached: false };
    const result = start({
      signal: controller.signal,
      detach() {
        state.isDetached = true;
      },
    });
    const call: Pending<T> = { result, controller, state };
    calls.set(key, call);
    const settle = () => remove(key, call);
    // Handles both outcomes: a call without waiters may fail, and must not end the process.
    result.then(settle, settle);
    return call;
  }

  async function wait(key: string, call: Pending<T>, signal: AbortSignal): Promise<T> {
    call.state.waiterCount += 1;
    try {
      return await untilAborted(call.result, signal);
    } finally {
      call.state.waiterCount -= 1;
      const isPending = calls.get(key) === call;
      if (call.state.waiterCount === 0 && isPending && !call.state.isDetached) {
        // A new request must not join a call that is being aborted.
        remove(key, call);
        call.controller.abort(signal.reason);
      }
    }
  }

  return {
    /**
     * Joins the pending call for `key`, or runs `start` if there is none. `start` runs before `join`
     * returns, so a caller can record in it that it started the call.
     *
     * Rejects with the reason of `signal` as soon as that aborts, otherwise with the error that
     * `start` throws.
     */
    async join(
      key: string,
      { signal, start }: { signal: AbortSignal; start: (call: CoalescedCall) => Promise<T> },
    ): Promise<T> {
      signal.throwIfAborted();
      return wait(key, calls.get(key) ?? startCall(key, start), signal);
    },
    /** How many calls are pending. */
    count: () => calls.size,
  };
}

/** Settles like `result`, or rejects with the signal's reason if that aborts first. */
export function untilAborted<T>(result: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason);
    if (signal.aborted) onAbort();
    signal.addEventListener("abort", onAbort, { once: true });
    result.then(resolve, reject).finally(() => signal.removeEventListener("abort", onAbort));
  });
}
