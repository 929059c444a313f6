import { expect, test } from "vitest";
import { foldText } from "@/lib/core/finding/fold-text";
import { indexedText, stemOf, termsOf, wordsOf } from "@/lib/core/finding/index-terms";
import { IRREGULAR_BASES } from "@/lib/core/finding/irregular-forms";

test.each([
  ["Crème Brûlée", "creme brulee"],
  ["STRASSE", "strasse"],
  ["Straße", "strasse"],
  ["ﬁeld ﬂower", "field flower"],
  ["Ｗｉｄｅ", "wide"],
  ["İstanbul ısı", "istanbul isi"],
  ["Øresund Łódź", "oresund lodz"],
  ["ΟΔΟΣ", "οδοσ"],
  ["がぎ", "がぎ"],
  ["STRAẞE", "strasse"],
  ["Ħamrun Ŧ", "hamrun t"],
  ["مَرَّاكُش", "مراكش"],
  ["أُمّ كُلْثُوم", "ام كلثوم"],
  ["سـلام", "سلام"],
  ["שָׁלוֹם", "שלום"],
  ["القَاهِرَة مصطفى", "القاهره مصطفي"],
  ["ایران کتاب", "ايران كتاب"],
  ["١٩٨٤ ۱۹۸۴ १९८४ ๑๙๘๔", "1984 1984 1984 1984"],
  ["हिन्दी", "हिन्दी"],
])("%s is written %s in the index", (text, folded) => {
  expect(foldText(text)).toBe(folded);
});

test("folding twice changes nothing", () => {
  for (const text of ["Ǆ ß ﬀ İ", "Ǖ ᾳ ŉ", "한국어 ไทย हिन्दी"]) {
    expect(foldText(foldText(text))).toBe(foldText(text));
  }
});

/** The words by which both texts are found, if one is asked for and the other is in the index. */
const finds = (asked: string, text: string) => {
  const words = new Set(indexedText(text).split(" "));
  return termsOf(asked).every(({ tokens }) => tokens.every((token) => words.has(token)));
};

test.each([
  ["soft hyphen", "Wald\u00adweg", "Waldweg"],
  ["zero-width joiner", "می\u200cخواهم", "میخواهم"],
  ["okina", "Hawaiʻi", "Hawaii"],
  ["okina and apostrophe", "Hawaiʻi", "Hawai'i"],
  ["okina and quotation mark", "Oʻahu", "O’ahu"],
  ["modifier apostrophe", "обʼєкт", "об'єкт"],
  ["possessive", "St Mary’s church", "Mary's"],
  ["name", "O’Brien", "O'Brien"],
  ["part of a name", "O’Brien", "Brien"],
  ["article", "L’été à Paris", "été"],
  ["article in both", "L’été", "l'ete"],
  ["Italian", "Commedia dell’arte", "arte"],
  ["spelled out", "München", "Muenchen"],
  ["spelled out in Danish", "Ålesund og Tromsø", "Aalesund Tromsoe"],
  ["variation selector", "I ❤️ you", "❤"],
  ["emoji", "🌊 at noon", "🌊"],
  ["skin tone", "👋🏽", "👋"],
  ["flag", "🇩🇪 Berlin", "🇩🇪"],
  ["flag of a part of a country", "🏴󠁧󠁢󠁳󠁣󠁴󠁿 Skye", "🏴󠁧󠁢󠁳󠁣󠁴󠁿"],
  ["language", "A book on C++", "C++"],
  ["language", "C# in depth", "c#"],
  ["company", "AT&T store", "at&t"],
  ["part of a product", "Notepad++", "notepad"],
  ["company with spaces", "AT & T Park", "AT&T"],
  ["letters", "H&M", "h & m"],
  ["music", "Prelude in C♯", "C#"],
  ["trademark", "Lego™ bricks", "lego"],
])("%s: %j is found by %j", (_, text, asked) => {
  expect(finds(asked, text)).toBe(true);
});

test.each([
  ["❤️ love", "☀️"],
  ["🇩🇪", "🇫🇷"],
  ["🏴󠁧󠁢󠁳󠁣󠁴󠁿", "🏴󠁧󠁢󠁥󠁮󠁧󠁿"],
  ["Sun & sea", "sun&sea"],
  ["C++", "C"],
  ["C++", "C#"],
  ["A C major chord", "C#"],
  ["AT&T", "at"],
  ["At the T junction", "AT&T"],
  ["Tea & time", "Tea&time x"],
  ["3rd place", "3"],
  ["3D printer", "3"],
  ["Ängste", "Angsta"],
])("%j is not found by %j", (text, asked) => {
  expect(finds(asked, text)).toBe(false);
});

