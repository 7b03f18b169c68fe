// Undo and redo, by buttons and by keys.

import { isReader } from './access.js';
import { button, element, icon } from './dom.js';
import { announce, notify, notifyProblem } from './notices.js';
import { restoreDialog } from './restore.js';
import { noteWrites, undoOf, UndoRefusal } from './undo.js';
import { writtenList } from './views.js';

export class UndoButtons {
    #session = null;
    #said;
    #undo = button(icon('undo'), () => this.#run('undo'), { 'aria-label': 'Undo', title: 'Undo (Ctrl+Z)', kind: 'quiet.round' });
    #redo = button(icon('redo'), () => this.#run('redo'), { 'aria-label': 'Redo', title: 'Redo (Ctrl+Shift+Z)', kind: 'quiet.round' });
    root = element('div.undo', {}, this.#undo, this.#redo);

    /** @param {function} said Called with a word after a write of this tab: `Saved`, `Undone` or `Redone`. */
    constructor(said) {
        this.#said = said;
        noteWrites((list) => {
            if (list === this.#session?.list && !this.#isRunning) said('Saved');
            this.update();
        });
        document.addEventListener('keydown', (event) => this.#keyed(event));
        this.update();
    }

    #isRunning = false;

    undo() {
        return this.#run('undo');
    }

    setSession(session) {
        this.#session = session;
        this.update();
    }

    update() {
        const stack = this.#session && undoOf(writtenList(this.#session.list));
        const isOff = !this.#session || this.#session.isPinned || isReader();
        this.#undo.disabled = isOff || !stack.canUndo;
        this.#redo.disabled = isOff || !stack.canRedo;
        this.root.hidden = this.#undo.disabled && this.#redo.disabled;
    }

    #keyed(event) {
        const key = event.key.toLowerCase();
        if (!(event.ctrlKey || event.metaKey) || event.altKey || !['z', 'y'].includes(key)) return;
        if (event.target.closest?.('input, textarea, select, dialog') || !this.root.closest('main')) return;
        event.preventDefault();
        this.#run(key === 'y' || event.shiftKey ? 'redo' : 'undo');
    }

    async #run(kind) {
        const session = this.#session;
        if (!session || session.isPinned) return;
        this.#isRunning = true;
        try {
            const isDone = await undoOf(writtenList(session.list))[kind]();
            if (isDone && session === this.#session) this.#said(kind === 'undo' ? 'Undone' : 'Redone');
            if (!isDone) announce(kind === 'undo' ? 'Nothing to undo.' : 'Nothing to redo.');
        } catch (problem) {
            if (!(problem instanceof UndoRefusal)) notifyProblem(problem);
            else {
                const isView = writtenList(session.list) !== session.list;
                const action = isView ? null : { label: 'Show what would change', act: () => restoreDialog(session, problem.before) };
                notify(`${problem.message} ${problem.hint}`, { action, isError: true });
            }
        } finally {
            this.#isRunning = false;
            this.update();
        }
    }
}
