import "server-only";
import { createRequestCoalescing } from "@/lib/platform/request-coalescing";

/** The client that shared work belongs to. */
export type Requester = {
  /** Null: background work, such as warming, that no visitor waits for. */
  client(): string | null;
  /** Makes background work a client's request; otherwise without effect. */
  promote(client: string): void;
  /** Calls back when background work becomes a client's request. */
  onPromoted(listener: () => void): void;
};

/** Whose work it is, and when it ends early. */
export type WorkOptions = { requester: Requester; signal: AbortSignal };

export function createRequester(client: string | null): Requester {
  let current = client;
  const listeners: (() => void)[] = [];
  return {
    client: () => current,
    promote(next) {
      if (current !== null) return;
      current = next;
      for (const listener of listeners.splice(0)) listener();
    },
    onPromoted(listener) {
      if (current === null) listeners.push(listener);
    },
  };
}

/**
 * Request coalescing with priorities: when a client joins background work, at once or by way of
 * other background work, that work gets the client's priority.
 */
export function createPrioritizedCoalescing<T>() {
  const coalescing = createRequestCoalescing<T>();
  const requesters = new Map<string, Requester>();
  return {
    /** As `RequestCoalescing.join`. The first requester of a key stands for all of them. */
    join(
      key: string,
      { requester, signal }: WorkOptions,
      start: (signal: AbortSignal) => Promise<T>,
    ): Promise<T> {
      const first = requesters.get(key);
      if (first !== undefined && first !== requester) {
        const promote = () => first.promote(requester.client() ?? "");
        if (requester.client() === null) requester.onPromoted(promote);
        else promote();
      }
      return coalescing.join(key, {
        signal,
        start(call) {
          requesters.set(key, requester);
          return start(call.signal).finally(() => {
            if (requesters.get(key) === requester) requesters.delete(key);
          });
        },
      });
    },
  };
}
