import button from "@/components/ui/button.module.css";
import form from "@/components/ui/form.module.css";
import { consoleMessages } from "@/lib/messages/compiled/console";
import styles from "./console.module.css";
import type { Paged } from "./console-view";
import { ListPages } from "./list-pages";

/** A list as the URL asks for it. */
export type ListView<Sort extends string = string> = Paged & {
  /** The text that its rows contain; empty for all rows. */
  text: string;
  sort: Sort;
};

type ListFormProps = {
  /** The path of the page. */
  path: string;
  list: ListView;
  /** Accessible name and placeholder of the text field. */
  label: string;
  /** The orders to choose from; none for a list with a single order. */
  sorts?: readonly { value: string; name: string }[];
};

/** Searches and sorts a list: a form whose fields are in the URL. Needs no script. */
export function ListForm({ path, list, label, sorts = [] }: ListFormProps) {
  return (
    <search>
      <form action={path} className={styles.listForm}>
        <input
          type="search"
          name="q"
          className={form.input}
          aria-label={label}
          placeholder={label}
          defaultValue={list.text}
        />
        {sorts.length > 0 && (
          <select
            name="sort"
            className={form.select}
            aria-label={consoleMessages("sort")}
            defaultValue={list.sort}
          >
            {sorts.map(({ value, name }) => (
              <option key={value} value={value}>
                {name}
              </option>
            ))}
          </select>
        )}
        <button type="submit" className={button.button}>
          {consoleMessages("search")}
        </button>
        {list.text !== "" && (
          <a className={button.bare} href={path}>
            {consoleMessages("showAll")}
          </a>
        )}
      </form>
    </search>
  );
}

/** Links to the pages of a list, with its text and order. */
export function ListFormPages({ path, list }: Pick<ListFormProps, "path" | "list">) {
  const hrefOf = (page: number) => {
    const { text, sort } = list;
    const fields = { ...(text && { q: text }), ...(sort && { sort }), page: String(page) };
    return `${path}?${new URLSearchParams(fields)}`;
  };
  return <ListPages of={list} hrefOf={hrefOf} />;
}
