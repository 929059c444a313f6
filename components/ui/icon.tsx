import styles from "./icon.module.css";

/* 20 px grid, 1.5 px line, round ends, no fills. */
const SHAPES = {
  search: "M14.5 9a5.5 5.5 0 1 1-11 0 5.5 5.5 0 0 1 11 0ZM13 13l4 4",
  close: "m5 5 10 10M15 5 5 15",
  chevron: "m6 8 4 4 4-4",
  sliders:
    "M3 6h8M15 6h2M3 14h2M9 14h8M15 6a2 2 0 1 1-4 0 2 2 0 0 1 4 0ZM9 14a2 2 0 1 1-4 0 2 2 0 0 1 4 0Z",
  theme: "M16.5 10a6.5 6.5 0 1 1-13 0 6.5 6.5 0 0 1 13 0ZM10 3.5v13M13 4.5v11M16 7.5v5",
  keys: "M2 5h16v10H2zM5 8v.1M8.500 8v.1M12 8v.1M15 8v.1M6 12h8",
} as const;

export type IconName = keyof typeof SHAPES;

/** A decorative icon, hidden from assistive technology. */
export function Icon({ name, ...props }: { name: IconName; isSmall?: boolean }) {
  return <IconPath path={SHAPES[name]} {...props} />;
}

type IconPathProps = { path: string; isSmall?: boolean; isMirrored?: boolean };

/** An icon with the given path. `isMirrored`: mirrored in right-to-left text. */
export function IconPath({ path, isSmall = false, isMirrored = false }: IconPathProps) {
  return (
    <svg
      className={isSmall ? styles.small : styles.icon}
      viewBox="0 0 20 20"
      aria-hidden="true"
      focusable="false"
      data-mirrored={isMirrored || undefined}
    >
      <path d={path} />
    </svg>
  );
}
