const NAME = "vitrine.collections";

type Listener = (collectionId: string) => void;

const listeners = new Set<Listener>();
let channel: BroadcastChannel | null = null;

/** Calls `listener` with the id of each collection that another tab changes. */
export function onForeignChange(listener: Listener): () => void {
  listeners.add(listener);
  openChannel();
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    // A page with an open channel cannot enter the back/forward cache.
    channel?.close();
    channel = null;
  };
}

/** Notifies the other tabs that a collection changed. */
export function publishChange(collectionId: string): void {
  const open = channel;
  if (open !== null) open.postMessage(collectionId);
  else if (typeof BroadcastChannel === "function") {
    const brief = new BroadcastChannel(NAME);
    brief.postMessage(collectionId);
    brief.close();
  }
}

function openChannel(): void {
  if (channel !== null || typeof BroadcastChannel !== "function") return;
  channel = new BroadcastChannel(NAME);
  channel.onmessage = ({ data }) => {
    for (const listener of listeners) listener(String(data));
  };
}
