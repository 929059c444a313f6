"use client";

import { type FormEvent, useId, useRef, useState } from "react";
import { announce } from "@/components/ui/announcer";
import button from "@/components/ui/button.module.css";
import { Field } from "@/components/ui/field";
import form from "@/components/ui/form.module.css";
import {
  chooseSlot,
  isSlotSide,
  ownSlot,
  saveOwnSlots,
  useOwnSlots,
  useSlots,
} from "@/lib/client/slots";
import {
  OWN_SLOTS_MAX,
  SLOT_LABEL_CHARACTERS_MAX,
  SLOT_SIDE_PX_MAX,
} from "@/lib/core/slots/sized-slots";
import { slotsMessages as messages } from "@/lib/messages/compiled/slots";
import styles from "./settings-page.module.css";

type Problems = Partial<Record<"label" | "width" | "height", string>>;

/** The editor's own slots: their list, and a form that adds or changes one. Saved only in this browser. */
export function SlotSettings() {
  const own = useOwnSlots();
  const { slots, slot: chosen } = useSlots();
  /** The name of the slot that the form changes; null while it adds one. */
  const [changed, setChanged] = useState<string | null>(null);
  const [problems, setProblems] = useState<Problems>({});
  const fields = useRef<HTMLFormElement>(null);
  const id = useId();
  const edited = own.find(({ name }) => name === changed);

  const focusField = (name: string) => {
    const field = fields.current?.elements.namedItem(name);
    if (field instanceof HTMLElement) field.focus();
  };
  const edit = (name: string | null) => {
    setChanged(name);
    setProblems({});
    // By then React has rendered the form with the slot's values.
    requestAnimationFrame(() => focusField("label"));
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const sent = new FormData(event.currentTarget);
    const label = String(sent.get("label")).trim();
    const [width, height] = [Number(sent.get("width")), Number(sent.get("height"))];
    const others = slots.filter(({ name }) => name !== edited?.name);
    const slot = ownSlot(label, width, height);
    const isTaken = others.some((other) => other.name === slot.name || other.label === label);
    const side = messages("sideProblem", { max: String(SLOT_SIDE_PX_MAX) });
    const found: Problems = {
      ...(label === "" && { label: messages("labelMissing") }),
      ...(label !== "" && isTaken && { label: messages("labelTaken") }),
      ...(!isSlotSide(width) && { width: side }),
      ...(!isSlotSide(height) && { height: side }),
    };
    setProblems(found);
    const [firstWrong] = Object.keys(found);
    if (firstWrong !== undefined) return focusField(firstWrong);
    saveOwnSlots(
      edited === undefined
        ? [...own, slot]
        : own.map((each) => (each.name === edited.name ? slot : each)),
    );
    if (edited !== undefined && chosen?.name === edited.name) chooseSlot(slot.name);
    announce(messages("saved", { label }));
    event.currentTarget.reset();
    edit(null);
  };
  const problemOf = (name: keyof Problems) => {
    const text = problems[name];
    return text === undefined ? null : { id: `${id}${name}`, text };
  };
  const described = (name: keyof Problems) =>
    problems[name] === undefined
      ? {}
      : { "aria-invalid": true, "aria-describedby": `${id}${name}` };

  return (
    <>
      {own.length > 0 && (
        <ul>
          {own.map(({ name, label, width, height }) => (
            <li key={name} className={styles.slot}>
              <span dir="auto">
                {messages("option", { label, width: String(width), height: String(height) })}
              </span>
              <span>
                <button
                  type="button"
                  className={button.bare}
                  aria-label={messages("edit", { label })}
                  onClick={() => edit(name)}
                >
                  {messages("edit.short")}
                </button>
                <button
                  type="button"
                  className={button.bare}
                  aria-label={messages("remove", { label })}
                  onClick={() => {
                    saveOwnSlots(own.filter((each) => each.name !== name));
                    announce(messages("removed", { label }));
                    edit(null);
                  }}
                >
                  {messages("remove.short")}
                </button>
              </span>
            </li>
          ))}
        </ul>
      )}
      {own.length < OWN_SLOTS_MAX || edited !== undefined ? (
        <form ref={fields} key={changed} className={styles.slotForm} noValidate onSubmit={submit}>
          <Field name={messages("label")} problem={problemOf("label")}>
            <input
              name="label"
              className={form.input}
              defaultValue={edited?.label}
              maxLength={SLOT_LABEL_CHARACTERS_MAX}
              autoComplete="off"
              dir="auto"
              {...described("label")}
            />
          </Field>
          {(["width", "height"] as const).map((name) => (
            <Field key={name} name={messages(name)} problem={problemOf(name)}>
              <input
                name={name}
                className={form.input}
                defaultValue={edited?.[name]}
                inputMode="numeric"
                maxLength={5}
                autoComplete="off"
                {...described(name)}
              />
            </Field>
          ))}
          <div className={form.actions}>
            <button type="submit" className={button.button}>
              {messages(edited === undefined ? "add" : "save")}
            </button>
            {edited !== undefined && (
              <button type="button" className={button.bare} onClick={() => edit(null)}>
                {messages("cancel")}
              </button>
            )}
          </div>
        </form>
      ) : (
        <p className={form.hint}>{messages("full", { max: OWN_SLOTS_MAX })}</p>
      )}
    </>
  );
}
