import "server-only";

const TERMS = ["name", "detail", "folder", "host"] as const;
const listTerms = (row: string) => TERMS.map((each) => `${row}${each}_terms`).join(", ");
const ADD_NEW = `INSERT INTO picture_terms (rowid, ${TERMS.join(", ")})
    VALUES (new.number, ${listTerms("new.")});`;
const DELETE_OLD = "DELETE FROM picture_terms WHERE rowid = old.number;";

/**
 * The full-text index, after `LIBRARY_TABLES`. It follows the columns `…_terms` of `library_pictures`
 * by triggers, under the picture's number. `picture_term_counts` reads from it in how many pictures a
 * term is. In a file that follows a database of several instances,
 * `library_followed_changes` has the library's name and the last change applied.
 */
export const INDEX_TABLES = `
CREATE INDEX library_pictures_name ON library_pictures (name_tokens);
CREATE TABLE library_followed_changes (library TEXT NOT NULL, change INTEGER NOT NULL) STRICT;
CREATE VIRTUAL TABLE picture_terms USING fts5 (
  ${TERMS.join(", ")},
  content = '', contentless_delete = 1, prefix = '2 3',
  tokenize = "unicode61 remove_diacritics 0 categories 'L* N* M* Co'"
);
CREATE VIRTUAL TABLE picture_term_counts USING fts5vocab (picture_terms, 'col');
CREATE TRIGGER picture_terms_insert AFTER INSERT ON library_pictures BEGIN
  ${ADD_NEW}
END;
CREATE TRIGGER picture_terms_update AFTER UPDATE OF ${listTerms("")} ON library_pictures
WHEN (${listTerms("old.")}) IS NOT (${listTerms("new.")}) BEGIN
  ${DELETE_OLD}
  ${ADD_NEW}
END;
CREATE TRIGGER picture_terms_delete AFTER DELETE ON library_pictures BEGIN
  ${DELETE_OLD}
END;
`;
