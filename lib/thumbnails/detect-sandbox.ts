import "server-only";
import { DecoderDied } from "./decoder-process";
import { DECODER_SANDBOXES, type DecoderSandbox } from "./decoder-sandbox";

/** Starts a decoder in a sandbox and ends it. Rejects with `DecoderDied` where it does not start. */
export type TrySandbox = (sandbox: DecoderSandbox) => Promise<void>;

export type FindSandbox = () => Promise<DecoderSandbox>;

/**
 * Finds the best sandbox this system allows, by trying once however many ask.
 *
 * Only a sandbox that ends its decoder is given up for a weaker one. One that is merely slow says
 * that the machine has too much to do: whoever could keep it busy must not get weaker walls for it.
 *
 * @throws DecoderDied where nothing starts, or not in time; the next call tries again.
 */
export function createFindSandbox(trySandbox: TrySandbox): FindSandbox {
  let finding: Promise<DecoderSandbox> | null = null;
  return () => {
    finding ??= find(trySandbox).catch((error: unknown) => {
      finding = null;
      throw error;
    });
    return finding;
  };
}

async function find(trySandbox: TrySandbox): Promise<DecoderSandbox> {
  for (const sandbox of DECODER_SANDBOXES) {
    try {
      await trySandbox(sandbox);
      return sandbox;
    } catch (error) {
      if (!(error instanceof DecoderDied) || error.isTimeout) throw error;
    }
  }
  throw new DecoderDied("no decoder starts on this system");
}
