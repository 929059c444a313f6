import primitives from "@/components/ui/primitives.module.css";
import { KEY_SORTS, type KeySort, type OwnedKey } from "@/lib/contract/account";
import { consoleMessages } from "@/lib/messages/compiled/console";
import { ConsoleFrame } from "./console-frame";
import { KeyTable } from "./key-table";
import { ListForm, ListFormPages, type ListView } from "./list-form";

const PATH = "/console/keys";

type KeysPageProps = {
  keys: readonly OwnedKey[];
  list: ListView<KeySort>;
  nowMs: number;
  done: string | null;
};

/** The API keys of all accounts. */
export function KeysPage({ keys, list, nowMs, done }: KeysPageProps) {
  return (
    <ConsoleFrame
      place="keys"
      facts={[consoleMessages("keyTotal", { count: list.count })]}
      done={done}
    >
      <div>
        <ListForm
          path={PATH}
          list={list}
          label={consoleMessages("searchKeys")}
          sorts={KEY_SORTS.map((value) => ({ value, name: consoleMessages(`keySort.${value}`) }))}
        />
        {keys.length === 0 ? (
          <p className={primitives.note}>
            {consoleMessages(list.text === "" ? "noKeys" : "noMatch")}
          </p>
        ) : (
          <KeyTable keys={keys} nowMs={nowMs} />
        )}
        <ListFormPages path={PATH} list={list} />
      </div>
    </ConsoleFrame>
  );
}
