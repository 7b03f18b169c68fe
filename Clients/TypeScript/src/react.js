// A list in React: a hook for virtual lists.

import { useEffect, useMemo, useSyncExternalStore } from 'react';

/**
 * @template Value
 * @typedef {import('./list.js').SectionalList<Value>} SectionalList
 */

/**
 * What a component shows of a list. `row` gives the item at an offset, null while it is not loaded; `load` loads the rows from `first` to
 * before `end`, which are in view.
 * @template Value
 * @typedef {object} ShownList
 * @property {SectionalList<Value>} list
 * @property {number} count
 * @property {number[]} sectionCounts
 * @property {import('./types.js').ListState} state
 * @property {import('./core/service.js').Problem | null} problem
 * @property {(offset: number) => import('./types.js').Row<Value> | null} row
 * @property {(first: number, end: number) => void} load
 */

/**
 * Follows a list while a component is shown, and renders it when the list has changed.
 * @template Value
 * @param {SectionalList<Value>} list The same one each time.
 * @returns {ShownList<Value>}
 */
export function useSectionalList(list) {
    const changes = useSyncExternalStore(list.subscribe, list.snapshot, list.snapshot);
    useEffect(() => {
        list.start();
        return () => { list.stop(); };
    }, [list]);
    // The same function for as long as it is the same list, so that an effect may depend on it.
    const load = useMemo(() => (first, end) => list.load(first, end), [list]);
    return useMemo(() => ({
        list, count: list.count, sectionCounts: list.sectionCounts, state: list.state, problem: list.problem,
        row: (offset) => list.at(offset), load,
    }), [list, load, changes]);
}
