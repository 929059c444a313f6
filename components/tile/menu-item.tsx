import menu from "@/components/ui/menu.module.css";
import styles from "./tile-menu.module.css";

export type MenuAction = {
  text: string;
  /** A link, or a function to call. */
  act: string | (() => unknown);
  /** Shown after the text. */
  detail?: string | undefined;
  /** Whether the link saves its file. */
  isDownload?: boolean;
  isDestructive?: boolean;
};

type MenuItemProps = { action: MenuAction; onClose: () => void };

/** An item of a menu, which it closes. */
export function MenuItem({ action, onClose }: MenuItemProps) {
  const { text, act, detail, isDownload, isDestructive } = action;
  const common = {
    role: "menuitem",
    className: `${menu.item} ${styles.item}`,
    "data-destructive": isDestructive || undefined,
  } as const;
  const content = (
    <>
      {text}
      {detail && <span className={styles.detail}>{detail}</span>}
    </>
  );
  if (typeof act === "string") {
    return (
      <a
        {...common}
        href={act}
        download={isDownload ? "" : undefined}
        rel="noopener noreferrer"
        referrerPolicy="no-referrer"
        onClick={onClose}
      >
        {content}
      </a>
    );
  }
  return (
    <button
      type="button"
      {...common}
      onClick={() => {
        onClose();
        act();
      }}
    >
      {content}
    </button>
  );
}
