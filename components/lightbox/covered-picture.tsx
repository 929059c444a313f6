import type { CSSProperties } from "react";
import { announce } from "@/components/ui/announcer";
import button from "@/components/ui/button.module.css";
import zoomed from "@/components/zoom/zoomed-picture.module.css";
import { nameOf } from "@/lib/client/image-name";
import type { Image } from "@/lib/contract/search-answer";
import { tileRatio } from "@/lib/core/image/tile-ratio";
import { picturesMessages as messages } from "@/lib/messages/compiled/pictures";
import styles from "./lightbox.module.css";

/** The box of a covered picture, with the button that reveals it. */
export function CoveredPicture({ image, onReveal }: { image: Image; onReveal: () => void }) {
  const { width } = image;
  const shape = {
    "--ratio": tileRatio(image).ratio,
    ...(width && { "--width": `${width}px` }),
  } as CSSProperties;
  return (
    <div className={zoomed.view} style={shape}>
      <div className={zoomed.fit}>
        <div className={styles.covered}>
          <button
            type="button"
            className={button.button}
            aria-label={messages("show", { name: nameOf(image) })}
            onClick={() => {
              onReveal();
              announce(messages("shown"));
            }}
          >
            {messages("act")}
          </button>
        </div>
      </div>
    </div>
  );
}
