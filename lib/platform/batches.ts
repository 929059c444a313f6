import "server-only";

const BATCH_MAX = 500;

/**
 * Collects concurrent calls into batches. `run` receives the calls of one turn of the event loop, and
 * those that arrive while the previous batch runs. It returns their results in the same order. If it
 * rejects, every call of the batch rejects.
 */
export function createBatches<Input, Output>(
  run: (inputs: Input[]) => Promise<readonly Output[]>,
): (input: Input) => Promise<Output> {
  type Call = { input: Input; resolve(output: Output): void; reject(cause: unknown): void };
  let waiting: Call[] = [];
  let isRunning = false;

  async function runAll(): Promise<void> {
    while (waiting.length > 0) {
      const calls = waiting.slice(0, BATCH_MAX);
      waiting = waiting.slice(BATCH_MAX);
      try {
        const outputs = await run(calls.map(({ input }) => input));
        for (const [index, call] of calls.entries()) call.resolve(outputs[index] as Output);
      } catch (cause) {
        for (const call of calls) call.reject(cause);
      }
    }
    isRunning = false;
  }

  return (input) =>
    new Promise((resolve, reject) => {
      waiting.push({ input, resolve, reject });
      if (isRunning) return;
      isRunning = true;
      setImmediate(runAll);
    });
}
