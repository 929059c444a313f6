"use client";

import { useEffect, useMemo, useRef, useState } from "react";
import { knownSize } from "@/components/image-dialogs/known-size";
import { SlotSelect } from "@/components/slots/slot-select";
import button from "@/components/ui/button.module.css";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import form from "@/components/ui/form.module.css";
import { FormProblem } from "@/components/ui/form-problem";
import primitives from "@/components/ui/primitives.module.css";
import { ProgressBar } from "@/components/ui/progress-bar";
import { ToolIcon } from "@/components/ui/tool-icon";
import { contactSheetFile, saveFile, textFile } from "@/lib/client/exports/export-files";
import { chooseZipTarget, exportZip } from "@/lib/client/exports/export-zip";
import { failedText } from "@/lib/client/exports/failed-text";
import { withCrops } from "@/lib/client/exports/with-crops";
import { type FailedOriginal, ZIP_IMAGES_MAX } from "@/lib/client/exports/zip-originals";
import { nameOf } from "@/lib/client/image-name";
import { useSlots } from "@/lib/client/slots";
import type { ExportedImage } from "@/lib/contract/picked-image";
import { byteText } from "@/lib/messages/byte-text";
import { exportMessages as messages } from "@/lib/messages/compiled/export";
import { stopExport } from "./close-questions";
import styles from "./export-dialog.module.css";
import { RightsHint } from "./rights-hint";

type ExportDialogProps = {
  images: readonly ExportedImage[];
  /** Names the file, and is its heading. */
  title: string;
  onClose: () => void;
};

const FORMATS = ["zip", "sheet", "csv", "json", "markdown"] as const;

type Format = (typeof FORMATS)[number];

/** A sheet embeds every thumbnail; a larger sheet is slow to open. */
const SHEET_IMAGES_MAX = 1_000;

const IMAGES_MAX: Partial<Record<Format, number>> = {
  zip: ZIP_IMAGES_MAX,
  sheet: SHEET_IMAGES_MAX,
};

/** `failed`: what a ZIP lacks. `missingPictureCount`: how many images of a sheet have no picture. */
type Exported = { failed: readonly FailedOriginal[]; missingPictureCount: number };

type State =
  | { step: "choose"; isCancelled: boolean }
  | { step: "working"; count: number; doneCount: number; bytes: number; failedCount: number }
  | ({ step: "done"; count: number } & Exported)
  | { step: "notSaved" };

const CHOOSE: State = { step: "choose", isCancelled: false };

