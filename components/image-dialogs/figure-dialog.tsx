"use client";

import { useEffect, useId, useMemo, useRef, useState } from "react";
import { CropEditor } from "@/components/slots/crop-editor";
import { pictureUrl } from "@/components/slots/picture-url";
import { SlotSelect } from "@/components/slots/slot-select";
import button from "@/components/ui/button.module.css";
import { Dialog } from "@/components/ui/dialog";
import { Field, HintedField } from "@/components/ui/field";
import form from "@/components/ui/form.module.css";
import { FormProblem } from "@/components/ui/form-problem";
import { IconButton } from "@/components/ui/icon-button";
import text from "@/components/ui/text.module.css";
import { ToolIcon } from "@/components/ui/tool-icon";
import { figureFormat, figureOf } from "@/lib/client/copy-figure";
import { copyText } from "@/lib/client/copy-text";
import { saveFile } from "@/lib/client/exports/export-files";
import { failedText } from "@/lib/client/exports/failed-text";
import { fetchCrop, type PublishedTexts } from "@/lib/client/exports/fetch-crop";
import { fetchOriginal } from "@/lib/client/exports/fetch-original";
import { savedFocalPoint, saveFocalPoint } from "@/lib/client/focal-points";
import { nameOf } from "@/lib/client/image-name";
import { useSlots } from "@/lib/client/slots";
import type { ExportedImage } from "@/lib/contract/picked-image";
import { FIGURE_FIELDS, FIGURE_FORMATS, formatFigures } from "@/lib/core/credits/figure";
import { distinctFileNames, extensionOf } from "@/lib/core/exports/file-names";
import { ALTERNATIVE_TEXT_CHARACTERS, alternativeTextOf } from "@/lib/core/slots/chosen-images";
import { cropForSlot } from "@/lib/core/slots/sized-slots";
import { CENTRE, type CropView, type FocalPoint } from "@/lib/core/slots/slot-crop";
import { slotMinimum } from "@/lib/core/slots/slot-fit";
import { figureMessages as messages } from "@/lib/messages/compiled/figure";
import { discardText } from "./close-questions";
import styles from "./figure-dialog.module.css";
import { FormatChoice } from "./format-choice";
import { RightsHint } from "./rights-hint";

type FigureDialogProps = { images: readonly ExportedImage[]; onClose: () => void };

type Edit = PublishedTexts & {
  focus: FocalPoint;
  /** By the slot's name: another slot has another largest crop. 1 for all others. */
  zooms: ReadonlyMap<string, number>;
  /** The file that was downloaded last, whose extension is known only then; `slot` is its slot's name. */
  downloaded: { slot: string | undefined; extension: string } | null;
};

type Outcome = { kind: "copied" | "notCopied" | "downloading" } | { kind: "said"; text: string };

/** The picture beside the texts is at most this wide. */
const PICTURE_WIDTH_PX = 640;

/**
 * Crops images for a slot, and copies what a page needs to show them. Load it with `import()` when it
 * is first needed.
 */
