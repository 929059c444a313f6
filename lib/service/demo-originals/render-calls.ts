import "server-only";

/** What a drawing worker can be asked (lib/programs/demo-render-worker.ts). */
export type RenderCalls = {
  /** The picture at `widthPx`, or at its own size. */
  render: { input: { id: string; widthPx: number | null }; answer: Uint8Array<ArrayBuffer> };
};
