import "server-only";

const BLOCK_PX = 8;
const C1 = (0.01 * 255) ** 2;
const C2 = (0.03 * 255) ** 2;

/** 8-bit RGB, row by row. */
export type RgbPixels = { bytes: Uint8Array; widthPx: number; heightPx: number };

/**
 * Returns the mean structural similarity of the luma of two pictures of equal size: 1 if they are
 * equal. As in Wang et al. 2004, but over blocks of 8 x 8 pixels instead of Gaussian windows, which
 * takes a hundredth of the time. Pictures smaller than a block count as equal.
 */
export function similarityOf(a: RgbPixels, b: RgbPixels): number {
  const { widthPx, heightPx } = a;
  let sum = 0;
  let count = 0;
  for (let top = 0; top + BLOCK_PX <= heightPx; top += BLOCK_PX) {
    for (let left = 0; left + BLOCK_PX <= widthPx; left += BLOCK_PX) {
      sum += blockSimilarity(a.bytes, b.bytes, (top * widthPx + left) * 3, widthPx * 3);
      count += 1;
    }
  }
  return count === 0 ? 1 : sum / count;
}

function blockSimilarity(a: Uint8Array, b: Uint8Array, start: number, rowBytes: number): number {
  let [sumX, sumY, sumXx, sumYy, sumXy] = [0, 0, 0, 0, 0];
  for (let row = 0; row < BLOCK_PX; row += 1) {
    const first = start + row * rowBytes;
    for (let at = first; at < first + BLOCK_PX * 3; at += 3) {
      const x = lumaAt(a, at);
      const y = lumaAt(b, at);
      sumX += x;
      sumY += y;
      sumXx += x * x;
      sumYy += y * y;
      sumXy += x * y;
    }
  }
  const pixels = BLOCK_PX ** 2;
  const [meanX, meanY] = [sumX / pixels, sumY / pixels];
  const varianceX = sumXx / pixels - meanX ** 2;
  const varianceY = sumYy / pixels - meanY ** 2;
  const covariance = sumXy / pixels - meanX * meanY;
  return (
    ((2 * meanX * meanY + C1) * (2 * covariance + C2)) /
    ((meanX ** 2 + meanY ** 2 + C1) * (varianceX + varianceY + C2))
  );
}

/** Luma by ITU-R BT.601, as in JPEG, WebP and AVIF. */
function lumaAt(bytes: Uint8Array, at: number): number {
  return (
    0.299 * (bytes[at] as number) +
    0.587 * (bytes[at + 1] as number) +
    0.114 * (bytes[at + 2] as number)
  );
}
