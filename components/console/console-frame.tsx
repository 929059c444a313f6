import type { ReactNode } from "react";
import { Banner } from "@/components/ui/banner";
import { SplitPage } from "@/components/ui/split-page";
import { consoleMessages } from "@/lib/messages/compiled/console";

export type ConsolePlace = (typeof PLACES)[number]["place"];

const PLACES = [
  { place: "overview", href: "/console" },
  { place: "activity", href: "/console/activity" },
  { place: "accounts", href: "/console/accounts" },
  { place: "keys", href: "/console/keys" },
  { place: "library", href: "/console/library" },
  { place: "thumbnails", href: "/console/thumbnails" },
  { place: "reports", href: "/console/reports" },
  { place: "audit", href: "/console/audit" },
] as const;

type ConsoleFrameProps = {
  place: ConsolePlace;
  /** The name of the place, if left out. */
  title?: string;
  facts?: readonly ReactNode[];
  actions?: ReactNode;
  /** The result of the last form. */
  done?: string | null;
  children: ReactNode;
};

/** A page of the console, beside the list of all pages. */
export function ConsoleFrame(props: ConsoleFrameProps) {
  const { place, title, facts, actions, done = null, children } = props;
  return (
    <SplitPage
      label={consoleMessages("places")}
      places={PLACES.map((each) => ({
        href: each.href,
        name: consoleMessages(each.place),
        isCurrent: each.place === place,
      }))}
      title={title ?? consoleMessages(place)}
      facts={facts ?? []}
      actions={actions}
    >
      {done !== null && <Banner kind="status" title={done} />}
      {children}
    </SplitPage>
  );
}
