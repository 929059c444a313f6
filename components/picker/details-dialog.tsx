"use client";

import { useEffect, useId, useRef } from "react";
import { CropEditor } from "@/components/slots/crop-editor";
import { CroppedPicture } from "@/components/slots/cropped-picture";
import button from "@/components/ui/button.module.css";
import { Dialog } from "@/components/ui/dialog";
import { Field, HintedField } from "@/components/ui/field";
import form from "@/components/ui/form.module.css";
import text from "@/components/ui/text.module.css";
import { creditTexts } from "@/lib/client/credit-texts";
import { saveFocalPoint } from "@/lib/client/focal-points";
import { nameOf } from "@/lib/client/image-name";
import type { Slot } from "@/lib/contract/picker";
import { creditFacts } from "@/lib/core/credits/credit-facts";
import { plainCredit } from "@/lib/core/credits/format-credits";
import {
  ALTERNATIVE_TEXT_CHARACTERS,
  type ChosenImage,
  countOf,
  cropOf,
  inSlot,
  isUsable,
  lacksAlternativeText,
} from "@/lib/core/slots/chosen-images";
import { slotMinimum, slotRatio } from "@/lib/core/slots/slot-fit";
import { pickerMessages as messages } from "@/lib/messages/compiled/picker";
import styles from "./details-dialog.module.css";
import { slotLabel } from "./slot-label";
import { useTray, useTrayState } from "./tray-context";

const PICTURE_WIDTH_PX = 640;
const TEXT_CHARACTERS_MAX = 1000;

type DetailsDialogProps = {
  /** The key of the chosen image. */
  imageKey: string;
  /** Whether it opened because the alternative text is missing. */
  isTextAsked: boolean;
  onClose: () => void;
};

/** The crop and the texts of a chosen image. Every change takes effect at once. */
export function DetailsDialog({ imageKey, ...props }: DetailsDialogProps) {
  const { slots } = useTray();
  const chosen = useTrayState().chosen.find(({ key }) => key === imageKey);
  const slot = slots.find(({ name }) => name === chosen?.slot);
  return chosen && slot && <ChosenDialog {...props} chosen={chosen} slot={slot} />;
}

type ChosenDialogProps = Omit<DetailsDialogProps, "imageKey"> & { chosen: ChosenImage; slot: Slot };

