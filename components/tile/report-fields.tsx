import button from "@/components/ui/button.module.css";
import form from "@/components/ui/form.module.css";
import { COMMENT_CHARACTERS_MAX, REPORT_REASONS } from "@/lib/core/image/moderation";
import { reportMessages } from "@/lib/messages/compiled/report";
import styles from "./report-fields.module.css";

/** The fields and the button of a form that reports an image (`REPORT_URL`). */
export function ReportFields({ isSending = false }: { isSending?: boolean }) {
  return (
    <div className={styles.fields}>
      <fieldset className={styles.reasons}>
        <legend>{reportMessages("title")}</legend>
        {REPORT_REASONS.map((reason) => (
          <label key={reason} className={styles.reason}>
            <input type="radio" name="reason" value={reason} required />
            {reportMessages(reason)}
          </label>
        ))}
      </fieldset>
      <label className={styles.comment}>
        {reportMessages("comment")}
        <textarea
          className={form.input}
          name="comment"
          rows={2}
          maxLength={COMMENT_CHARACTERS_MAX}
        />
      </label>
      <button type="submit" className={button.main} aria-disabled={isSending || undefined}>
        {reportMessages(isSending ? "sending" : "send")}
      </button>
    </div>
  );
}
