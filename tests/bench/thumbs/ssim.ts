/** The luma of an image, row by row. */
export type Brightness = { values: Float32Array; width: number; height: number };

const RADIUS = 5;
const SIGMA = 1.5;
const C1 = (0.01 * 255) ** 2;
const C2 = (0.03 * 255) ** 2;

const KERNEL = (() => {
  const weights = Array.from({ length: 2 * RADIUS + 1 }, (_, index) =>
    Math.exp(-((index - RADIUS) ** 2) / (2 * SIGMA ** 2)),
  );
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return weights.map((weight) => weight / sum);
})();

/** Luma by ITU-R BT.601, as in JPEG, WebP and AVIF. */
export function brightnessOf(rgb: Uint8Array, width: number, height: number): Brightness {
  const values = new Float32Array(width * height);
  for (let at = 0; at < values.length; at += 1) {
    values[at] =
      0.299 * (rgb[at * 3] ?? 0) + 0.587 * (rgb[at * 3 + 1] ?? 0) + 0.114 * (rgb[at * 3 + 2] ?? 0);
  }
  return { values, width, height };
}

/**
 * Returns the mean structural similarity (SSIM) of two images of equal size; 1 if they are equal.
 * As in Wang et al. 2004, with their window (11 x 11, Gaussian of 1.5) and constants.
 */
export function ssim(a: Brightness, b: Brightness): number {
  const { width, height } = a;
  const smooth = (of: (index: number) => number) => {
    const values = new Float32Array(width * height);
    for (let at = 0; at < values.length; at += 1) values[at] = of(at);
    return blurred(values, width, height);
  };
  const x = (at: number) => a.values[at] ?? 0;
  const y = (at: number) => b.values[at] ?? 0;
  const [meanX, meanY] = [smooth(x), smooth(y)];
  const [squareX, squareY] = [smooth((at) => x(at) ** 2), smooth((at) => y(at) ** 2)];
  const product = smooth((at) => x(at) * y(at));
  let sum = 0;
  for (let at = 0; at < meanX.length; at += 1) {
    const [mx, my] = [meanX[at] ?? 0, meanY[at] ?? 0];
    const varianceX = (squareX[at] ?? 0) - mx * mx;
    const varianceY = (squareY[at] ?? 0) - my * my;
    const covariance = (product[at] ?? 0) - mx * my;
    sum +=
      ((2 * mx * my + C1) * (2 * covariance + C2)) /
      ((mx * mx + my * my + C1) * (varianceX + varianceY + C2));
  }
  return sum / meanX.length;
}

/** Filters with the window, only where the window lies completely inside the image. */
function blurred(values: Float32Array, width: number, height: number): Float32Array {
  const across = width - 2 * RADIUS;
  const rows = new Float32Array(across * height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < across; x += 1) {
      let sum = 0;
      for (let k = 0; k < KERNEL.length; k += 1) {
        sum += (KERNEL[k] ?? 0) * (values[y * width + x + k] ?? 0);
      }
      rows[y * across + x] = sum;
    }
  }
  const down = height - 2 * RADIUS;
  const result = new Float32Array(across * down);
  for (let y = 0; y < down; y += 1) {
    for (let x = 0; x < across; x += 1) {
      let sum = 0;
      for (let k = 0; k < KERNEL.length; k += 1) {
        sum += (KERNEL[k] ?? 0) * (rows[(y + k) * across + x] ?? 0);
      }
      result[y * across + x] = sum;
    }
  }
  return result;
}
