import type { ReactNode } from "react";
import form from "./form.module.css";

/** Why a form was refused or failed. Screen readers read it when it appears. */
export function FormProblem({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <p id={id} className={form.problem} role="alert">
      {children}
    </p>
  );
}
