"use client";

import { ShowAllPictures } from "@/components/selection/show-all-pictures";
import { FitLine } from "@/components/slots/fit-line";
import { SlotSelect } from "@/components/slots/slot-select";
import button from "@/components/ui/button.module.css";
import form from "@/components/ui/form.module.css";
import primitives from "@/components/ui/primitives.module.css";
import { isOfInputMethod } from "@/lib/client/modifiers";
import { collectionsMessages as messages } from "@/lib/messages/compiled/collections";
import { slotsMessages } from "@/lib/messages/compiled/slots";
import styles from "./collection-page.module.css";
import type { ImageFilter } from "./use-image-filter";

type CollectionFilterProps = {
  images: ImageFilter;
  /** How many images the collection has. */
  count: number;
  onSelectAll: () => void;
};

/** The line above a collection's images: filter, number of matches, and a button to select them. */
export function CollectionFilter({ images, count, onSelectAll }: CollectionFilterProps) {
  const { filter, shown, field, onInput, clear, isOnlyFitting } = images;
  return (
    <div className={styles.tools}>
      <input
        ref={field}
        type="text"
        className={`${form.input} ${styles.filter}`}
        defaultValue={filter}
        placeholder={messages("filter")}
        aria-label={messages("filter")}
        autoComplete="off"
        onInput={({ currentTarget }) => onInput(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== "Escape" || event.currentTarget.value === "") return;
          if (isOfInputMethod(event.nativeEvent)) return;
          event.preventDefault();
          event.stopPropagation();
          clear();
        }}
      />
      <span className={primitives.count} role="status">
        {(filter !== "" || isOnlyFitting) && messages("shown", { shown: shown.length, count })}
      </span>
      <FitLine
        slotLabel={images.slot?.label ?? null}
        count={images.fitCount}
        total={count}
        isOnlyFitting={isOnlyFitting}
        onChange={images.setIsOnlyFitting}
      >
        <SlotSelect isNamed />
      </FitLine>
      <ShowAllPictures images={images.shown} />
      <button type="button" className={button.bare} onClick={onSelectAll}>
        {messages("selectAll")}
      </button>
    </div>
  );
}

/** Replaces the images if the filter matches none, or none fits. */
export function NoneMatch({ images }: { images: ImageFilter }) {
  const { filter, field, clear, slot, fitCount, isOnlyFitting, setIsOnlyFitting } = images;
  if (slot !== null && isOnlyFitting && fitCount === 0) {
    return (
      <div className={styles.none}>
        <p>{slotsMessages("noneFit", { slot: slot.label })}</p>
        <button type="button" className={button.button} onClick={() => setIsOnlyFitting(false)}>
          {slotsMessages("showAll")}
        </button>
      </div>
    );
  }
  return (
    <div className={styles.none}>
      <p>{messages("noneMatch", { filter: filter.trim() })}</p>
      <button
        type="button"
        className={button.button}
        onClick={() => {
          clear();
          field.current?.focus();
        }}
      >
        {messages("clearFilter")}
      </button>
    </div>
  );
}
