"use client";

import { type ReactNode, useEffect, useRef, useState } from "react";
import { SearchField } from "@/components/search/form/search-field";
import button from "@/components/ui/button.module.css";
import { Screen } from "@/components/ui/screen";
import { showInLocale } from "@/lib/client/picker/call-locale";
import { type CallerBridge, connectCaller } from "@/lib/client/picker/caller-bridge";
import type { PickerCaller } from "@/lib/contract/picker";
import type { ServiceLabel } from "@/lib/contract/search-answer";
import type { SearchOffer } from "@/lib/contract/search-offer";
import { pickerMessages as messages } from "@/lib/messages/compiled/picker";
import styles from "./picker.module.css";
import { type FirstAnswer, type OpenedCall, PickerScreen } from "./picker-screen";

/** Not static: the results page's script would be cut where this page shares it, and grow. */
const loadPicker = () => import("./loaded-picker");

type PickerProps = {
  caller: PickerCaller;
  /** Null if the server shows no images of the start query. */
  first: FirstAnswer | null;
  service: ServiceLabel | null;
  searchOffer: SearchOffer;
};

type Phase =
  | { kind: "waiting" | "alone" | "unloaded" | "ended" }
  | { kind: "open"; opened: OpenedCall }
  | { kind: "refused"; reason: "version" | "call"; detail: string };

/** The page that another program opens to have images chosen (docs/decisions/0067-the-picker-page.md). */
export function Picker({ caller, first, service, searchOffer }: PickerProps) {
  const [phase, setPhase] = useState<Phase>({ kind: "waiting" });
  /** Whether the call asked for another language than that of the server's HTML. */
  const [isTranslated, setIsTranslated] = useState(false);
  const bridge = useRef<CallerBridge>(null);

  useEffect(() => {
    // While the call arrives.
    const loading = loadPicker();
    const connected = connectCaller(caller, {
      onCall: (call, renewGrant) => {
        if (call.theme !== undefined) document.documentElement.dataset.theme = call.theme;
        // Also waits until the router has started: before, it would not see a change of the URL.
        Promise.all([loading, call.locale !== undefined && showInLocale(call.locale)]).then(
          ([loaded, isTranslated]) => {
            if (isTranslated) document.title = messages("pageTitle");
            setIsTranslated(isTranslated);
            const opened = { ...loaded.openCall(call, caller.origin, renewGrant), ...loaded };
            setPhase({ kind: "open", opened });
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
  }, [caller]);

  // One element in both phases, so that the images stay.
  if (phase.kind === "open" || (phase.kind === "waiting" && first !== null)) {
    return (
      <PickerScreen
        opened={phase.kind === "open" ? phase.opened : null}
        origin={caller.origin}
        first={first && isTranslated ? { known: first.known } : first}
        service={service}
        searchOffer={searchOffer}
        onEnd={(end) => {
          bridge.current?.end(end);
          if (caller.mode === "popup") close();
          setPhase({ kind: "ended" });
        }}
      />
    );
  }
  switch (phase.kind) {
    case "waiting":
      return (
        <>
          <header className={styles.head}>
            <p className={styles.title}>{messages("pageTitle")}</p>
            <div className={styles.form} inert>
              <SearchField />
            </div>
          </header>
          <Message>
            <p className={styles.waiting}>{messages("waiting", { origin: caller.origin })}</p>
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
