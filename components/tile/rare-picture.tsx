import type { ComponentProps } from "react";
import { BrokenImage } from "./broken-image";
import { ChosenPicture } from "./chosen-picture";

export { RetryAll } from "./broken-image";

/** `link` has no content if the image failed and the tile has no text for that. */
export type RarePictureProps = ComponentProps<typeof ChosenPicture> &
  Pick<ComponentProps<typeof BrokenImage>, "onRetry">;

/**
 * What most tiles never show: a failed image, and a picture by settings that differ from the defaults. One
 * component in one file, because each costs the script of the results page another 80 bytes.
 */
export function RarePicture({ image, link, onRetry }: RarePictureProps) {
  return link.props.children === undefined ? (
    <BrokenImage image={image} onRetry={onRetry} />
  ) : (
    <ChosenPicture image={image} link={link} />
  );
}
