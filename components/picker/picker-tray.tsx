"use client";

import { type CSSProperties, useEffect, useRef, useState } from "react";
import { openDialog } from "@/components/image-dialogs/dialog-host";
import { CroppedPicture } from "@/components/slots/cropped-picture";
import { announce } from "@/components/ui/announcer";
import button from "@/components/ui/button.module.css";
import { showToast } from "@/components/ui/toast";
import { ToolIcon } from "@/components/ui/tool-icon";
import { nameOf } from "@/lib/client/image-name";
import { loadOnce } from "@/lib/client/load-once";
import { isOfInputMethod } from "@/lib/client/modifiers";
import type { PickerEnd } from "@/lib/client/picker/caller-bridge";
import { useLoaded } from "@/lib/client/use-loaded";
import type { PickerCall, Slot } from "@/lib/contract/picker";
import {
  type ChosenImage,
  countOf,
  cropOf,
  inSlot,
  lacksAlternativeText,
  placeCount,
} from "@/lib/core/slots/chosen-images";
import { slotRatio } from "@/lib/core/slots/slot-fit";
import { pickerMessages as messages } from "@/lib/messages/compiled/picker";
import { slotLabel } from "./slot-label";
import styles from "./tray.module.css";
import { useTray, useTrayState } from "./tray-context";

/** Loads when the browser is idle, or when it is needed. */
const tools = loadOnce(() => import("./tray-tools"));

/** Opens the crop and the texts of a chosen image. */
function edit(imageKey: string, isTextAsked: boolean): void {
  openDialog(async () => (await tools.load()).DetailsDialog, { imageKey, isTextAsked });
}

/** How long Esc is remembered: as long as its toast. */
const WARNING_MS = 3000;

/** Pictures in the tray are at most this wide. */
const PICTURE_WIDTH_PX = 160;

type PickerTrayProps = {
  call: PickerCall;
  /** The origin of the program. */
  origin: string;
  onEnd: (end: PickerEnd) => void;
};

/** The slots with the chosen images, at the bottom of the window, and the buttons that end the picker. */
export function PickerTray({ call, origin, onEnd }: PickerTrayProps) {
  const { chosen } = useTrayState();
  useLoaded(tools.load, tools.loaded);
  const { slots } = call;
  const [isSending, setIsSending] = useState(false);
  const leaving = useRef(new AbortController());
  const max = placeCount(slots);
  const close = () => {
    leaving.current.abort();
    onEnd({ type: "closed" });
  };
  useClosingKey(chosen.length, close);
  useAnnouncedChoice(chosen, slots);

  const use = async () => {
    if (chosen.length === 0 || isSending) return;
    const lacking = chosen.find(lacksAlternativeText);
    if (lacking !== undefined) return edit(lacking.key, true);
    setIsSending(true);
    const { signal } = leaving.current;
    // Rejects after the editor has cancelled, or without a connection.
    const images = await tools
      .load()
      .then(({ pickedImagesOf }) => pickedImagesOf(chosen, call, origin, signal))
      .catch(() => null);
    setIsSending(false);
    if (images !== null) onEnd({ type: "picked", images });
    else if (!signal.aborted) showToast(messages("notSent"));
  };

  return (
    <section className={styles.tray} aria-label={messages("tray")}>
      <ul className={styles.slots}>
        {slots.map((slot) => (
          <SlotPlaces key={slot.name} slot={slot} onEdit={(key) => edit(key, false)} />
        ))}
      </ul>
      <div className={styles.actions}>
        <p className={styles.count}>{messages("chosen", { count: chosen.length, max })}</p>
        <button type="button" className={button.bare} onClick={close}>
          {messages("cancel")}
        </button>
        <button
          type="button"
          className={button.main}
          aria-disabled={chosen.length === 0 || isSending}
          onClick={use}
        >
          {chosen.length === 0
            ? messages("useNone")
            : messages(isSending ? "sending" : "use", { count: chosen.length })}
        </button>
      </div>
    </section>
  );
}

type SlotPlacesProps = {
  slot: Slot;
  /** Called with the key of the image whose crop and texts the editor opens. */
  onEdit: (key: string) => void;
};

