/** Reads a server's metrics, by name and labels. Reading them restarts the event loop's histogram. */
export async function readMetrics(
  origin: string,
  token: string,
  signal: AbortSignal | null = null,
): Promise<Map<string, number>> {
  const headers = { authorization: `Bearer ${token}` };
  const text = await (await fetch(`${origin}/metrics`, { headers, signal })).text();
  const lines = text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  const pairs = lines.map((line) => [
    /^.*(?= )/.exec(line)?.[0] ?? "",
    Number(/\S*$/.exec(line)?.[0]),
  ]);
  return new Map(pairs as [string, number][]);
}
