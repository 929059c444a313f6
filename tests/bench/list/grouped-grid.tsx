import type { ComponentProps } from "react";
import { ImageGrid } from "@/components/grid/image-grid";
import { tileRatio } from "@/lib/core/tile-ratio";

const GROUP = 50;
/** About how high a tile of ratio 1 makes its section, at the width that is measured. */
const HEIGHT_PER_RATIO_PX = 46;

/**
 * The real grid in sections, each of which the browser may leave out as a whole. Their heights are
 * guessed until they are seen, and each ends in a row of its own.
 */
export function GroupedGrid(props: ComponentProps<typeof ImageGrid>) {
  const { images } = props;
  const groups = Array.from({ length: Math.ceil(images.length / GROUP) }, (_, i) =>
    images.slice(i * GROUP, (i + 1) * GROUP),
  );
  return groups.map((group) => {
    const ratios = group.reduce((sum, image) => sum + tileRatio(image).ratio, 0);
    return (
      <section
        key={group[0]?.id}
        style={{ containIntrinsicBlockSize: `auto ${Math.round(ratios * HEIGHT_PER_RATIO_PX)}px` }}
      >
        <ImageGrid {...props} images={group} />
      </section>
    );
  });
}