/** A slot's images, and its next free place. */
function SlotPlaces({ slot, onEdit }: SlotPlacesProps) {
  const tray = useTray();
  const { chosen, slot: filled, replacedKey } = useTrayState();
  const images = inSlot(chosen, slot);
  const isFilled = filled?.name === slot.name;
  const label = slotLabel(slot);
  const item = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isFilled) item.current?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [isFilled]);
  return (
    <li ref={item} className={styles.slot}>
      <span className={styles.label} aria-hidden="true">
        {label}
      </span>
      <ul className={styles.places}>
        {images.map((each) => (
          <Place
            key={each.key}
            chosen={each}
            slot={slot}
            isReplaced={replacedKey === each.key}
            onEdit={() => onEdit(each.key)}
          />
        ))}
        {images.length < countOf(slot) && (
          <li>
            <button
              type="button"
              className={styles.free}
              style={{ "--ratio": slotRatio(slot) ?? 1 } as CSSProperties}
              aria-pressed={isFilled && replacedKey === null}
              aria-label={messages("empty", { slot: label })}
              onClick={() => tray.aim(slot.name)}
            >
              {isFilled && replacedKey === null && messages("next")}
            </button>
          </li>
        )}
      </ul>
    </li>
  );
}

type PlaceProps = {
  chosen: ChosenImage;
  slot: Slot;
  /** Whether the next image replaces it. */
  isReplaced: boolean;
  onEdit: () => void;
};

function Place({ chosen, slot, isReplaced, onEdit }: PlaceProps) {
  const tray = useTray();
  const name = nameOf(chosen.image);
  const lacksText = lacksAlternativeText(chosen);
  return (
    <li className={styles.place} data-replaced={isReplaced || undefined}>
      <button
        type="button"
        className={styles.picture}
        aria-label={messages("edit", {
          slot: slotLabel(slot),
          name,
          state: lacksText ? "lacking" : "whole",
        })}
        title={messages("edit.short")}
        onClick={onEdit}
      >
        <CroppedPicture
          image={chosen.image}
          crop={cropOf(chosen, slot)}
          widthPx={PICTURE_WIDTH_PX}
        />
        {lacksText && <span className={styles.lacking}>{messages("lacksText")}</span>}
      </button>
      <button
        type="button"
        className={styles.remove}
        aria-label={messages("remove", { name, slot: slotLabel(slot) })}
        onClick={({ currentTarget }) => {
          const places = currentTarget.closest(`.${styles.slot}`);
          tray.remove(chosen.key);
          announce(messages("removed"));
          // The focused button has gone with the image.
          requestAnimationFrame(() =>
            places?.querySelector<HTMLElement>("[aria-pressed]")?.focus({ preventScroll: true }),
          );
        }}
      >
        <ToolIcon name="close" isSmall />
      </button>
    </li>
  );
}

/** Esc closes the picker; with chosen images, only if it is pressed twice. */
function useClosingKey(count: number, close: () => void): void {
  const last = useRef({ count, close, warnedAtMs: 0 });
  useEffect(() => {
    last.current = { ...last.current, count, close };
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isOther = document.querySelector("dialog[open], :popover-open") !== null;
      if (event.key !== "Escape" || event.defaultPrevented || event.repeat || isOther) return;
      if (isOfInputMethod(event)) return;
      const { count: chosenCount, close: end, warnedAtMs } = last.current;
      if (chosenCount === 0 || Date.now() - warnedAtMs < WARNING_MS) return end();
      last.current.warnedAtMs = Date.now();
      showToast(messages("escape", { count: chosenCount }));
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);
}

/** Announces each image that was chosen. */
function useAnnouncedChoice(chosen: readonly ChosenImage[], slots: readonly Slot[]): void {
  const before = useRef(chosen);
  useEffect(() => {
    const keys = new Set(before.current.map(({ key }) => key));
    before.current = chosen;
    const added = chosen.find(({ key }) => !keys.has(key));
    const slot = slots.find(({ name }) => name === added?.slot);
    if (added === undefined || slot === undefined) return;
    announce(messages("placed", { name: nameOf(added.image), slot: slotLabel(slot) }));
  }, [chosen, slots]);
}
