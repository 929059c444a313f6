import type { ReactNode } from "react";
import form from "./form.module.css";

/** A control of a form with its name. `children` is the control, and what belongs to it. */
export function Field({ name, children }: { name: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is a child
    <label className={form.field}>
      <span className={form.name}>{name}</span>
      {children}
    </label>
  );
}

type HintedFieldProps = {
  /** The id of the control; `<id>-hint` is that of the hint, which must describe it. */
  id: string;
  name: string;
  hint: string;
  children: ReactNode;
};

/** A control with a hint, which is no part of its name. */
export function HintedField({ id, name, hint, children }: HintedFieldProps) {
  return (
    <div className={form.field}>
      <label className={form.name} htmlFor={id}>
        {name}
      </label>
      {children}
      <span id={`${id}-hint`} className={form.hint}>
        {hint}
      </span>
    </div>
  );
}
