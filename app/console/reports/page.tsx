import { ReportsPage } from "@/components/console/reports-page";
import { vitrine } from "@/lib/page-bridge";
import { readNotice } from "../../read-notice";
import { signedInOperator } from "../../signed-in";
import {
  askedPage,
  type ConsoleRouteProps,
  ConsoleShell,
  consoleMetadata,
  doneText,
  pagedOf,
} from "../console-shell";

export const generateMetadata = () => consoleMetadata("reports");

export default async function ReportsRoute(props: ConsoleRouteProps) {
  const principal = await signedInOperator("/console/reports");
  const { console } = vitrine();
  const asked = await askedPage(props);
  const askedRated = await askedPage(props, "rated");
  const [reported, rated, notice] = await Promise.all([
    console.reports(asked),
    console.rated(askedRated),
    readNotice(principal),
  ]);
  return (
    <ConsoleShell>
      <ReportsPage
        reports={reported.reports}
        reported={pagedOf(asked, reported.count)}
        rated={rated.images}
        ratings={pagedOf(askedRated, rated.count)}
        nowMs={Date.now()}
        done={doneText(notice)}
      />
    </ConsoleShell>
  );
}
