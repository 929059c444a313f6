import type { ComponentProps } from "react";
import { BrokenImage } from "./broken-image";
import { ChosenPicture } from "./chosen-picture";

export { RetryAll } from "./broken-image";

export type BrokenOrChosenProps = ComponentProps<typeof ChosenPicture> &
  Pick<ComponentProps<typeof BrokenImage>, "onRetry"> & {
    /** Whether `BrokenImage` replaces the link. */
    isBroken: boolean;
  };

/**
 * What most tiles never show: a broken image, or a picture whose settings differ from the defaults. One
 * component in one file, because each costs the script of the results page another 80 bytes.
 */
export function BrokenOrChosen({ image, link, isBroken, onRetry }: BrokenOrChosenProps) {
  return isBroken ? (
    <BrokenImage image={image} onRetry={onRetry} />
  ) : (
    <ChosenPicture image={image} link={link} />
  );
}
