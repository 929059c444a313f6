import { Pairs } from "@/components/ui/figures";
import { PageSection } from "@/components/ui/split-page";
import type { Plan } from "@/lib/core/limits/plan";
import { accountMessages } from "@/lib/messages/compiled/account";
import { numberText } from "@/lib/messages/locale";
import styles from "./account.module.css";

/** What the account's plan includes. */
export function PlanSection({ plan }: { plan: Plan }) {
  const included = (isIncluded: boolean) =>
    accountMessages(isIncluded ? "included" : "notIncluded");
  return (
    <PageSection id="plan" title={accountMessages("plan")}>
      <div className={styles.plan}>
        <h3>
          <bdi>{plan.name}</bdi>
        </h3>
        <Pairs
          pairs={[
            {
              name: accountMessages("monthlySearches"),
              value: accountMessages("aMonth", { count: plan.searchesPerMonth }),
            },
            {
              name: accountMessages("rate"),
              value: accountMessages("aSecond", { count: plan.requestsPerSecond }),
            },
            {
              name: accountMessages("burst"),
              value: accountMessages("burstCount", { count: plan.burst }),
            },
            {
              name: accountMessages("countMax"),
              value: accountMessages("upTo", { count: plan.countMax }),
            },
            { name: accountMessages("moderate"), value: included(plan.moderate) },
            { name: accountMessages("site"), value: included(plan.site) },
            { name: accountMessages("transparent"), value: included(plan.transparent) },
            { name: accountMessages("keys"), value: numberText(plan.keysMax) },
          ]}
        />
        <p className={styles.note}>{accountMessages("planNote")}</p>
      </div>
    </PageSection>
  );
}
