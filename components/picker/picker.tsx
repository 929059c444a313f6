"use client";

import { type ReactNode, useEffect, useRef, useState } from "react";
import button from "@/components/ui/button.module.css";
import { Screen } from "@/components/ui/screen";
import {
  type CallerBridge,
  connectCaller,
  type PickerOpening,
} from "@/lib/client/picker/caller-bridge";
import type { NewSearch } from "@/lib/contract/new-search";
import type { PickerCall } from "@/lib/contract/picker";
import type { ServiceLabel } from "@/lib/contract/search-answer";
import { pickerMessages as messages } from "@/lib/messages/compiled/picker";
import styles from "./picker.module.css";

/** Not static: the results page's script would be cut where this page shares it, and grow. */
const loadOpenPicker = () => import("./open-picker");

type PickerProps = {
  opening: PickerOpening;
  /** The search field until the call arrives, rendered by the server. */
  field: ReactNode;
  service: ServiceLabel | null;
  newSearch: NewSearch;
};

type Phase =
  | { kind: "waiting" | "alone" | "unloaded" | "ended" }
  | ({ kind: "open"; call: PickerCall } & Awaited<ReturnType<typeof loadOpenPicker>>)
  | { kind: "refused"; reason: "version" | "call"; detail: string };

/** The page that another program opens to have images chosen (docs/decisions/0067-the-picker-page.md). */
export function Picker({ opening, field, service, newSearch }: PickerProps) {
  const [phase, setPhase] = useState<Phase>({ kind: "waiting" });
  const bridge = useRef<CallerBridge>(null);

  useEffect(() => {
    // While the call arrives.
    const loading = loadOpenPicker();
    const connected = connectCaller(opening, {
      onCall: (call) => {
        if (call.theme !== undefined) document.documentElement.dataset.theme = call.theme;
        // Also waits until the router has started: before, it would not see a change of the URL.
        loading.then(
          (loaded) => {
            loaded.prepare(call, opening.origin);
            setPhase({ kind: "open", call, ...loaded });
          },
          () => setPhase({ kind: "unloaded" }),
        );
      },
      onRefused: (reason, detail) =>
        setPhase({ kind: "refused", reason: reason === "version" ? reason : "call", detail }),
      onAlone: () => setPhase({ kind: "alone" }),
    });
    bridge.current = connected;
    return connected.leave;
  }, [opening]);

  switch (phase.kind) {
    case "open":
      return (
        <phase.OpenPicker
          call={phase.call}
          origin={opening.origin}
          service={service}
          newSearch={newSearch}
          onEnd={(end) => {
            bridge.current?.end(end);
            if (opening.mode === "popup") close();
            setPhase({ kind: "ended" });
          }}
        />
      );
    case "waiting":
      return (
        <>
          <header className={styles.head}>
            <p className={styles.title}>{messages("pageTitle")}</p>
            <div className={styles.inert} inert>
              {field}
            </div>
          </header>
          <Message>
            <p className={styles.waiting}>{messages("waiting", { origin: opening.origin })}</p>
          </Message>
        </>
      );
    case "unloaded":
      return (
        <Message>
          <Screen sign="offline" title={messages("refused.title")}>
            <p>{messages("unloaded")}</p>
          </Screen>
        </Message>
      );
    case "refused":
      return (
        <Message>
          <Screen sign="crack" title={messages("refused.title")}>
            <p>{messages(`refused.${phase.reason}`)}</p>
            <p>
              <code>{phase.detail}</code>
            </p>
          </Screen>
        </Message>
      );
    case "alone":
      return (
        <Message>
          <Screen sign="address" title={messages("alone.title")}>
            <p>{messages("alone")}</p>
            <a className={button.button} href="/">
              {messages("alone.home")}
            </a>
          </Screen>
        </Message>
      );
    case "ended":
      return (
        <Message>
          <Screen sign="empty" title={messages("ended.title")}>
            <p>{messages("ended")}</p>
          </Screen>
        </Message>
      );
  }
}

function Message({ children }: { children: ReactNode }) {
  return (
    <main id="main" tabIndex={-1} className={styles.message}>
      {children}
    </main>
  );
}
