// What can be done in a list: with its rows, with its sections, and with the whole of it.

import { RowCommands } from './commands.js';
import { HistoryCommands } from './historycommands.js';
import { ListCommands } from './listcommands.js';
import { openMenu } from './menu.js';
import { notifyProblem } from './notices.js';
import { SectionCommands } from './sectioncommands.js';

export class ListActions {
    /**
     * @param {ListSession} session
     * @param {ListSelection} selection
     * @param {Scroller} scroller
     * @param {function} show Shows a version, awaited.
     */
    constructor(session, selection, scroller, show) {
        const mayWrite = () => this.rows.mayWrite;
        this.rows = new RowCommands(session, {
            selected: () => selection.id, made: (id) => selection.goTo(id).catch(notifyProblem),
            section: (index, origin) => this.sections.menu(index, origin, scroller.root), newSection: () => this.sections.insert(),
        });
        this.sections = new SectionCommands(session, {
            mayWrite: () => this.rows.mayInsert, insert: (section) => this.rows.append(section),
            show: (index) => scroller.showSection(index),
        });
        this.history = new HistoryCommands(session, {
            go: async (version, id) => {
                await show(version);
                if (id !== null && session.model.version === version) await selection.goTo(id).catch(notifyProblem);
            },
        });
        this.list = new ListCommands(session, { mayWrite, chooseSection: (origin) => this.sections.choose(origin) });
    }

    /** Opens the menu of what can be added. */
    openAdd(origin) {
        const isDisabled = !this.rows.mayInsert;
        openMenu(origin.getBoundingClientRect(), [
            { label: 'New item…', act: () => this.rows.append(), isDisabled },
            { label: 'New section…', act: () => this.sections.insert(), isDisabled },
        ], origin);
    }
}