export function FigureDialog({ images, onClose }: FigureDialogProps) {
  const { slot } = useSlots();
  const [index, setIndex] = useState(0);
  const [edits, setEdits] = useState<ReadonlyMap<string, Edit>>(new Map());
  const [chosen, setChosen] = useState(figureFormat.read);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  /** The texts that were typed and neither copied nor downloaded, by image id. */
  const [unused, setUnused] = useState<ReadonlyMap<string, PublishedTexts>>(new Map());
  const fileNames = useMemo(() => distinctFileNames(images), [images]);
  const preview = useRef<HTMLPreElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const id = useId();
  // Runs after the effect that opens the dialog.
  useEffect(() => content.current?.querySelector<HTMLElement>("select")?.focus(), []);
  const image = images[index];
  if (image === undefined) return null;

  const editOf = (each: ExportedImage): Edit => edits.get(each.id) ?? startOf(each);
  const viewOf = (each: ExportedImage): CropView => {
    const { focus, zooms } = editOf(each);
    return { focus, zoom: zooms.get(slot?.name ?? "") ?? 1 };
  };
  const cropOf = (each: ExportedImage) => slot && cropForSlot(each, slot, viewOf(each));
  const fileOf = (each: ExportedImage) => {
    const crop = cropOf(each);
    const { downloaded } = editOf(each);
    const extension = downloaded?.slot === slot?.name ? downloaded?.extension : undefined;
    const fileName = fileNames[images.indexOf(each)];
    if (crop !== null) {
      const { width, height } = crop.file;
      return { name: `${fileName}-${width}x${height}.${extension ?? "jpg"}`, width, height };
    }
    const name = `${fileName}.${extension ?? extensionOf(each)}`;
    return { name, width: each.width, height: each.height };
  };
  // The editor may have changed the edits since this render: a download takes seconds.
  const change = (changes: Partial<Edit>) => {
    setEdits((now) => {
      const edit = now.get(image.id) ?? startOf(image);
      return new Map(now).set(image.id, { ...edit, ...changes });
    });
    setOutcome(null);
  };

  const type = (text: Pick<Edit, "alternativeText"> | Pick<Edit, "caption">) => {
    change(text);
    const { alternativeText, caption } = { ...editOf(image), ...text };
    setUnused(new Map(unused).set(image.id, { alternativeText, caption }));
  };

  const edit = editOf(image);
  const crop = cropOf(image);
  const write = (some: readonly ExportedImage[]) =>
    formatFigures(
      some.map((each) => figureOf(each, { ...editOf(each), file: fileOf(each) })),
      chosen.format,
      chosen.template,
    );

  const copy = async () => {
    const isCopied = await copyText(write(images));
    setOutcome({ kind: isCopied ? "copied" : "notCopied" });
    if (isCopied) setUnused(new Map());
    if (!isCopied && preview.current !== null) getSelection()?.selectAllChildren(preview.current);
  };
  const download = async () => {
    setOutcome({ kind: "downloading" });
    const { signal } = new AbortController();
    const fetched = await (crop === null
      ? fetchOriginal(image, signal)
      : fetchCrop(image, crop, signal, edit));
    if (fetched.kind === "failure") {
      setOutcome({ kind: "said", text: failedText(fetched.code) });
      return;
    }
    const { extension, body } = fetched;
    const name = fileOf(image).name.replace(/[^.]*$/, extension);
    change({ downloaded: { slot: slot?.name, extension } });
    saveFile({ name, body });
    // A crop has the texts of its image in its metadata; an original has none.
    if (crop !== null) setUnused((now) => without(now, image.id, edit));
    setOutcome({ kind: "said", text: messages("downloaded", { name }) });
  };

  return (
    <Dialog
      title={messages("title", { count: images.length })}
      closeLabel={messages("close")}
      isWide
      question={unused.size > 0 ? discardText() : null}
      onClose={onClose}
    >
      <div ref={content} className={form.form}>
        <Field name={messages("slot")}>
          <SlotSelect />
        </Field>
        {images.length > 1 && (
          <div className={styles.steps}>
            <Step icon="previous" isEnd={index === 0} onClick={() => setIndex(index - 1)} />
            <span role="status">
              {messages("place", { number: index + 1, count: images.length })}
            </span>
            <Step
              icon="next"
              isEnd={index === images.length - 1}
              onClick={() => setIndex(index + 1)}
            />
          </div>
        )}
        <div className={styles.image}>
          <div className={styles.picture}>
            {slot !== null && crop !== null ? (
              <CropEditor
                key={image.id}
                image={image as ExportedImage & { width: number; height: number }}
                slotLabel={slot.label}
                ratio={slot.width / slot.height}
                minimum={slotMinimum(slot)}
                view={viewOf(image)}
                onChange={({ focus, zoom }) => {
                  saveFocalPoint(image.id, focus);
                  const zooms = new Map(edit.zooms).set(slot.name, zoom);
                  change({ focus, zooms, downloaded: null });
                }}
              />
            ) : (
              // biome-ignore lint/performance/noImgElement: Next's optimiser is switched off
              <img
                src={pictureUrl(image, PICTURE_WIDTH_PX)}
                alt={nameOf(image)}
                referrerPolicy="no-referrer"
              />
            )}
            {slot !== null && crop === null && (
              <p className={form.hint}>{messages("unknownSize")}</p>
            )}
            {slot !== null && crop !== null && crop.file.width < slot.width && (
              <p className={form.hint}>
                {messages("small", {
                  width: String(crop.file.width),
                  height: String(crop.file.height),
                })}
              </p>
            )}
          </div>
          <div className={styles.texts}>
            <HintedField
              id={`${id}alt`}
              name={messages("alternativeText")}
              hint={messages("alternativeTextHint", { count: ALTERNATIVE_TEXT_CHARACTERS })}
            >
              <textarea
                id={`${id}alt`}
                className={form.input}
                rows={2}
                dir="auto"
                aria-describedby={`${id}alt-hint`}
                value={edit.alternativeText}
                onChange={({ target }) => type({ alternativeText: target.value })}
              />
            </HintedField>
            <Field name={messages("caption")}>
              <textarea
                className={form.input}
                rows={2}
                dir="auto"
                value={edit.caption}
                onChange={({ target }) => type({ caption: target.value })}
              />
            </Field>
          </div>
        </div>
        <FormatChoice
          ref={preview}
          formats={FIGURE_FORMATS}
          nameOf={(each) => messages(each)}
          fields={FIGURE_FIELDS}
          chosen={chosen}
          onChoose={(changed) => {
            setChosen({ ...chosen, ...changed });
            figureFormat.save(changed);
            setOutcome(null);
          }}
          images={images}
          write={write}
        />
        <div className={form.actions}>
          <button type="button" className={button.main} onClick={copy}>
            <ToolIcon name={outcome?.kind === "copied" ? "check" : "copy"} />
            <span>{messages(outcome?.kind === "copied" ? "copied" : "copy")}</span>
          </button>
          <button type="button" className={button.button} onClick={download}>
            <ToolIcon name="download" />
            {messages("download")}
          </button>
        </div>
        <p role="status" className={outcome?.kind === "copied" ? text.unseen : styles.said}>
          {outcome !== null && outcomeText(outcome)}
        </p>
        {outcome?.kind === "notCopied" && <FormProblem>{messages("notCopied")}</FormProblem>}
        <RightsHint images={images} />
      </div>
    </Dialog>
  );
}

function startOf(image: ExportedImage): Edit {
  return {
    focus: savedFocalPoint(image.id) ?? CENTRE,
    zooms: new Map(),
    alternativeText: alternativeTextOf(image),
    caption: "",
    downloaded: null,
  };
}

/** Removes the texts of an image, unless others were typed meanwhile. */
function without(
  texts: ReadonlyMap<string, PublishedTexts>,
  imageId: string,
  { alternativeText, caption }: PublishedTexts,
): ReadonlyMap<string, PublishedTexts> {
  const typed = texts.get(imageId);
  if (typed?.alternativeText !== alternativeText || typed.caption !== caption) return texts;
  const others = new Map(texts);
  others.delete(imageId);
  return others;
}

function outcomeText(outcome: Outcome): string {
  if (outcome.kind === "said") return outcome.text;
  return outcome.kind === "notCopied" ? "" : messages(outcome.kind);
}

type StepProps = { icon: "previous" | "next"; isEnd: boolean; onClick: () => void };

function Step({ icon, isEnd, onClick }: StepProps) {
  return (
    <IconButton
      icon={icon}
      label={messages(icon)}
      isMirrored
      aria-disabled={isEnd || undefined}
      onClick={isEnd ? undefined : onClick}
    />
  );
}
