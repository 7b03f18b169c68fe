// One list on the screen: loaded at a version, followed as it changes, or held at a version of the past.

import { follow } from './follow.js';
import { loadHeightsOf } from './geometry.js';
import { insertedSections } from './positions.js';
import { loadModel, loadVersion } from './sections.js';

/** @typedef {import('./service.js').SectionalService} SectionalService */

/** The most operations that are worth an animation; the server's own bound is 10,000. */
const MOST = 10_000;
/** Milliseconds between two events at least: a list that changes faster shows ten states a second. */
const EVERY = 100;

export class ListSession {
    /** The newest version that is known. */
    head = 0;
    /** The list's own properties. */
    info = null;
    model = null;
    /** Whether a version of the past is held. */
    isPinned = false;
    #service;
    #on;
    #measures;
    #life = new AbortController();
    #stream = null;
    /** Ends the last journey into the past. */
    #journey = new AbortController();
    /** Those who wait for a version. */
    #waiting = [];
    /** Whether the version on the screen is the one that was followed: journeys have begun, and none has arrived. */
    #wasLive = false;
    #isPaused = false;
    /** Events that were applied, and models that had to be loaded again, for tests. */
    statistics = { events: 0, reloads: 0 };

    /**
     * @param {SectionalService} service
     * @param {string} list
     * @param {object} on `model(model, top)`: another model, to be shown as it was at `top`; `change(stages, apply)`: calls `apply` once;
     *   `changed(change)` after that; `info(list)`; `state(word, detail)`: as of `follow`, and `pinned`, `paused`, `deleted`;
     *   `progress(part)`.
     * @param {{ measures?: boolean }} options `measures`: whether rows have heights, those of their types.
     */
    constructor(service, list, on, { measures = false } = {}) {
        this.#service = service;
        this.list = list;
        this.#on = on;
        this.#measures = measures;
    }

    /**
     * Loads the list, and begins to follow it where no version is named.
     * @throws {Problem}
     */
    async open(version = null) {
        const { signal } = this.#life;
        this.#on.state('connecting');
        const load = version === null ? loadModel : loadVersion;
        const [info, model] = await Promise.all([
            this.#service.get(['lists', this.list], {}, signal), load(this.#service, this.list, version, signal, this.#loading),
        ]);
        if (signal.aborted) return;
        this.head = Math.max(info.version, model.version);
        this.#took(info);
        this.isPinned = version !== null;
        this.#show(model);
        if (this.isPinned) this.#on.state('pinned');
        else this.#follow();
    }

    /** Shows what was kept of the list, and follows it from there. */
    begin(info, model) {
        this.head = model.version;
        this.#took(info);
        this.#show(model);
        this.#follow();
    }

    close() {
        this.#life.abort();
        this.#journey.abort();
        this.#stream?.abort();
    }

    /**
     * Shows a version of the past: forwards by the changes up to there, backwards by loading it. Of several calls the last one counts, and
     * ends the others. One that fails leaves what was there: the version of the past, or the list as it is followed.
     * @returns {Promise<boolean>} Whether it has arrived; false where another call has ended it.
     * @throws {Problem} 410 where it has left the history.
     */
    async travel(version) {
        const { signal } = this.#setOut();
        this.#stream?.abort();
        this.#wasLive ||= !this.isPinned;
        this.isPinned = true;
        this.#on.state('pinned');
        try {
            await this.#go(version, signal);
        } catch (problem) {
            if (signal.aborted) return false;
            if (this.#wasLive) this.goLive();
            throw problem;
        }
        if (signal.aborted) return false;
        this.#wasLive = false;
        return true;
    }

    #setOut() {
        this.#journey.abort();
        this.#journey = new AbortController();
        return this.#journey;
    }

    async #go(version, signal) {
        if (version === this.model.version) return;
        const change = version > this.model.version ? await this.#changes(version, signal) : { reload: true };
        if (signal.aborted) return;
        if (!change.reload) {
            await this.#apply(change, signal);
            return;
        }
        const model = await loadVersion(this.#service, this.list, version, signal, { measures: this.#measures });
        if (!signal.aborted) this.#show(model);
    }

