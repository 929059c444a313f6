/** The setting that stores the copy of the collections for the home page. */
export const COLLECTION_SHELF_NAME = "vitrine.collection-shelf";

/**
 * Runs while the browser parses the home page. Only the browser knows the collections, so the
 * script reserves their space before the first paint: it sets `data-shelf` of its parent element to
 * the number of collections on the shelf, if there are any.
 */
export const COLLECTION_SHELF_SCRIPT = `try{document.currentScript.parentElement.dataset.shelf=JSON.parse(localStorage.getItem("${COLLECTION_SHELF_NAME}")).collections.length}catch{}`;
