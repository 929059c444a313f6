import type { ReactNode } from "react";
import form from "./form.module.css";
import { FormProblem } from "./form-problem";

type FieldProps = {
  name: string;
  /** The problem with the value; the control must be described by `id`. */
  problem?: { id: string; text: string } | null;
  /** The control, and what belongs to it. */
  children: ReactNode;
};

/** A control of a form with its name. */
export function Field({ name, problem = null, children }: FieldProps) {
  return (
    <div className={form.field}>
      {/* biome-ignore lint/a11y/noLabelWithoutControl: the control is a child */}
      <label className={form.field}>
        <span className={form.name}>{name}</span>
        {children}
      </label>
      {problem !== null && <FormProblem id={problem.id}>{problem.text}</FormProblem>}
    </div>
  );
}

type HintedFieldProps = {
  /** The id of the control; `<id>-hint` is that of the hint, which must describe it. */
  id: string;
  name: string;
  hint: string;
  /** The problem with the value; its id is `<id>-problem`. */
  problem?: string | null;
  children: ReactNode;
};

/** A control with a hint, which is no part of its name. */
export function HintedField({ id, name, hint, problem = null, children }: HintedFieldProps) {
  return (
    <div className={form.field}>
      <label className={form.name} htmlFor={id}>
        {name}
      </label>
      {children}
      {problem !== null && <FormProblem id={`${id}-problem`}>{problem}</FormProblem>}
      <span id={`${id}-hint`} className={form.hint}>
        {hint}
      </span>
    </div>
  );
}
