/**
 * Runs while the browser parses the home page. Only the browser knows the recent searches, so the
 * script reserves their space before the first paint: it sets `data-recent` of its parent element to
 * "off", "one" or "more"; without recent searches it sets nothing.
 */
export const RECENT_SCRIPT = `{
let e=document.currentScript.parentElement.dataset,t;
try{t=localStorage.getItem("vitrine.recent");e.recent=t=="off"?t:["one","more"][Math.min(JSON.parse(t).length,2)-1]||""}catch{}
e.recent||delete e.recent
}`;
