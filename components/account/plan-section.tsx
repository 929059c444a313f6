import { Pairs } from "@/components/ui/figures";
import primitives from "@/components/ui/primitives.module.css";
import { PageSection } from "@/components/ui/split-page";
import split from "@/components/ui/split-page.module.css";
import { PLAN_FIELDS, type Plan } from "@/lib/core/limits/plan";
import { accountMessages } from "@/lib/messages/compiled/account";
import { numberText } from "@/lib/messages/number-text";
import styles from "./account.module.css";

/** What the account's plan includes. */
export function PlanSection({ plan }: { plan: Plan }) {
  const included = (isIncluded: boolean) =>
    accountMessages(isIncluded ? "included" : "notIncluded");
  return (
    <PageSection id="plan" title={accountMessages("plan")}>
      <div className={styles.plan}>
        <h3 className={primitives.title}>
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
            ...Object.values(PLAN_FIELDS).map((field) => ({
              name: accountMessages(field),
              value: included(plan[field]),
            })),
            { name: accountMessages("keys"), value: numberText(plan.keysMax) },
          ]}
        />
        <p className={split.remark}>{accountMessages("planNote")}</p>
      </div>
    </PageSection>
  );
}
