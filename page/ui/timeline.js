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
    #times = new Map();

    /** @param {object} on `travel(version)`, which may throw a problem; `live()`. */
    constructor(on) {
        this.#on = on;
        this.root = element('div.timeline', {}, this.#slider, this.#label, this.#live);
        this.#slider.addEventListener('input', () => this.#slid());
        this.#slider.addEventListener('pointerdown', () => this.#measure());
        this.#slider.addEventListener('focus', () => this.#measure());
    }

    setSession(session) {
        this.#session = session;
        this.#times.clear();
        this.#measure();
    }

    /** Shows which version is on the screen, unless the slider is ahead of it. */
    update() {
        const { head, isPinned, model } = this.#session;
        this.#slider.max = Math.max(head, 1);
        this.root.classList.toggle('pinned', isPinned);
        this.#live.hidden = !isPinned;
        if (this.#timer !== null || !model) return;
        this.#slider.value = model.version;
        this.#show(model.version);
    }

    /** Goes to a version; says so where it has left the history. */
    async travel(version) {
        this.#show(version);
        try {
            await this.#on.travel(version);
        } catch (problem) {
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
        this.#show(version);
        clearTimeout(this.#timer);
        this.#timer = setTimeout(() => {
            this.#timer = null;
            this.travel(version);
        }, DELAY);
    }

    /** Reads which versions there are. */
    async #measure() {
        const session = this.#session;
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

    async #show(version) {
        const { isPinned } = this.#session;
        const text = `v${number(version)}`;
        this.#label.value = text;
        this.#slider.setAttribute('aria-valuetext', `version ${version}`);
        if (!isPinned && this.#timer === null) return;
        const at = this.#times.get(version) ?? await this.#time(version);
        if (this.#label.value === text && at) this.#label.value = `${text} · ${at}`;
    }

    async #time(version) {
        try {
            const { versions } = await get(['lists', this.#session.list, 'versions'], { limit: 1, before: version + 1 });
            if (versions[0]?.version !== version) return null;
            this.#times.set(version, time(versions[0].updatedAt));
            return this.#times.get(version);
        } catch {
            return null;
        }
    }
}
