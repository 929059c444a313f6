import { createContext, useContext, useSyncExternalStore } from "react";
import type { Tray, TrayState } from "@/lib/client/picker/tray";

export const TrayContext = createContext<Tray | null>(null);

/** Returns the tray of the open picker. @throws outside it */
export function useTray(): Tray {
  const tray = useContext(TrayContext);
  if (tray === null) throw new Error("useTray needs an open picker");
  return tray;
}

export function useTrayState(): TrayState {
  const { subscribe, state } = useTray();
  return useSyncExternalStore(subscribe, state, state);
}
