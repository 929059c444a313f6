"use client";

import {
  type FormEvent,
  type KeyboardEvent,
  type PointerEvent,
  type Ref,
  useEffect,
  useRef,
  useState,
} from "react";
import type { ColourRange } from "@/components/refinement/refinement-choices";
import { hasModifier } from "@/lib/client/modifiers";
import type { SearchQuery } from "@/lib/contract/search-query";
import type { ColourName } from "@/lib/core/colour/named-colour";
import {
  type ColourChoice,
  isColourCode,
  type Refinement,
  sortColours,
} from "@/lib/core/refinement/refinement";
import { parseColour, parseRefinement } from "@/lib/core/refinement/refinement-parameters";
import { refinementChoicesMessages as messages } from "@/lib/messages/compiled/refinement-choices";
import { type Go, refinedHref } from "./menu-items";
import styles from "./palette.module.css";
import { PaletteRange } from "./palette-range";

type PaletteProps = {
  ref: Ref<HTMLDivElement>;
  /** The colours of the answer, in the order of the spectrum. */
  ranges: readonly ColourRange[];
  query: SearchQuery;
  refinement: Refinement;
  go: Go;
  /** Called when the visitor may be about to choose a colour. */
  onApproach: () => void;
};

/** The first and the last range of a drag or of a choice by keyboard, in either order. */
type Span = { from: number; to: number };

/**
 * The accent colours of the answer as a spectrum: a list box of colour names, chosen by a press, by
 * a drag over several, or by keyboard; and a field for a colour code.
 */
