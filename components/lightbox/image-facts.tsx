import primitives from "@/components/ui/primitives.module.css";
import { clearedText } from "@/lib/client/credit-texts";
import type { ExportedImage } from "@/lib/contract/picked-image";
import { rightsContactOf } from "@/lib/core/image/image-place";
import { lightboxMessages as messages } from "@/lib/messages/compiled/lightbox";
import { tileMessages } from "@/lib/messages/compiled/tile";
import { dayText, takenText } from "@/lib/messages/date-text";
import { fileText } from "@/lib/messages/file-text";
import { numberText } from "@/lib/messages/number-text";
import styles from "./lightbox.module.css";

/** The facts about an image, as a list of terms. Creator, copyright and licence are quoted. */
export function ImageFacts({ image }: { image: ExportedImage }) {
  const { width, height, accentColor, provenance, file, note } = image;
  const stated = [
    ["creator", file?.creator],
    ["copyright", file?.copyright],
    ["licence", file?.licence],
  ] as const;
  return (
    <dl className={styles.facts}>
      {stated.map(
        ([name, text]) =>
          text && (
            <Fact key={name} name={messages(name)} className={primitives.name} dir="auto">
              {text}
            </Fact>
          ),
      )}
      <Fact name={messages("rights")}>{rightsText(image)}</Fact>
      <Fact name={messages("size")}>
        <bdi>
          {width === null || height === null
            ? tileMessages("sizeUnknown")
            : messages("pixels", {
                width: String(width),
                height: String(height),
                megapixels: numberText(Math.round(width * height * 1e-5) / 10),
              })}
        </bdi>
      </Fact>
      {file && (
        <Fact name={messages("file")}>
          <span dir="auto">{file.name}</span>
          <br />
          {fileText(file)}
        </Fact>
      )}
      {file?.takenAt && (
        <Fact name={messages("taken")}>
          <time dateTime={file.takenAt}>{takenText(file.takenAt)}</time>
        </Fact>
      )}
      {accentColor !== null && (
        <Fact name={messages("accent")}>
          <span className={styles.swatch} aria-hidden="true" />
          <bdi dir="ltr">{accentColor}</bdi>
        </Fact>
      )}
      <Fact name={messages("found")}>
        <time dateTime={provenance.foundAt}>{dayText(Date.parse(provenance.foundAt))}</time>
      </Fact>
      {provenance.rank !== null && <Fact name={messages("rank")}>{provenance.rank}</Fact>}
      {note && (
        <Fact name={messages("note")} className={`${styles.note} ${primitives.name}`} dir="auto">
          {note}
        </Fact>
      )}
    </dl>
  );
}

type FactProps = React.ComponentProps<"dd"> & { name: string };

function Fact({ name, ...value }: FactProps) {
  return (
    <>
      <dt>{name}</dt>
      <dd {...value} />
    </>
  );
}

/** Returns how the rights were cleared; otherwise whom to ask, unless the file states a licence. */
function rightsText(image: ExportedImage): string {
  const { clearance, file } = image;
  if (clearance) return clearedText(clearance);
  if (file?.licence) return messages("rightsStated");
  const host = rightsContactOf(image);
  return host === null ? messages("rightsNotVerifiedOwn") : messages("rightsNotVerified", { host });
}
