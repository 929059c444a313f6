"use client";

import {
  type ComponentProps,
  cloneElement,
  isValidElement,
  type MouseEvent,
  type ReactElement,
  type ReactNode,
  type RefCallback,
  useCallback,
  useState,
} from "react";
import { announce } from "@/components/ui/announcer";
import { nameOf } from "@/lib/client/image-name";
import { isPlainClick } from "@/lib/client/modifiers";
import { usePictureSettings } from "@/lib/client/picture-settings";
import { revealPictures, useIsRevealed } from "@/lib/client/revealed-pictures";
import type { PickedImage } from "@/lib/contract/picked-image";
import type { Image } from "@/lib/contract/search-answer";
import { isPicture } from "@/lib/core/image/image-sources";
import { ownOriginalId } from "@/lib/core/image/own-original";
import { coversPicture, isModerateSearch } from "@/lib/core/settings/pictures";
import { picturesMessages as messages } from "@/lib/messages/compiled/pictures";

type Img = ReactElement<
  Omit<ComponentProps<"img">, "ref"> & { ref?: RefCallback<HTMLImageElement> }
>;

type ChosenPictureProps = {
  /** A saved image says which search found it. */
  image: Image & Partial<Pick<PickedImage, "provenance">>;
  /**
   * The tile's link with its `<img>`, or with a text if the image failed. The URL of a result has the
   * parameters of its search.
   */
  link: ReactElement<ComponentProps<"a">>;
};

/**
 * The picture of a tile by the settings of this browser: covered, from its own host, or with less data.
 * A covered picture is a button in the form of the tile's link, so the list keeps its keys and tab stops.
 * Without scripts, the link opens the image.
 */
export function ChosenPicture({ image, link }: ChosenPictureProps): ReactNode {
  const settings = usePictureSettings();
  const isRevealed = useIsRevealed(image.id);
  const content = link.props.children;
  const img = isValidElement(content) && content.type === "img" ? (content as Img) : null;
  const direct = useDirectPicture(image, img);
  if (settings === null || img === null) return link;

  const { provenance } = image;
  const ofResult = link.props.href?.split("?")[1] ?? null;
  const search = provenance === undefined ? ofResult : provenance.search;
  const isCovered = coversPicture(settings, isModerateSearch(search)) && !isRevealed;
  const picture =
    settings.mode === "direct" ? direct : settings.savesData ? withLessData(img) : img;
  if (!isCovered) return cloneElement(link, {}, picture);

  const name = nameOf(image);
  const isRequested = settings.mode !== "click";
  const reveal = (event: Pick<MouseEvent, "preventDefault">) => {
    event.preventDefault();
    revealPictures([image.id]);
    announce(messages("shown"));
  };
  return cloneElement(
    link,
    {
      role: "button",
      "aria-label": messages("show", { name }),
      // Styles in image-tile.module.css.
      "data-cover": isRequested ? "blurred" : "empty",
      onClick: (event) => {
        link.props.onClick?.(event);
        if (isPlainClick(event)) reveal(event);
      },
      // As for a button: Space acts when it is released, and does not scroll the page.
      onKeyDown: (event) => {
        if (event.key === " ") event.preventDefault();
      },
      onKeyUp: (event) => {
        if (event.key === " ") reveal(event);
      },
    } as ComponentProps<"a">,
    isRequested && picture,
    <span>
      {!isRequested && <b dir="auto">{name}</b>}
      <span>{messages("act")}</span>
    </span>,
  );
}

/**
 * Returns the `<img>` with the original's URL, which the browser requests from the original's host; if
 * that host refuses, and for own pictures, the `<img>` itself, whose thumbnails come through this server.
 */
function useDirectPicture({ imageUrl }: Image, img: Img | null): Img | null {
  const [isRefused, setIsRefused] = useState(false);
  const look = img?.props.ref;
  // The image may have failed before hydration.
  const ref = useCallback(
    (element: HTMLImageElement | null) => {
      if (!element?.complete || isPicture(element)) return look?.(element);
      setIsRefused(true);
    },
    [look],
  );
  if (img === null || isRefused || ownOriginalId(imageUrl) !== null) return img;
  const { onLoad } = img.props;
  return cloneElement(img, {
    ref,
    src: imageUrl,
    srcSet: undefined,
    sizes: undefined,
    onLoad: (event) => {
      if (isPicture(event.currentTarget)) onLoad?.(event);
      else setIsRefused(true);
    },
    onError: () => setIsRefused(true),
  });
}

/** Returns the `<img>` with the smaller half of its widths; the browser requests it only near the view. */
function withLessData(img: Img): Img {
  const sources = img.props.srcSet?.split(", ") ?? [];
  return cloneElement(img, {
    srcSet: sources.slice(0, Math.ceil(sources.length / 2)).join(", ") || undefined,
    loading: "lazy",
    fetchPriority: "auto",
  });
}
