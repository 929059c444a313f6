import { describe, expect, test } from "vitest";
import { accountForms } from "@/lib/console/account-forms";
import { accountEndpoints } from "@/lib/service/accounts/account-endpoints";
import { createApiKeys } from "@/lib/service/api/change-api-keys";
import { keyForms } from "@/lib/service/api/key-forms";
import { createServiceKeys } from "@/lib/service/identify-key";
import { createNotices } from "@/lib/web/notices";
import { A_PLAN } from "@/tests/support/accounts/accounts";
import { peopleOf } from "@/tests/support/accounts/signed-in";
import { temporaryFolder } from "@/tests/support/files/temporary-folder";
import { ask } from "@/tests/support/requests/ask";
import { applicationOf } from "@/tests/support/servers/application";
import { IMPLEMENTATIONS } from "../../conformance/state/implementations";

/** Texts that a database, a cookie or a header may not take. */
const HOSTILE = [
  "\0",
  "key\0",
  "\ud800",
  "'; DROP TABLE accounts; --",
  "é".repeat(600),
  "a\r\nb: c",
];

const TEXTS = [
  "id",
  "name",
  "note",
  "sites",
  "present",
  "next",
  "email",
  "password",
  "token",
  "to",
];
/** Values that let a form pass its schema. */
const CHOICES = { overlap: "0", expires: "never", search: "on", plan: A_PLAN.id, role: "account" };

describe.each(IMPLEMENTATIONS)("$name", ({ create }) => {
  test("no form of accounts fails on a hostile text, or changes another account", async () => {
    const state = (await create()).open();
    const { people, accounts, newPerson } = peopleOf(state, { isSignUpOpen: true });
    const victim = await newPerson("victim@example.com");
    const operator = await newPerson("operator@example.com", "operator");
    const notices = createNotices({ secret: () => "a secret of the sessions", isSecure: false });
    const settings = { serviceKey: null, keyPepper: null, dataDir: temporaryFolder() };
    const apiKeys = createApiKeys({ accounts, keys: createServiceKeys(settings) });
    const forms = [
      ...accountEndpoints({ people, notices }),
      ...keyForms({ apiKeys, accounts, notices }),
      ...accountForms({ accounts, people, plans: [A_PLAN], notices }),
    ];
    const answer = applicationOf(forms, { account: operator });
    const paths = forms.map(({ path }) => path);
    expect(paths.length).toBeGreaterThan(14);
    const failed: string[] = [];
    for (const path of paths) {
      for (const text of HOSTILE) {
        const texts = Object.fromEntries(TEXTS.map((name) => [name, text]));
        const { status } = await ask(answer, path, { fields: { ...CHOICES, ...texts } });
        if (status >= 500) failed.push(`${path} ${JSON.stringify(text)}: ${status}`);
      }
    }
    expect(failed).toEqual([]);
    expect(await accounts.account(victim.accountId)).toMatchObject({ email: "victim@example.com" });
    expect(await people.sessionOf(new Headers({ cookie: victim.cookie }))).not.toBeNull();
  });
});