export function Palette({ ref, ranges, query, refinement, go, onApproach }: PaletteProps) {
  const list = useRef<HTMLDivElement>(null);
  const { colours } = refinement;
  const [dragged, setDragged] = useState<Span | null>(null);
  /** The same without waiting for a render: the button may be released before it. */
  const draggedNow = useRef<Span>(null);
  const pressed = useRef<number | null>(null);
  const anchor = useRef(0);
  /** A choice with Shift and the arrow keys is one history entry, however many steps it has. */
  const isExtending = useRef(false);
  // The focused link of the server-rendered palette, if any; this list replaces it.
  const [linked] = useState(() => ranges.findIndex(({ value }) => value === focusedColour()));
  useEffect(() => optionsOf(list.current)[linked]?.focus({ preventScroll: true }), [linked]);
  const [current, setCurrent] = useState(Math.max(0, linked));

  const choose = (chosen: Iterable<ColourChoice>, isReplacing = false) =>
    go(refinedHref(query, { ...refinement, colours: sortColours(chosen) }), { isReplacing });
  const namesIn = (span: Span) => ranges.filter((_, i) => isIn(span, i)).map(({ value }) => value);
  // The address bar may be ahead of the render when keys are pressed quickly.
  const chosenNow = () => parseRefinement(new URLSearchParams(location.search)).colours;
  const afterPress = (name: ColourName): ColourChoice[] => (String(colours) === name ? [] : [name]);
  const tabStop = Math.min(current, ranges.length - 1);

  const onPointerMove = (event: PointerEvent) => {
    const { clientX, clientY, pointerId, currentTarget } = event;
    // The button may have been released outside the window.
    if (event.buttons === 0) endDrag();
    if (pressed.current === null) return;
    const under = document.elementFromPoint(clientX, clientY)?.closest("[data-colour]");
    const to = optionsOf(list.current).indexOf(under as HTMLElement);
    if (to < 0 || to === (draggedNow.current?.to ?? pressed.current)) return;
    // Makes the click that ends a drag go to the list, so that it follows no link.
    currentTarget.setPointerCapture(pointerId);
    drag({ from: pressed.current, to });
  };
  const onPointerUp = () => {
    if (draggedNow.current !== null) choose(namesIn(draggedNow.current));
    endDrag();
  };
  const endDrag = () => {
    pressed.current = null;
    drag(null);
  };
  const drag = (span: Span | null) => {
    draggedNow.current = span;
    setDragged(span);
  };

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const { key, shiftKey, ctrlKey, metaKey, altKey, currentTarget } = event;
    if (ctrlKey || metaKey || altKey) return;
    const isLeftward = getComputedStyle(currentTarget).direction === "rtl";
    const last = ranges.length - 1;
    const to = {
      ArrowLeft: Math.max(0, Math.min(last, tabStop + (isLeftward ? 1 : -1))),
      ArrowRight: Math.max(0, Math.min(last, tabStop + (isLeftward ? -1 : 1))),
      Home: 0,
      End: last,
    }[key];
    if (to !== undefined) {
      if (shiftKey) {
        choose(namesIn({ from: anchor.current, to }), isExtending.current);
        isExtending.current = true;
      }
      optionsOf(currentTarget)[to]?.focus();
      if (!shiftKey) {
        anchor.current = to;
        isExtending.current = false;
      }
    } else if (key === " ") {
      const name = ranges[tabStop]?.value;
      if (name === undefined) return;
      const chosen = chosenNow();
      const isChosen = chosen.includes(name);
      choose(isChosen ? chosen.filter((other) => other !== name) : [...chosen, name]);
    } else return;
    event.preventDefault();
  };

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for what is sent
    <div
      ref={ref}
      className={styles.palette}
      role="group"
      aria-label={messages("palette")}
      onPointerEnter={onApproach}
      onFocus={onApproach}
    >
      <div
        ref={list}
        className={styles.strip}
        role="listbox"
        aria-multiselectable="true"
        aria-orientation="horizontal"
        aria-label={messages("paletteHelp")}
        onPointerMove={onPointerMove}
        onPointerUp={onPointerUp}
        onPointerCancel={endDrag}
        onKeyDown={onKeyDown}
      >
        {ranges.map((range, i) => (
          <PaletteRange
            key={range.value}
            range={range}
            isChosen={dragged === null ? colours.includes(range.value) : isIn(dragged, i)}
            href={refinedHref(query, { ...refinement, colours: afterPress(range.value) })}
            rel="nofollow"
            role="option"
            aria-selected={colours.includes(range.value)}
            tabIndex={i === tabStop ? 0 : -1}
            onFocus={() => setCurrent(i)}
            onPointerDown={(event) => {
              if (event.button === 0 && !hasModifier(event)) pressed.current = i;
            }}
            onClick={(event) => {
              if (hasModifier(event)) return;
              event.preventDefault();
              anchor.current = i;
              isExtending.current = false;
              choose(afterPress(range.value));
            }}
          />
        ))}
      </div>
      <ColourCodeField
        code={colours.find(isColourCode) ?? null}
        onCode={(code) => choose(code === null ? [] : [code])}
      />
    </div>
  );
}

type ColourCodeFieldProps = {
  /** The chosen colour code. */
  code: string | null;
  /** Called with null when the field is emptied. */
  onCode: (code: ColourChoice | null) => void;
};

function ColourCodeField({ code, onCode }: ColourCodeFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (input.current !== null) input.current.value = code ?? "";
  }, [code]);
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const field = input.current;
    if (field === null) return;
    const parsed = parseColour(field.value);
    if (parsed !== null || field.value.trim() === "") {
      onCode(parsed);
      return;
    }
    field.setCustomValidity(messages("colourCodeProblem"));
    field.reportValidity();
  };
  return (
    <form className={styles.code} onSubmit={onSubmit} noValidate>
      <input
        ref={input}
        defaultValue={code ?? ""}
        placeholder={messages("colourCodePlaceholder")}
        aria-label={messages("colourCode")}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        maxLength={20}
        onInput={(event) => event.currentTarget.setCustomValidity("")}
      />
    </form>
  );
}

const isIn = ({ from, to }: Span, i: number) => i >= Math.min(from, to) && i <= Math.max(from, to);

function optionsOf(list: HTMLElement | null): HTMLElement[] {
  return [...(list?.querySelectorAll<HTMLElement>("[data-colour]") ?? [])];
}

/** Returns the colour whose link has the focus, or null. */
function focusedColour(): string | null {
  return (document.activeElement as HTMLElement | null)?.dataset.colour ?? null;
}
