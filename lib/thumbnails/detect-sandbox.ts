import "server-only";
import { startOnce } from "@/lib/platform/cooldown";
import { DecoderDied } from "./decoder-process";
import { DECODER_SANDBOXES, type DecoderSandbox } from "./decoder-sandbox";

export type DetectSandbox = () => Promise<DecoderSandbox>;

/**
 * Detects the strongest available sandbox. The result is memoised; concurrent callers share one
 * probe. `trySandbox` rejects with DecoderDied where a decoder does not start.
 *
 * A weaker sandbox is tried only after a decoder died in the stronger one. A timeout means an
 * overloaded machine: overload, which an attacker can cause, must not weaken the sandbox.
 *
 * @throws DecoderDied where no decoder starts, or not in time; the next call tries again.
 */
export function createSandboxDetection(
  trySandbox: (sandbox: DecoderSandbox) => Promise<void>,
): DetectSandbox {
  return startOnce(
    async () => {
      for (const sandbox of DECODER_SANDBOXES) {
        try {
          await trySandbox(sandbox);
          return sandbox;
        } catch (error) {
          if (!(error instanceof DecoderDied) || error.isTimeout) throw error;
        }
      }
      throw new DecoderDied("no decoder starts on this system");
    },
    // The pool's cooldown limits retries.
    { firstMs: 0 },
  );
}
