// What lies over the rows of a list while there are none to show: loading, empty, refused, deleted, or a version that is not there.

import { button, element, failure, placeholder, skeletons } from './dom.js';
import { number } from './format.js';

/** Whether a problem says that a version cannot be read, now or later. */
export const isVersionMissing = ({ slug }) => slug === 'version-gone' || slug === 'version-not-found';

export class Cover {
    root = element('div.cover');

    get isLoading() {
        return this.root.querySelector('progress') !== null;
    }

    clear() {
        this.root.replaceChildren();
    }

    load() {
        this.root.replaceChildren(element('progress', { max: 1, 'aria-label': 'Loading' }), ...skeletons(8));
    }

    /** @param {number} part Of what is loaded, from 0 to 1. */
    progress(part) {
        this.root.querySelector('progress')?.setAttribute('value', part);
    }

    /** Says something, with buttons. */
    say(title, text, ...actions) {
        this.root.replaceChildren(placeholder(title, text, ...actions));
    }

    fail(problem, retry) {
        this.root.replaceChildren(failure(problem, retry));
    }

    /** Says that a version cannot be read, and offers those that can. */
    missVersion(version, { slug, body }, { travel, live }) {
        const newest = button('Live', live, { kind: 'solid' });
        const oldest = body?.oldest ?? null;
        if (slug === 'version-not-found' || oldest === null) {
            this.say(`There is no version ${number(version)}`, 'The list has not come that far.', newest);
            return;
        }
        const first = button('Oldest', () => travel(oldest), { kind: 'quiet' });
        const text = `The versions from ${number(oldest)} to ${number(body.head)} can be read.`;
        this.say(`Version ${number(version)} has left the history`, text, element('div.buttons', {}, first, newest));
    }
}
