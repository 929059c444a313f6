import type { CreditPart, CreditTexts } from "@/lib/core/credits/credit-facts";
import { creditMessages } from "@/lib/messages/compiled/credit";
import { tileMessages } from "@/lib/messages/compiled/tile";
import { fullDayText } from "@/lib/messages/date-text";

const part = (name: CreditPart) => ({ part: name });

/** The texts of credits in the current locale. */
export const creditTexts: CreditTexts = {
  untitled: (place) => tileMessages("untitledFrom", { host: place }),
  date: (at) => fullDayText(Date.parse(at)),
  rights({ copyright, licence, clearance }) {
    return [
      copyright && creditMessages("copyright", { copyright: withoutFullStop(copyright) }),
      licence && creditMessages("licence", { licence: withoutFullStop(licence) }),
      clearance && clearedText(clearance),
      clearance === null && licence === null && creditMessages("notVerified"),
    ]
      .filter(Boolean)
      .join(" ");
  },
  sentence: ({ isNamed, hasCreator, isLinked }) =>
    creditMessages.parts<string | { part: CreditPart }>(isLinked ? "linked" : "plain", {
      named: isNamed ? "yes" : "no",
      title: part("title"),
      credited: hasCreator ? "yes" : "no",
      creator: part("creator"),
      place: part("place"),
      url: part("url"),
      date: part("date"),
      rights: part("rights"),
    }),
};

/** Returns how the rights of an image were cleared, as a sentence. */
export function clearedText({ note, at }: { note: string; at: string }): string {
  const date = fullDayText(Date.parse(at));
  return note === ""
    ? creditMessages("cleared", { date })
    : creditMessages("clearedWithNote", { date, note });
}

/** Removes a final full stop, because the message adds one. */
function withoutFullStop(text: string): string {
  return text.replace(/\.$/, "");
}
