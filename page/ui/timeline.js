// The slider below a list: from the oldest version that can be read to the newest, with the time of the one that is shown.

import { get } from './api.js';
import { button, element } from './dom.js';
import { number, time } from './format.js';
import { notify, notifyProblem } from './notices.js';

const DELAY = 80;

export class Timeline {
    #session;
    #slider = element('input', { type: 'range', min: 1, max: 1, value: 1, id: 'timeline', 'aria-label': 'Version' });
    #label = element('output', { for: 'timeline' });
    #live = button('Live', () => this.#on.live(), { kind: 'pill' });
    #on;
    #timer = null;
    #isStopped = false;
    /** Whether it was asked which versions there are: once the rows are there. */
    #isMeasured = false;
    #times = new Map();
    /** The time that is being asked for: `{ version, abort, time }`, the last a promise. */
    #asking = null;

    /** @param {object} on `travel(version)`, which may throw a problem; `live()`. `before` stands in front of the slider. */
    constructor(on, before) {
        this.#on = on;
        this.root = element('div.timeline', {}, before, this.#slider, this.#label, this.#live);
        this.#slider.addEventListener('input', () => this.#slid());
        this.#slider.addEventListener('pointerdown', () => this.#measure());
        this.#slider.addEventListener('focus', () => this.#measure());
    }

    setSession(session) {
        this.#session = session;
        this.#times.clear();
        clearTimeout(this.#timer);
        this.#timer = null;
        this.#isMeasured = false;
        this.update();
    }

    /** Says whether following has ended with a no: then the button tries again. */
    setStopped(isStopped) {
        if (isStopped === this.#isStopped) return;
        this.#isStopped = isStopped;
        this.#live.textContent = isStopped ? 'Try again' : 'Live';
        this.update();
    }

    /** Shows which version is on the screen, unless the slider is ahead of it. */
    update() {
        const { head, isPinned, model } = this.#session;
        this.#slider.max = String(Math.max(head, 1));
        this.root.classList.toggle('pinned', isPinned);
        this.#live.hidden = !isPinned && !(this.#isStopped && model);
        this.#slider.disabled = !model;
        if (model && !this.#isMeasured) this.#measure();
        if (this.#timer !== null || !model) return;
        this.#slider.value = model.version;
        this.#show(model.version);
    }

    /** Goes to a version; says so where it has left the history. */
    async travel(version) {
        const session = this.#session;
        if (!session.model) return;
        this.#show(version);
        try {
            await this.#on.travel(version);
        } catch (problem) {
            if (session !== this.#session) return;
            if (problem.slug !== 'version-gone') {
                notifyProblem(problem);
                return;
            }
            notify(`Version ${number(version)} has left the history.`, { isError: true });
            this.#measure();
        }
    }

    #slid() {
        const version = Number(this.#slider.value);
        clearTimeout(this.#timer);
        this.#timer = setTimeout(() => {
            this.#timer = null;
            this.travel(version);
        }, DELAY);
        this.#show(version);
    }

    /** Reads which versions there are. */
    async #measure() {
        const session = this.#session;
        this.#isMeasured = true;
        try {
            const { oldest, head } = await get(['lists', session.list, 'versions'], { limit: 1 });
            if (session !== this.#session) return;
            session.head = Math.max(session.head, head);
            this.#slider.min = oldest;
            this.update();
        } catch {
            // The slider keeps what it has; what is wrong with the list is shown in its place.
        }
    }

    /** Names a version, and its time where that is known, or the slider has come to rest at it. */
    async #show(version) {
        const { isPinned } = this.#session;
        const isSliding = this.#timer !== null;
        const text = `v${number(version)}`;
        this.#label.value = text;
        this.#slider.setAttribute('aria-valuetext', `version ${version}`);
        if (!isPinned && !isSliding) return;
        const at = this.#times.get(version) ?? (isSliding ? null : await this.#time(version));
        if (this.#label.value === text && at) this.#label.value = `${text} · ${at}`;
    }

    /** Asks for the time of a version; who asked for another one's is told of none. */
    #time(version) {
        if (this.#asking?.version !== version) {
            this.#asking?.abort.abort();
            const abort = new AbortController();
            this.#asking = { version, abort, time: this.#readTime(version, abort.signal) };
        }
        return this.#asking.time;
    }

    async #readTime(version, signal) {
        const times = this.#times;
        try {
            const { versions } = await get(['lists', this.#session.list, 'versions'], { limit: 1, before: version + 1 }, signal);
            if (versions[0]?.version === version && !signal.aborted) times.set(version, time(versions[0].updatedAt));
        } catch {
            // The version is shown without its time.
        }
        if (!signal.aborted) this.#asking = null;
        return times.get(version) ?? null;
    }
}