/** Saves images to a file of the editor's choice. Load it with `import()` when it is first needed. */
export function ExportDialog({ images: chosen, title, onClose }: ExportDialogProps) {
  const { slot } = useSlots();
  const images = useMemo(() => withCrops(chosen, slot), [chosen, slot]);
  const uncroppedCount = slot === null ? 0 : images.filter(({ crop }) => !crop).length;
  const [state, setState] = useState<State>(CHOOSE);
  const work = useRef<AbortController>(null);
  /** The number of ZIPs saved so far: the second contains what the first one lacks. */
  const zipCount = useRef(0);
  // Closing the dialog ends the export.
  useEffect(() => () => work.current?.abort(), []);
  const formats = useRef<HTMLUListElement>(null);
  // Runs after the effect that opens the dialog, and after each return to the choice.
  const isChoosing = state.step === "choose";
  useEffect(() => {
    if (isChoosing) formats.current?.querySelector<HTMLElement>("button:enabled")?.focus();
  }, [isChoosing]);
  const isWorking = state.step === "working";
  const count = images.length;
  const missing = state.step === "done" ? state.failed.map(({ image }) => image) : [];

  const save = async (format: Format) => {
    if (format === "zip") {
      zipCount.current = 0;
      await saveZip(images);
    } else if (format === "sheet") {
      await run(count, async (signal, onProgress) => {
        const { file, missingPictureCount } = await contactSheetFile(images, title, {
          signal,
          onProgress,
        });
        saveFile(file);
        return { failed: [], missingPictureCount };
      });
    } else {
      saveFile(textFile(format, images, title));
      setState({ step: "done", count, failed: [], missingPictureCount: 0 });
    }
  };

  /** Saves all images, or those that the previous ZIP lacks. */
  const saveZip = async (zipped: readonly ExportedImage[]) => {
    const number = zipCount.current + 1;
    const name = number === 1 ? title : messages("nextTitle", { title, number });
    const target = await chooseZipTarget(name);
    if (target === null) return;
    zipCount.current = number;
    await run(zipped.length, async (signal, onProgress) => {
      const failed = await exportZip(zipped, name, {
        target,
        signal,
        onProgress: ({ doneCount, bytes, failed }) => onProgress(doneCount, bytes, failed.length),
      });
      return { failed, missingPictureCount: 0 };
    });
  };

  /** Shows the progress of an export, and then which images are missing from it. */
  const run = async (
    count: number,
    act: (
      signal: AbortSignal,
      onProgress: (doneCount: number, bytes?: number, failedCount?: number) => void,
    ) => Promise<Exported>,
  ) => {
    // Cancelling a retry returns to the list of the images that the saved ZIP lacks.
    const cancelled: State = state.step === "done" ? state : { step: "choose", isCancelled: true };
    const controller = new AbortController();
    work.current = controller;
    const { signal } = controller;
    const onProgress = (doneCount: number, bytes = 0, failedCount = 0) =>
      setState({ step: "working", count, doneCount, bytes, failedCount });
    onProgress(0);
    try {
      setState({ step: "done", count, ...(await act(signal, onProgress)) });
    } catch {
      setState(signal.aborted ? cancelled : { step: "notSaved" });
    }
  };

  return (
    <Dialog
      title={messages("title", { count })}
      closeLabel={messages("close")}
      closesOnClickBeside={isChoosing}
      question={isWorking ? stopExport() : null}
      onClose={onClose}
    >
      <p className={styles.status} role="status">
        {state.step === "done"
          ? doneText(state)
          : state.step === "choose" && state.isCancelled && messages("cancelled")}
      </p>
      {state.step === "choose" && (
        <>
          <div className={styles.slot}>
            <Field name={messages("slot")}>
              <SlotSelect />
            </Field>
            {uncroppedCount > 0 && (
              <p className={form.hint}>{messages("uncropped", { count: uncroppedCount })}</p>
            )}
          </div>
          <ul ref={formats} className={styles.formats}>
            {FORMATS.map((format) => {
              const max = IMAGES_MAX[format] ?? Number.POSITIVE_INFINITY;
              return (
                <li key={format}>
                  <button
                    type="button"
                    className={styles.format}
                    disabled={count > max}
                    onClick={() => save(format)}
                  >
                    <span className={styles.name}>
                      <ToolIcon name="download" />
                      {messages(format)}
                    </span>
                    <span className={styles.hint}>
                      {count > max ? messages("tooMany", { max }) : hintOf(format, images)}
                    </span>
                  </button>
                </li>
              );
            })}
          </ul>
          <RightsHint images={images} />
        </>
      )}
      {state.step === "working" && (
        <div className={styles.work}>
          <ProgressBar label={messages("working")} value={state.doneCount} max={state.count} />
          <p className={styles.figures}>
            <span>{messages("progress", { done: state.doneCount, count: state.count })}</span>
            {state.bytes > 0 && <span>{byteText(state.bytes)}</span>}
            {state.failedCount > 0 && (
              <span>{messages("failedSoFar", { count: state.failedCount })}</span>
            )}
          </p>
          <div className={form.actions}>
            <button
              type="button"
              className={button.button}
              ref={focus}
              onClick={() => work.current?.abort()}
            >
              {messages("cancel")}
            </button>
          </div>
        </div>
      )}
      {state.step === "notSaved" && <FormProblem>{messages("notSaved")}</FormProblem>}
      {state.step === "done" && state.failed.length > 0 && <FailedList failed={state.failed} />}
      {(state.step === "done" || state.step === "notSaved") && (
        <div className={form.actions}>
          {missing.length > 0 && (
            <button
              type="button"
              className={button.main}
              ref={focus}
              onClick={() => saveZip(missing)}
            >
              {messages("retryFailed")}
            </button>
          )}
          <button
            type="button"
            className={button.button}
            ref={missing.length > 0 ? undefined : focus}
            onClick={() => setState(CHOOSE)}
          >
            {messages("back")}
          </button>
        </div>
      )}
    </Dialog>
  );
}

function FailedList({ failed }: { failed: readonly FailedOriginal[] }) {
  return (
    <section className={styles.failed}>
      <h3>{messages("failed", { count: failed.length })}</h3>
      {/* A scrolled region must be reachable by keyboard. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls */}
      <ul tabIndex={0} aria-label={messages("failed", { count: failed.length })}>
        {failed.map(({ image, code }) => (
          <li key={image.id}>
            <span>
              <bdi>{nameOf(image)}</bdi>
            </span>
            <span className={primitives.note}>{failedText(code)}</span>
          </li>
        ))}
      </ul>
      <p className={form.hint}>{messages("failedHint")}</p>
    </section>
  );
}

function hintOf(format: Format, images: readonly ExportedImage[]): string {
  if (format !== "zip") return messages(`${format}.hint`);
  const isCropped = images.some(({ crop }) => crop !== undefined);
  const hint = messages("zip.hint", { cropped: isCropped ? "yes" : "no", max: ZIP_IMAGES_MAX });
  const { bytes, knownCount } = knownSize(images);
  if (knownCount === 0) return hint;
  const size = byteText(bytes);
  const count = images.length;
  return `${hint} ${
    knownCount === count
      ? messages("size", { size })
      : messages("sizeAtLeast", { size, knownCount })
  }`;
}

function doneText({ count, failed, missingPictureCount }: { count: number } & Exported): string {
  if (failed.length > 0) return messages("savedSome", { done: count - failed.length, count });
  const saved = messages("saved", { count });
  return missingPictureCount === 0
    ? saved
    : `${saved} ${messages("missingPictures", { count: missingPictureCount })}`;
}

function focus(element: HTMLElement | null): void {
  element?.focus();
}
