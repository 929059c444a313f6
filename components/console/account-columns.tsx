import type { Column } from "@/components/ui/data-table";
import text from "@/components/ui/text.module.css";
import { type Plan, planOf } from "@/lib/core/limits/plan";
import { consoleMessages } from "@/lib/messages/compiled/console";

/** A link to the page of an account. */
export function AccountLink({ id, email }: { id: string; email: string }) {
  return (
    <a className={text.link} href={`/console/accounts/${encodeURIComponent(id)}`}>
      <bdi>{email}</bdi>
    </a>
  );
}

export function planColumn<Row extends { plan: string }>(plans: readonly Plan[]): Column<Row> {
  return {
    name: consoleMessages("plan"),
    cell: ({ plan }) => <bdi>{planOf(plans, plan).name}</bdi>,
  };
}

/** The searches of the month and their limit. */
export function usageColumn<Row extends { plan: string; usedThisMonth: number }>(
  plans: readonly Plan[],
): Column<Row> {
  return {
    name: consoleMessages("usage"),
    isNumber: true,
    cell: ({ plan, usedThisMonth: used }) =>
      consoleMessages("usedOf", { used, limit: planOf(plans, plan).searchesPerMonth }),
  };
}
