/**
 * Finds or installs ImageMagick and ExifTool, with which tests check the files that this program makes:
 * installed programs, or Debian's packages (as root).
 */
import { spawnSync } from "node:child_process";
import { installDebianPackage } from "./steps.mjs";

/** ImageMagick 7, or 6. */
const MAGICKS = ["magick", "convert-im6.q16", "convert"];

const isProgram = (command, flag, output) =>
  output.test(spawnSync(command, [flag], { encoding: "utf8" }).stdout ?? "");

const findTools = () => ({
  magick: MAGICKS.find((command) => isProgram(command, "-version", /ImageMagick/)),
  exiftool: isProgram("exiftool", "-ver", /^\d/) ? "exiftool" : undefined,
});

/** @returns the commands of ImageMagick and ExifTool; throws an error that says how to get them. */
export async function getImageTools() {
  const found = findTools();
  const isMissing = Object.values(found).includes(undefined);
  if (found.magick === undefined) await installDebianPackage("imagemagick");
  if (found.exiftool === undefined) await installDebianPackage("libimage-exiftool-perl");
  const { magick, exiftool } = isMissing ? findTools() : found;
  if (magick !== undefined && exiftool !== undefined) return { magick, exiftool };
  throw new Error(
    [
      "The tests need ImageMagick and ExifTool, and they could not be found or installed:",
      "  - install both, so that magick (or convert) and exiftool are on the PATH",
      "  - apt-get install imagemagick libimage-exiftool-perl (as root, on Debian and its relatives)",
    ].join("\n"),
  );
}
