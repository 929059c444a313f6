import { apiDocsMessages } from "@/lib/messages/compiled/api-docs";
import styles from "./api-docs.module.css";
import { CopyCode } from "./copy-code";

/** A piece of code with its name and a button that copies it. */
export function CodeBlock({ id, name, code }: { id?: string; name: string; code: string }) {
  return (
    <figure className={styles.code} id={id}>
      <figcaption className={styles.caption}>
        {name}
        <CopyCode text={code} label={`${apiDocsMessages("copyCode")}: ${name}`} />
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it */}
      <pre tabIndex={0} dir="ltr">
        <code>{code}</code>
      </pre>
    </figure>
  );
}
