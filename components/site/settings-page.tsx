import { type ReactNode, useId } from "react";
import article from "@/components/ui/article.module.css";
import { Banner } from "@/components/ui/banner";
import button from "@/components/ui/button.module.css";
import { Field } from "@/components/ui/field";
import form from "@/components/ui/form.module.css";
import { LANGUAGE_TAGS, LANGUAGES, type LanguageTag } from "@/lib/contract/languages";
import { type Filters, OFFERED_COUNTS } from "@/lib/contract/search-query";
import { DENSITIES, type Density } from "@/lib/core/settings/density";
import type { PictureMode } from "@/lib/core/settings/pictures";
import type { Theme } from "@/lib/core/settings/theme";
import { pictureSettingsMessages as pictureMessages } from "@/lib/messages/compiled/picture-settings";
import { searchFormMessages } from "@/lib/messages/compiled/search-form";
import { settingsMessages } from "@/lib/messages/compiled/settings";
import { slotsMessages } from "@/lib/messages/compiled/slots";
import { themeMessages } from "@/lib/messages/compiled/theme";
import { numberText } from "@/lib/messages/number-text";
import { BrowserSettings } from "./browser-settings";
import styles from "./settings-page.module.css";
import { ShownHosts } from "./shown-hosts";
import { SlotSettings } from "./slot-settings";

type SettingsPageProps = {
  /** Null to follow the browser. */
  language: LanguageTag | null;
  theme: Theme;
  density: Density;
  filters: Filters;
  mode: PictureMode;
  /** The modes that the operator allows. */
  modes: readonly PictureMode[];
  /** Whether browsers load originals that this server cannot. */
  fallsBackToOriginals: boolean;
  /** The visitor's choice. */
  isBlurred: boolean;
  /** Whether the operator has locked the blur. */
  isBlurLocked: boolean;
  /** Whether the operator has locked safe search. */
  isStrictOnly: boolean;
  /** Whether the form was just saved. */
  isSaved: boolean;
};

const THEMES = ["system", "light", "dark"] as const;
const SAFE_SEARCH = ["strict", "moderate"] as const;