function ChosenDialog({ chosen, slot, isTextAsked, onClose }: ChosenDialogProps) {
  const tray = useTray();
  const id = useId();
  const alternative = useRef<HTMLTextAreaElement>(null);
  const { key, image, focus, zoom, isDecorative, alternativeText, caption, fileName } = chosen;
  const ratio = slotRatio(slot);
  const isTextMissing = isTextAsked && lacksAlternativeText(chosen);
  const { width, height } = image;
  const change = (changes: Partial<ChosenImage>) => tray.change(key, changes);
  const credit = plainCredit(
    creditFacts(
      { ...image, clearance: chosen.clearance },
      { origin: location.origin, texts: creditTexts },
    ),
  );
  useEffect(() => {
    if (isTextAsked) alternative.current?.focus();
  }, [isTextAsked]);

  const close = () => {
    if (fileName.trim() === "") change({ fileName: tray.fileNameOf(image) });
    onClose();
  };
  return (
    <Dialog
      title={messages("details", { slot: slotLabel(slot), name: nameOf(image) })}
      closeLabel={messages("done")}
      isWide
      closesOnClickBeside
      onClose={close}
    >
      <div className={styles.details}>
        {ratio !== null && width !== null && height !== null ? (
          <CropEditor
            image={{ ...image, width, height }}
            slotLabel={slotLabel(slot)}
            ratio={ratio}
            minimum={slotMinimum(slot)}
            view={{ focus, zoom }}
            onChange={(view) => {
              change(view);
              saveFocalPoint(image.id, view.focus);
            }}
          />
        ) : (
          <div className={styles.picture}>
            <CroppedPicture image={image} crop={cropOf(chosen, slot)} widthPx={PICTURE_WIDTH_PX} />
          </div>
        )}
        <form method="dialog" className={form.form}>
          <HintedField
            id={`${id}alternative`}
            name={messages("alternativeText")}
            hint={messages("alternativeText.hint", {
              count: alternativeText.length,
              max: ALTERNATIVE_TEXT_CHARACTERS,
            })}
            problem={isTextMissing ? messages("alternativeText.missing") : null}
          >
            <textarea
              ref={alternative}
              id={`${id}alternative`}
              className={form.input}
              rows={2}
              maxLength={TEXT_CHARACTERS_MAX}
              value={isDecorative ? "" : alternativeText}
              disabled={isDecorative}
              aria-describedby={`${id}alternative-hint${isTextMissing ? ` ${id}alternative-problem` : ""}`}
              dir="auto"
              onChange={({ target }) => change({ alternativeText: target.value })}
            />
          </HintedField>
          <label className={form.choice}>
            <input
              type="checkbox"
              checked={isDecorative}
              onChange={({ target }) => change({ isDecorative: target.checked })}
            />
            {messages("decorative")}
          </label>
          <Field name={messages("caption")}>
            <textarea
              className={form.input}
              rows={2}
              maxLength={TEXT_CHARACTERS_MAX}
              value={caption}
              dir="auto"
              onChange={({ target }) => change({ caption: target.value })}
            />
          </Field>
          <Field name={messages("fileName")}>
            <input
              className={form.input}
              value={fileName}
              maxLength={120}
              spellCheck={false}
              dir="ltr"
              onChange={({ target }) => change({ fileName: target.value })}
            />
          </Field>
          <HintedField id={`${id}rights`} name={messages("rights")} hint={messages("rights.hint")}>
            <input
              id={`${id}rights`}
              className={form.input}
              value={chosen.clearance?.note ?? ""}
              maxLength={TEXT_CHARACTERS_MAX}
              aria-describedby={`${id}rights-hint`}
              dir="auto"
              onChange={({ target: { value } }) =>
                change({
                  clearance:
                    value.trim() === "" ? null : { note: value, at: new Date().toISOString() },
                })
              }
            />
          </HintedField>
          <figure className={styles.credit}>
            <figcaption className={form.name}>{messages("credit")}</figcaption>
            <blockquote className={text.quiet} dir="auto">
              {credit}
            </blockquote>
          </figure>
          <OtherSlots chosen={chosen} />
          <div className={`${form.actions} ${styles.actions}`}>
            <button type="submit" className={button.main}>
              {messages("done")}
            </button>
            <button type="submit" className={button.bare} onClick={() => tray.aim(slot.name, key)}>
              {messages("replace")}
            </button>
          </div>
        </form>
      </div>
    </Dialog>
  );
}

/** Buttons that put the image into other slots with a free place, too. */
function OtherSlots({ chosen }: { chosen: ChosenImage }) {
  const tray = useTray();
  const all = useTrayState().chosen;
  const { image } = chosen;
  const free = tray.slots.filter((slot) => {
    const images = inSlot(all, slot);
    const hasImage = images.some((each) => each.image.id === image.id);
    return !hasImage && images.length < countOf(slot) && isUsable(tray.fitted(image), slot);
  });
  return free.map((slot) => (
    <button
      key={slot.name}
      type="button"
      className={button.button}
      onClick={({ currentTarget: { nextElementSibling: next } }) => {
        tray.aim(slot.name);
        tray.place(image);
        // This button disappears. The next one, or "Done" in the row below, gets the focus.
        const other = next?.matches("button") ? next : next?.querySelector("button");
        if (other instanceof HTMLElement) other.focus();
      }}
    >
      {messages("useToo", { slot: slotLabel(slot) })}
    </button>
  ));
}
