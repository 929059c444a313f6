import "server-only";
import { createRequestCoalescing } from "@/lib/platform/request-coalescing";

/** The visitor who causes work, and whether a visitor waits for it. */
export type Requester = {
  /** Null for background work, such as re-encoding. */
  visitor(): string | null;
  /** Background work, such as warming, that no visitor waits for. */
  isBackground(): boolean;
  /** Makes background work a visitor's request; does nothing to other work. */
  promote(visitor: string | null): void;
  /** Calls `listener` when background work becomes a visitor's request. */
  onPromoted(listener: () => void): void;
};

/** The requester of work, and the signal that ends it early. */
export type WorkOptions = { requester: Requester; signal: AbortSignal };

export function createRequester(
  visitor: string | null,
  { isBackground = visitor === null } = {},
): Requester {
  let current = visitor;
  let isWaitedFor = !isBackground;
  const listeners: (() => void)[] = [];
  return {
    visitor: () => current,
    isBackground: () => !isWaitedFor,
    promote(next) {
      if (isWaitedFor) return;
      current = next;
      isWaitedFor = true;
      for (const listener of listeners.splice(0)) listener();
    },
    onPromoted(listener) {
      if (!isWaitedFor) listeners.push(listener);
    },
  };
}

/**
 * Request coalescing with priorities: when a visitor joins background work, directly or through other
 * background work, that work gets the visitor's priority.
 */
export function createPrioritizedCoalescing<T>() {
  const coalescing = createRequestCoalescing<T>();
  const requesters = new Map<string, Requester>();
  return {
    /** Like `RequestCoalescing.join`. The first requester of a key represents all of them. */
    join(
      key: string,
      { requester, signal }: WorkOptions,
      start: (signal: AbortSignal) => Promise<T>,
    ): Promise<T> {
      const first = requesters.get(key);
      if (first !== undefined && first !== requester) {
        const promote = () => first.promote(requester.visitor());
        if (requester.isBackground()) requester.onPromoted(promote);
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
