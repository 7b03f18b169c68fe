// Where the reader was in each part of the page: kept for the tab, so that Back, a reload and another part do not lose it.

const KEY = 'sectional.position.';
const PAUSE = 150;

/** Keeps a position under a name. */
export function keepPosition(name, position) {
    try {
        sessionStorage.setItem(KEY + name, JSON.stringify(position));
    } catch {
        // The tab has no room left: the position is lost with it.
    }
}

/** What was kept under a name; null where nothing was. */
export const keptPosition = (name) => JSON.parse(sessionStorage.getItem(KEY + name) ?? 'null');

/** Calls a function a moment after an element has been scrolled, and before the page goes. */
export function afterScroll(scrolled, keep) {
    let timer = null;
    const now = () => {
        clearTimeout(timer);
        timer = null;
        keep();
    };
    scrolled.addEventListener('scroll', () => { timer ??= setTimeout(now, PAUSE); }, { passive: true });
    addEventListener('pagehide', () => { if (timer !== null) now(); });
}

/** Whether this entry of the history was shown before: by Back or a reload, not by a link. Marks it as shown. */
export function isShownAgain() {
    const isAgain = history.state?.isShown === true;
    if (!isAgain) history.replaceState({ isShown: true }, '');
    return isAgain;
}
