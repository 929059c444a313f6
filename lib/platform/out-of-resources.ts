import "server-only";

const CODES: ReadonlySet<unknown> = new Set(["EMFILE", "ENFILE", "EAGAIN", "ENOMEM"]);

/** Whether an error of the system says that it has too many processes or open files, or too little memory. */
export function isOutOfResources(cause: unknown): boolean {
  return CODES.has((cause as NodeJS.ErrnoException | null)?.code);
}
