/** The body of a failed answer (the interface, "Error body"). */
export type InterfaceErrorBody = { error: string };

export function formatErrorBody(message: string): InterfaceErrorBody {
  return { error: message };
}
