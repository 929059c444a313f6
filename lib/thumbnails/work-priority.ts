import "server-only";
import { createRequestCoalescing } from "@/lib/platform/request-coalescing";

/** The visitor who causes work, and whether a visitor waits for it. */
export type WorkPriority = {
  /** Null for background work, such as re-encoding. */
  visitor(): string | null;
  /** Background work, such as warming, that no visitor waits for. */
  isBackground(): boolean;
  /** Makes background work a visitor's request; does nothing to other work. */
  promote(visitor: string | null): void;
  /** Calls `listener` when background work becomes a visitor's request. */
  onPromoted(listener: () => void): void;
};

/** The priority of work, and the signal that ends it early. */
export type WorkOptions = { priority: WorkPriority; signal: AbortSignal };

export function createWorkPriority(
  visitor: string | null,
  { isBackground = visitor === null } = {},
): WorkPriority {
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
  const priorities = new Map<string, WorkPriority>();
  return {
    /** Like `RequestCoalescing.join`. The first priority of a key represents all of them. */
    join(
      key: string,
      { priority, signal }: WorkOptions,
      start: (signal: AbortSignal) => Promise<T>,
    ): Promise<T> {
      const first = priorities.get(key);
      if (first !== undefined && first !== priority) {
        const promote = () => first.promote(priority.visitor());
        if (priority.isBackground()) priority.onPromoted(promote);
        else promote();
      }
      return coalescing.join(key, {
        signal,
        start(call) {
          priorities.set(key, priority);
          return start(call.signal).finally(() => {
            if (priorities.get(key) === priority) priorities.delete(key);
          });
        },
      });
    },
  };
}
