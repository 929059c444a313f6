import button from "@/components/ui/button.module.css";
import { CopyButton } from "./copy-button";
import styles from "./new-secret.module.css";

type NewSecretProps = {
  title: string;
  message: string;
  /** The text to show once, and its accessible name. */
  text: string;
  label: string;
  copy: string;
  copied: string;
  copyFailed: string;
  /** A command that uses it, with the name of the block. */
  sample?: { name: string; text: string };
  /** The link to the page without the secret. */
  done: { name: string; href: string };
};

/** A key or link that is shown only once. A click selects it, so it can be copied without scripts. */
export function NewSecret(props: NewSecretProps) {
  const { title, message, text, label, copy, copied, copyFailed, sample, done } = props;
  return (
    <section className={styles.made} aria-label={title}>
      <p role="status">
        <b>{title}</b> {message}
      </p>
      <div className={styles.line}>
        <output className={styles.secret} aria-label={label} dir="ltr">
          {text}
        </output>
        <CopyButton text={text} name={copy} copied={copied} failed={copyFailed} />
        <a className={button.bare} href={done.href}>
          {done.name}
        </a>
      </div>
      {sample !== undefined && (
        <div>
          <p>{sample.name}</p>
          <code className={styles.sample} dir="ltr">
            {sample.text}
          </code>
        </div>
      )}
    </section>
  );
}
