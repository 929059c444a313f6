import { say, table } from "./measures";

/** One measured value beside its aim. */
export type Verdict = {
  name: string;
  is: string;
  /** Empty: the value has no aim. */
  aim: string;
  isMet: boolean;
  /** Shown behind the verdict. */
  detail?: string;
};

/** Prints a table of verdicts: what was measured, the aim, and whether it is met. Exit code 1 if not. */
export function sayVerdicts(verdicts: readonly Verdict[]): void {
  const rows = verdicts.map(({ name, is, aim, isMet }) => [
    name,
    is,
    aim,
    aim === "" ? "" : isMet ? "yes" : "NO",
  ]);
  const [head, ...lines] = table([["", "is", "aim", ""], ...rows]).split("\n");
  say(`\n${head}`);
  for (const [index, line] of lines.entries())
    say(`${line}  ${verdicts[index]?.detail ?? ""}`.trimEnd());
  if (verdicts.some(({ isMet }) => !isMet)) process.exitCode = 1;
}

/** A value that may be at most its aim; null: it has none. */
export function atMost(
  name: string,
  is: number,
  aim: number | null,
  { digits = 0, unit = "", detail = "" } = {},
): Verdict {
  const shown = { name, is: `${figure(is, digits)}${unit}`, detail };
  if (aim === null) return { ...shown, aim: "", isMet: true };
  return { ...shown, aim: `≤ ${aim}${unit}`, isMet: is <= aim };
}

/** A value that must be equal to its aim. */
export function equals(name: string, is: number | string, aim: number | string): Verdict {
  return { name, is: String(is), aim: String(aim), isMet: is === aim };
}

/** A value that must be at least its aim. */
export function atLeast(name: string, is: number, aim: number): Verdict {
  return { name, is: String(is), aim: `≥ ${aim}`, isMet: is >= aim };
}

/** A number in text: "never" for infinity, "–" for NaN. */
export function figure(value: number, digits: number): string {
  if (Number.isNaN(value)) return "–";
  return Number.isFinite(value) ? value.toFixed(digits) : "never";
}
