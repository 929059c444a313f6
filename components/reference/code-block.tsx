import { referenceMessages } from "@/lib/messages/compiled/reference";
import { CopyCode } from "./copy-code";
import styles from "./reference.module.css";

/** A piece of code with its name and a button that copies it. */
export function CodeBlock({ id, name, code }: { id?: string; name: string; code: string }) {
  return (
    <figure className={styles.code} id={id}>
      <figcaption>
        {name}
        <CopyCode text={code} label={`${referenceMessages("copyCode")}: ${name}`} />
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it */}
      <pre tabIndex={0} dir="ltr">
        <code>{code}</code>
      </pre>
    </figure>
  );
}