/** This browser's settings. The form works without scripts; settings that need them follow it. */
export function SettingsPage(props: SettingsPageProps) {
  const { language, theme, density, mode, modes, filters, isStrictOnly, isSaved } = props;
  const { fallsBackToOriginals } = props;
  return (
    <article className={article.article}>
      <h1>{settingsMessages("title")}</h1>
      {isSaved && <Banner kind="status" title={settingsMessages("saved")} />}
      <form action="/api/settings" method="post" className={styles.form}>
        <div className={styles.part}>
          <Field name={settingsMessages("language")}>
            <select className={form.select} name="lang" defaultValue={language ?? "browser"}>
              <option value="browser">{settingsMessages("language.browser")}</option>
              {LANGUAGE_TAGS.map((tag) => (
                <option key={tag} value={tag} lang={tag}>
                  {LANGUAGES[tag]}
                </option>
              ))}
            </select>
          </Field>
        </div>
        <Choice title={themeMessages("title")}>
          {THEMES.map((value) => (
            <Radio
              key={value}
              name="theme"
              value={value}
              isChosen={value === (theme ?? "system")}
              label={themeMessages(value)}
            />
          ))}
        </Choice>
        <Choice title={settingsMessages("density")}>
          {DENSITIES.map((value) => (
            <Radio
              key={value}
              name="density"
              value={value}
              isChosen={value === density}
              label={settingsMessages(`density.${value}`)}
            />
          ))}
        </Choice>
        <div id="pictures" className={styles.anchor}>
          <Choice title={pictureMessages("title")}>
            {modes.map((value) => (
              <div key={value} className={styles.described}>
                <Radio
                  name="pictures"
                  value={value}
                  isChosen={value === mode}
                  label={pictureMessages(value)}
                  hintId={`pictures-${value}`}
                />
                <p id={`pictures-${value}`} className={form.hint}>
                  {pictureMessages(
                    value === "server" && fallsBackToOriginals
                      ? "server.hintFallback"
                      : `${value}.hint`,
                  )}
                </p>
              </div>
            ))}
          </Choice>
          <BlurChoice {...props} />
        </div>
        <section className={styles.part} aria-labelledby="filters-title">
          <h2 id="filters-title">{settingsMessages("filters")}</h2>
          <p className={form.hint}>{settingsMessages("filtersHint")}</p>
          {isStrictOnly ? (
            <p className={styles.locked}>{settingsMessages("locked")}</p>
          ) : (
            <fieldset className={styles.inner}>
              <legend className={form.name}>{searchFormMessages("safeSearch")}</legend>
              <div className={form.choices}>
                {SAFE_SEARCH.map((value) => (
                  <Radio
                    key={value}
                    name="safesearch"
                    value={value}
                    isChosen={value === filters.safesearch}
                    label={searchFormMessages(value)}
                  />
                ))}
              </div>
            </fieldset>
          )}
          <label className={form.choice}>
            <input
              type="checkbox"
              name="transparent"
              value="true"
              defaultChecked={filters.transparent}
            />
            {searchFormMessages("hideTransparent")}
          </label>
          <Field name={settingsMessages("count")}>
            <select className={form.select} name="count" defaultValue={filters.count}>
              {OFFERED_COUNTS.map((count) => (
                <option key={count} value={count}>
                  {numberText(count)}
                </option>
              ))}
            </select>
          </Field>
        </section>
        <button type="submit" className={button.main}>
          {settingsMessages("save")}
        </button>
      </form>
      <section className={styles.part} aria-labelledby="hosts-title">
        <h2 id="hosts-title">{pictureMessages("hosts")}</h2>
        <p className={form.hint}>{pictureMessages("hostsHint")}</p>
        <noscript>
          <p className={form.hint}>{pictureMessages("noScript")}</p>
        </noscript>
        <ShownHosts />
      </section>
      <section className={styles.part} aria-labelledby="browser-title">
        <h2 id="browser-title">{settingsMessages("browser")}</h2>
        <noscript>
          <p className={form.hint}>{settingsMessages("noScript")}</p>
        </noscript>
        <BrowserSettings />
      </section>
      <section className={styles.part} aria-labelledby="slots-title">
        <h2 id="slots-title">{slotsMessages("own")}</h2>
        <p className={form.hint}>{slotsMessages("ownHint")}</p>
        <noscript>
          <p className={form.hint}>{slotsMessages("noScript")}</p>
        </noscript>
        <SlotSettings />
      </section>
    </article>
  );
}

type BlurChoiceProps = Pick<SettingsPageProps, "isBlurred" | "isBlurLocked" | "isStrictOnly">;

/** Offers the blur, if moderate safe search is possible and the operator leaves the choice. */
function BlurChoice({ isBlurred, isBlurLocked, isStrictOnly }: BlurChoiceProps) {
  if (isBlurLocked || isStrictOnly) {
    return (
      <>
        {/* Keeps the visitor's choice for the time after the lock. */}
        {isBlurred && <input type="hidden" name="blur" value="on" />}
        {!isStrictOnly && <p className={styles.locked}>{pictureMessages("blurLocked")}</p>}
      </>
    );
  }
  return (
    <label className={form.choice}>
      <input type="checkbox" name="blur" value="on" defaultChecked={isBlurred} />
      {pictureMessages("blur")}
    </label>
  );
}

function Choice({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <fieldset className={styles.part} aria-labelledby={id}>
      <p id={id} className={styles.title}>
        {title}
      </p>
      <div className={form.choices}>{children}</div>
    </fieldset>
  );
}

type RadioProps = {
  name: string;
  value: string;
  isChosen: boolean;
  label: string;
  hintId?: string;
};

function Radio({ name, value, isChosen, label, hintId }: RadioProps) {
  return (
    <label className={form.choice}>
      <input
        type="radio"
        name={name}
        value={value}
        defaultChecked={isChosen}
        aria-describedby={hintId}
      />
      {label}
    </label>
  );
}
