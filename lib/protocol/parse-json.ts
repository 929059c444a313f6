const DEPTH_MAX = 50;

/** A parsed JSON text; `problem` is for the log and never quotes the text. */
export type ParsedJson = { isJson: true; value: unknown } | { isJson: false; problem: string };

/**
 * Parses untrusted JSON. Skips a byte order mark; refuses nesting deeper than 50 before building
 * anything. Never throws; linear in length.
 */
export function parseJson(text: string): ParsedJson {
  const json = text.startsWith("\uFEFF") ? text.slice(1) : text;
  if (isDeeperThan(json, DEPTH_MAX)) {
    return { isJson: false, problem: `JSON nested deeper than ${DEPTH_MAX}` };
  }
  try {
    return { isJson: true, value: JSON.parse(json) };
  } catch {
    return { isJson: false, problem: "not JSON" };
  }
}

/** Counts brackets outside strings; the count is only meaningful for JSON. */
function isDeeperThan(json: string, depthMax: number): boolean {
  let depth = 0;
  let isInString = false;
  for (let index = 0; index < json.length; index += 1) {
    const character = json[index];
    if (isInString) {
      if (character === "\\") index += 1;
      else if (character === '"') isInString = false;
    } else if (character === '"') {
      isInString = true;
    } else if (character === "[" || character === "{") {
      depth += 1;
      if (depth > depthMax) return true;
    } else if (character === "]" || character === "}") {
      depth -= 1;
    }
  }
  return false;
}
