import { IconPath } from "./icon";

/* Icons of the tools, the account and the console. Every results page loads the shapes of `Icon`. */
const SHAPES = {
  account:
    "M13.5 7a3.500 3.500 0 1 1-7 0 3.500 3.500 0 0 1 7 0ZM3.500 17c.6-3.500 3.200-5 6.500-5s5.900 1.500 6.500 5",
  console: "M3 4h14v12H3zM3 8h14M6.500 11.500h7M6.500 13.500h4",
  previous: "m12 4-6 6 6 6",
  next: "m8 4 6 6-6 6",
  close: "m5 5 10 10M15 5 5 15",
  zoom: "M14.5 9a5.5 5.5 0 1 1-11 0 5.5 5.5 0 0 1 11 0ZM13 13l4 4M9 6.5v5M6.5 9h5",
  full: "M3 8V3h5M12 3h5v5M17 12v5h-5M8 17H3v-5",
  picture: "M3 4h14v12H3zM3 14l4-4 3 3 3-4 4 4",
  details: "M17 10a7 7 0 1 1-14 0 7 7 0 0 1 14 0ZM10 9v5M10 6v.1",
  search: "M14.5 9a5.5 5.5 0 1 1-11 0 5.5 5.5 0 0 1 11 0ZM13 13l4 4",
  chevron: "m6 8 4 4 4-4",
  plus: "M10 4v12M4 10h12",
  check: "m4.500 10.500 3.500 3.500 7.500-8",
  remove: "M4 6h12M8 6V3.500h4V6M5.500 6l1 10.500h7l1-10.500",
  download: "M10 3v10M6 9.5l4 4 4-4M4 17h12",
  copy: "M7 7h10v10H7zM13 7V3H3v10h4",
  out: "M11 3h6v6M17 3l-8 8M14 12v5H3V6h5",
  share: "M10 12V3M6.5 6 10 3l3.5 3M4 10v7h12v-7",
  grip: "M7 5v.1M7 10v.1M7 15v.1M13 5v.1M13 10v.1M13 15v.1",
  collection: "M2 16.5h16M4 16.5v-8h3.5v8M7.5 16.5v-12h4.5v12M13 16.5l1.500-9 3 .5-1 8.500",
  crop: "M6 2v12h12M2 6h12v12",
  compare: "M3 4h6v12H3zM11 4h6v12h-6z",
  more: "M4 10a.5.5 0 0 0 1 0a.5.5 0 0 0-1 0M9.500 10a.5.5 0 0 0 1 0a.5.5 0 0 0-1 0M15 10a.5.5 0 0 0 1 0a.5.5 0 0 0-1 0",
} as const;

export type ToolIconName = keyof typeof SHAPES;

type ToolIconProps = { name: ToolIconName; isSmall?: boolean; isMirrored?: boolean };

/** As `Icon`, with other shapes. */
export function ToolIcon({ name, ...props }: ToolIconProps) {
  return <IconPath path={SHAPES[name]} {...props} />;
}
