// One list as a phone shows it, and what stands beside it.

import { Acting } from './acting.js';
import { ListActions } from './actions.js';
import { allowQuestion, service } from './api.js';
import { Cover, isVersionMissing } from './cover.js';
import { button, element } from './dom.js';
import { changeWords, number } from './format.js';
import { FindField } from './find.js';
import { ListHead } from './head.js';
import { addHolds } from './holds.js';
import { Inspector } from './inspector.js';
import { ItemPanel } from './item.js';
import { addKeys } from './keys.js';
import { Loader } from './loader.js';
import { awaitList } from './making.js';
import { announce, notify, notifyProblem } from './notices.js';
import { PageSession } from './pagesession.js';
import { ListPosition } from './position.js';
import { Scroller } from './scroller.js';
import { Selection } from './selection.js';
import { ListTable } from './table.js';
import { TapsPanel } from './taps.js';
import { Timeline } from './timeline.js';
import { RowTools } from './tools.js';
import { UndoButtons } from './undobuttons.js';
import { VersionsPanel } from './versions.js';

export class ListView {
    session = null;
    scroller;
    loader = null;
    #actions = null;
    #onState;
    #grid = element('div.grid', {
        role: 'grid', tabIndex: 0, id: 'list', 'aria-label': 'Items', 'aria-multiselectable': 'true',
    });
    #cover = new Cover();
    /** Ends the wait for a list that is not there. */
    #waiting = new AbortController();
    #acting = new Acting((item, text, isDone) => this.#item.tell(item, text, isDone));
    #find = new FindField({
        travel: (version) => this.#show(version),
        item: (id) => this.#selection.goTo(id), path: (path) => this.#selection.goToPath(path),
        section: (index) => { this.scroller.showSection(index); this.#grid.focus(); },
    });
    #head;
    #tools;
    #selection;
    #position;
    #table;
    #item = new ItemPanel({
        edit: (item) => this.#actions.rows.edit(item), remove: (item) => this.#actions.rows.remove(item),
        mayWrite: () => this.#actions.rows.mayWrite,
        history: (item) => this.#actions.history.ofItem(item),
        menu: (item, origin) => this.#openMenu(this.session.model.find(item.id), item, origin, origin),
    });
    #taps = new TapsPanel();
    #undo = new UndoButtons((word) => this.#head.say(word));
    #timeline = new Timeline({ travel: (version) => this.#travel(version), live: () => this.#goLive() }, this.#undo.root);
    #versions = new VersionsPanel({
        travel: (version) => this.#timeline.travel(version), menu: (version, origin) => this.#actions.history.menu(version, origin),
    });
    #inspector = new Inspector({ item: this.#item, taps: this.#taps, versions: this.#versions });

    /** @param {function} onState Told how the connection is: `(word, detail)`. */
    constructor(onState) {
        this.#onState = onState;
        this.scroller = new Scroller(this.#grid, {
            needs: (first, end) => this.loader?.need(first, end),
            select: (path, item) => this.#select(path, item),
            hover: (row) => this.#tools.show(row),
            mark: (path, item, event) => this.#table.take(path, item, event),
        });
        this.#table = new ListTable(this.scroller, {
            mayWrite: () => this.#actions !== null && this.#actions.rows.mayWrite, undo: () => this.#undo.undo(),
            choose: () => this.#actions.list.chooseRow(),
        });
        this.#head = new ListHead({
            add: (origin) => this.#actions.openAdd(origin), details: () => this.#inspector.show('changes'), acting: this.#acting.root,
            find: this.#find, more: (origin) => this.#actions.list.menu(origin), table: this.#table.toggle,
        });
        addKeys(this.scroller, {
            select: (path, item) => this.#select(path, item),
            menu: (path, item, row) => row && this.#openMenu(path, item, row, this.#grid),
            remove: (item) => this.#table.remove() || this.#actions.rows.remove(item),
            marks: this.#table.keys,
            move: (path, item, step) => this.#actions.rows.moveBy(path, item, step),
            edit: (item) => this.#actions.rows.edit(item),
        });
        this.#grid.addEventListener('click', ({ target }) => {
            const menu = /** @type {Element} */ (target).closest('.header button');
            const header = /** @type {HTMLElement} */ (menu?.closest('.header'));
            if (header) this.#actions.sections.menu(header.index, menu);
        });
        addHolds(this.scroller, (path, item) => this.#hold(path, item));
        this.#tools = new RowTools(this.scroller, {
            menu: (path, item, origin) => this.#openMenu(path, item, origin, this.#grid),
            drop: (path, item, target) => this.#actions.rows.drop(path, item, target),
            isOff: () => !this.session || !this.#actions.rows.mayWrite,
        });
        this.#selection = new Selection(this.scroller, this.#item, this.#inspector);
        this.phone = element(
            'section.phone', { 'aria-label': 'List' },
            this.#head.root, this.#table.bar, element('div.window', {}, this.#table.head, this.#grid, this.#cover.root),
            this.#timeline.root);
        addEventListener('access', () => { if (this.session?.model) this.#update(); });
        this.#position = new ListPosition(this.scroller, () => (this.session?.model && !this.#cover.isLoading ? this.session.list : null));
    }

    get inspector() {
        return this.#inspector.root;
    }

    /**
     * Opens a list; at a version of the past, or at an item, where the address says so.
     * @param {string} list
     * @param {{ version?: number | null, item?: string | null, isAgain?: boolean }} target `isAgain`: whether it was shown before;
     *   then what was in view is, where a link shows its item.
     */
    async open(list, { version = null, item = null, isAgain = false } = {}) {
        this.close();
        const session = new PageSession(list, {
            model: (model) => this.#shown(model),
            change: (stages, apply) => this.scroller.change(stages, apply),
            changed: (change) => this.#changed(change),
            info: (info) => { this.#head.name(info); this.#table.setInfo(info); },
            state: (word, detail) => this.#stateChanged(session, word, detail),
            progress: (part) => this.#cover.progress(part),
        });
        this.session = session;
        this.#actions = new ListActions(session, this.#selection, this.scroller, (version) => this.#show(version));
        this.loader = new Loader(service, list, {
            loaded: (isOther) => { this.scroller[isOther ? 'measureAgain' : 'request'](); this.#table.update(); },
            failed: (problem) => this.#loadFailed(problem),
        });
        this.#head.clear(list);
        this.#inspector.clear();
        this.scroller.setModel(null);
        this.#cover.load();
        const parts = [this.#selection, this.#acting, this.#table, this.#find, this.#undo, this.#timeline];
        for (const part of parts) part.setSession(session);
        this.#taps.setList(list);
        this.#versions.setList(list);
        try {
            await session.open(version);
            if (session === this.session && item !== null) this.#selection.goTo(item, { stays: isAgain }).catch(notifyProblem);
        } catch (problem) {
            if (session !== this.session || problem.name === 'AbortError') return;
            this.#onState('refused', problem);
            if (isVersionMissing(problem)) {
                this.#cover.missVersion(version, problem, {
                    travel: (oldest) => this.open(list, { version: oldest, item }), live: () => this.open(list, { item }),
                });
            } else if (problem.slug === 'list-not-found') {
                this.#await('There is no such list', `It is shown as soon as somebody makes a list with the id “${list}”.`);
            } else {
                this.#cover.fail(problem, () => this.open(list, { version, item }));
            }
        }
    }

    /** Says that the list is not there, and shows it when it is. */
    #await(title, text) {
        const { list } = this.session;
        this.loader.stop();
        this.#head.disable();
        this.#selection.setSession(this.session);
        this.#cover.say(title, text);
        this.#waiting.abort();
        this.#waiting = new AbortController();
        awaitList(list, this.#waiting.signal, () => this.open(list));
    }

    close() {
        this.session?.close();
        this.#waiting.abort();
        this.loader?.stop();
        this.session = null;
        this.loader = null;
        this.#taps.setList(null);
        this.#versions.setList(null);
        this.#inspector.close();
    }

    /** Another model takes the place of what was shown. */
    #shown(model) {
        const { list } = this.session;
        this.loader.setModel(model);
        this.#position.show(list, model, this.scroller.model === null || this.#cover.isLoading, () => {
            this.#update();
            this.#item.readAgain(list, model.version);
        });
    }

    #changed(change) {
        const words = changeWords(change.stages);
        this.#update();
        this.#inspector.note(`v${number(change.to)}`, words || 'properties');
        this.#versions.refresh();
        announce(`Version ${change.to}: ${words || 'properties changed'}`);
        this.#item.follow(this.session.list, change);
        this.#table.follow(change);
    }

    /** Shows what follows from the model: counts, and what stands there where there are no rows. */
    #update() {
        const { model } = this.session;
        this.#head.update(model);
        this.#updateParts();
        this.#versions.mark(model.version);
        const isEmpty = model.sections.every(({ info, rows }) => rows.count === 0 && info.header === null && info.footer === null);
        const add = button('Add something', () => this.#actions.rows.append(), { kind: 'solid', disabled: !this.#actions.rows.mayWrite });
        if (isEmpty) this.#cover.say('Nothing in here', 'This list has no items in this version.', add);
        else this.#cover.clear();
    }

    #stateChanged(session, word, detail) {
        if (session !== this.session) return;
        this.#onState(word, detail);
        this.phone.classList.toggle('pinned', session.isPinned);
        this.#acting.update();
        if (word === 'live') {
            this.loader.resume();
            this.scroller.request();
            this.#versions.refresh();
        }
        this.#timeline.setStopped(word === 'refused');
        if (word === 'refused' && detail.status !== 404) notifyProblem(detail);
        const isDeleted = word === 'deleted' || (word === 'refused' && detail.status === 404);
        if (isDeleted) this.#await('This list was deleted', 'It is shown again as soon as somebody makes it.');
    }

    #loadFailed(problem) {
        const { session } = this;
        if (session?.isPinned && isVersionMissing(problem)) {
            this.loader.stop();
            this.#cover.missVersion(session.model.version, problem, {
                travel: (oldest) => this.#timeline.travel(oldest), live: () => this.#goLive(),
            });
            return;
        }
        // A version that has just left the history is followed by a newer one, and the state says where there is no connection.
        const isOver = problem.slug === 'version-gone' && !this.session?.isPinned;
        if (problem.status !== 0 && !isOver) notifyProblem(problem);
    }

    #select(path, item) {
        if (!item) return;
        this.#selection.select(path, item);
        this.#acting.tap(item);
    }

    #hold(path, item) {
        if (!this.#acting.isOn) return false;
        this.#selection.select(path, item);
        return this.#acting.hold(item);
    }

    async #travel(version) {
        const { session } = this;
        let isOver = true;
        try {
            isOver = await session.travel(version);
        } finally {
            if (isOver && session === this.session) this.#onTravel();
        }
    }

    /** Goes to a version; the newest one is followed. */
    async #show(version) {
        if (version === this.session.head) this.#goLive();
        else await this.#timeline.travel(version);
    }

    #goLive() {
        allowQuestion();
        this.session.goLive();
        this.#onTravel();
    }

    #onTravel() {
        const { isPinned } = this.session;
        this.phone.classList.toggle('pinned', isPinned);
        if (isPinned) this.#tools.hide();
        this.#updateParts();
        this.#selection.name();
    }

    /** Has what can be done follow from the version that is shown, and from who this is. */
    #updateParts() {
        for (const part of [this.#timeline, this.#acting, this.#undo, this.#item, this.#table]) part.update();
    }

    #openMenu(path, item, beside, focus) {
        if (path) this.#actions.rows.menu(path, item, beside, focus, this.#acting.commands(item));
        else notify('The item is not in view any more.');
    }
}