test("words end at any character other than a letter, digit or mark", () => {
  expect(termsOf('red-barn_in "snow" (2) -- sea+boat #1').map(({ tokens }) => tokens)).toEqual([
    ["red"],
    ["barn"],
    ["in"],
    ["snow"],
    ["2"],
    ["sea"],
    ["boat"],
    ["1"],
  ]);
});

test("a script without spaces is cut into pairs of characters", () => {
  expect(termsOf("港の写真 boat").map(({ tokens }) => tokens)).toEqual([
    ["港の", "の写", "写真"],
    ["boat"],
  ]);
  expect(termsOf("강아지가 ไทย 猫").map(({ tokens }) => tokens)).toEqual([
    ["강아", "아지", "지가"],
    ["ไท", "ทย"],
    ["猫"],
  ]);
});

test("the index holds the tokens in their order, and then stems, parts and single characters", () => {
  expect(indexedText("Old Universities")).toBe("old universities \ue000university");
  expect(indexedText("barn")).toBe("barn");
  expect(indexedText("FallenLeaf tree")).toBe("fallenleaf tree fallen leaf");
  expect(indexedText("港の写真")).toBe("港の の写 写真 港 の 写 真");
});

test.each([
  ["FallenLeaf", "fallenleaf fallen leaf"],
  ["HTMLPage", "htmlpage html page"],
  ["Flower10", "flower10 flower 10"],
  ["IMG_2041", "img 2041"],
  ["025quarter", "025quarter 025 quarter"],
  ["ÉtéChaud", "etechaud ete chaud"],
  ["USA red-barn", "usa red barn"],
  ["3f9a0c7e", "3f9a0c7e"],
])("%s is found by %s", (text, words) => {
  expect(wordsOf(text).join(" ")).toBe(words);
});

test.each([
  ["mice", "mouse"],
  ["leaves", "leaf"],
  ["children", "child"],
  ["feet", "foot"],
  ["went", "go"],
  ["flew", "fly"],
  ["buses", "bus"],
  ["lenses", "lens"],
  ["gases", "gas"],
  ["houses", "house"],
  ["boxes", "box"],
  ["churches", "church"],
  ["cities", "city"],
  ["movies", "movie"],
  ["dancing", "dance"],
  ["running", "run"],
  ["added", "add"],
  ["smiled", "smile"],
  ["agreed", "agree"],
  ["pasted", "paste"],
  ["painting", "paint"],
  ["bearded", "beard"],
  ["safaris", "safari"],
  ["corgis", "corgi"],
  ["atlases", "atlas"],
  ["travelling", "travel"],
  ["modelling", "model"],
  ["panicked", "panic"],
  ["programmes", "programme"],
])("%s is a form of %s", (form, base) => {
  expect(stemOf(form)).toBe(stemOf(base));
});

test.each([
  ["organic", "organ"],
  ["news", "new"],
  ["university", "universe"],
  ["marine", "marinated"],
  ["paste", "past"],
  ["planes", "plans"],
  ["station", "state"],
  ["generation", "general"],
  ["policy", "police"],
  ["winery", "wine"],
  ["bed", "be"],
  ["earring", "ear"],
  ["mars", "mar"],
  ["species", "specie"],
  ["brooke", "brook"],
  ["wilde", "wild"],
])("%s is not a form of %s", (word, other) => {
  expect(stemOf(word)).not.toBe(stemOf(other));
});

test.each(["saw", "left", "found", "media"])("%s is a word of its own", (word) => {
  expect(IRREGULAR_BASES.has(word)).toBe(false);
});

test("a word with many combining marks is cut into parts in linear time", () => {
  const word = `a${"\u0591".repeat(1_990)}`;
  const before = process.cpuUsage();
  indexedText(Array(200).fill(word).join(" "));
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1_000).toBeLessThan(4_000);
});

test("what is indexed of a text is bounded, even if folding makes it much longer", () => {
  expect(indexedText("\ufdfa ".repeat(40_000))).toHaveLength(100_000);
});
