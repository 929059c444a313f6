import sharp from "sharp";
import type { Plugin } from "vitest/config";
import { THUMBNAIL_REASON_HEADER } from "../../../lib/contract/thumbnail-failure.ts";
import { photographPath } from "../../support/pictures/photographs.ts";

const WIDTH_PX = 480;

const plain = (widthPx: number, heightPx: number) =>
  sharp({ create: { width: widthPx, height: heightPx, channels: 3, background: "#a32" } })
    .png()
    .toBuffer();

const photograph = (name: Parameters<typeof photographPath>[0]) =>
  sharp(photographPath(name)).resize(WIDTH_PX).png().toBuffer();

/** Pictures by the name in their path; any other name is `plain`. */
const PICTURES: Record<string, () => Promise<Buffer>> = {
  plain: () => plain(WIDTH_PX, 320),
  barn: () => photograph("dust-bowl-home"),
  boats: () => photograph("nagasaki-boats"),
  // An icon, and the thinnest strip that thumbnails are.
  icon: () => plain(16, 16),
  line: () => plain(2, 1600),
  failed: () => plain(1, 1),
};

const made = new Map<string, Promise<Buffer>>();

function pictureOf(name: string): Promise<Buffer> {
  const picture = made.get(name) ?? (PICTURES[name] ?? pictureOf.bind(null, "plain"))();
  made.set(name, picture);
  return picture;
}

/**
 * Answers `/thumb/NAME/WIDTH` and `/library/NAME/original` with a picture, and `/thumb/failed/REASON/…`
 * as the product's server answers for a thumbnail that it cannot make: with an error, one pixel, and the
 * reason in a header.
 */
export const pictureServer: Plugin = {
  name: "picture-server",
  configureServer({ middlewares }) {
    middlewares.use(async ({ url = "" }, response, next) => {
      const [, folder, name = "", reason = ""] = url.split("/");
      if (folder !== "thumb" && folder !== "library") return next();
      if (name === "failed") {
        response.statusCode = 502;
        response.setHeader(THUMBNAIL_REASON_HEADER, reason);
      }
      response.setHeader("content-type", "image/png");
      response.end(await pictureOf(name));
    });
  },
};