    /** Goes on from the version on the screen to the newest, and follows. */
    goLive() {
        this.#setOut();
        this.#wasLive = false;
        this.isPinned = false;
        this.#follow();
    }

    #follow() {
        this.#stream?.abort();
        if (this.#isPaused) return;
        const stream = new AbortController();
        this.#stream = stream;
        // A list that was deleted and made again is another one, though the versions would fit.
        const address = this.#service.url(['lists', this.list, 'events'], { max: MOST, every: EVERY, created: this.info.createdAt });
        follow(this.#service, address, this.model.version, stream.signal, {
            state: (word, detail) => { if (!stream.signal.aborted) this.#on.state(word, detail); },
            event: (name, data) => this.#take(name, this.#service.parse(data), stream.signal),
        });
    }

    async #take(name, data, signal) {
        if (name === 'deleted') {
            this.#stream.abort();
            this.#on.state('deleted');
        } else if (name === 'reset') {
            await this.#reload(data.version, signal);
        } else if (name === 'change') {
            this.head = Math.max(this.head, data.to);
            if (data.to <= this.model.version) return;
            let change = data;
            if (change.reload || change.from !== this.model.version) change = await this.#changes(data.to, signal);
            if (signal.aborted) return;
            if (change.reload) await this.#reload(data.to, signal);
            else await this.#apply(change, signal);
        }
    }

    /** What leads from the version on the screen to another; `reload` where that is too much, or no longer known. */
    async #changes(to, signal) {
        try {
            const query = { since: this.model.version, to, max: MOST, created: this.info.createdAt };
            return await this.#service.get(['lists', this.list, 'changes'], query, signal);
        } catch (problem) {
            if (problem.slug !== 'version-gone') throw problem;
            return { reload: true };
        }
    }

    async #apply(change, signal) {
        const heights = await this.#heights(change, signal);
        if (signal.aborted) return;
        try {
            this.#on.change(change.stages, () => {
                for (const stage of change.stages) this.model.apply(stage);
                for (const [index, rows] of heights) this.model.setHeights(index, rows);
                this.model.version = change.to;
            });
        } catch {
            // A change that does not fit what is here would not fit the next time either.
            await this.#reload(change.to, signal);
            return;
        }
        this.statistics.events += 1;
        if (change.properties) this.#took(change.properties);
        this.#on.changed(change);
        this.#arrive();
    }

    /** The heights of the sections that a change brings, by their indexes after it: a stage has their rows' number alone. */
    async #heights({ stages, to }, signal) {
        const indexes = this.model.isMeasured ? insertedSections(stages) : [];
        if (indexes.length === 0) return [];
        // Those that cannot be read are what pages of their items say.
        return loadHeightsOf(this.#service, indexes, this.list, to, signal).catch(() => []);
    }

    async #reload(version, signal) {
        const [info, model] = await Promise.all([
            this.#service.get(['lists', this.list], {}, this.#life.signal),
            loadModel(this.#service, this.list, version, this.#life.signal, { measures: this.#measures }),
        ]);
        if (signal.aborted) return;
        const isOther = info.createdAt !== this.info.createdAt;
        this.head = isOther ? model.version : Math.max(this.head, model.version);
        this.statistics.reloads += 1;
        this.#took(info);
        this.#show(model);
        if (isOther) this.#follow();
    }

    /** Waits until a version is on the screen, or a later one; for ever where that does not come. */
    async arrived(version) {
        while (this.model.version < version) await new Promise((resolve) => { this.#waiting.push(resolve); });
    }

    #arrive() {
        for (const resolve of this.#waiting.splice(0)) resolve();
    }

    #took(info) {
        this.info = info;
        this.#on.info(info);
    }

    #show(model) {
        this.model = model;
        this.#on.model(model);
        this.#arrive();
    }

    /** Gives the connection back until `resume`, where the list is followed. */
    pause() {
        this.#isPaused = true;
        if (!this.model || this.isPinned) return;
        this.#stream?.abort();
        this.#on.state('paused');
    }

    resume() {
        this.#isPaused = false;
        if (this.model && !this.isPinned) this.#follow();
    }

    get #loading() {
        return { progress: this.#on.progress, measures: this.#measures };
    }
}
