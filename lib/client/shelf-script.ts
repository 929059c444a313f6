/** The setting that holds what the home page shows of the collections. */
export const COLLECTION_SHELF_NAME = "vitrine.collection-shelf";

/**
 * Runs while the browser parses the home page, so that the space for the collections, which only this
 * browser knows, is reserved before the first paint. It sets `data-shelf` of its parent element to the
 * number of collections on the shelf, if there are any.
 */
export const COLLECTION_SHELF_SCRIPT = `try{document.currentScript.parentElement.dataset.shelf=JSON.parse(localStorage.getItem("${COLLECTION_SHELF_NAME}")).collections.length}catch{}`;
