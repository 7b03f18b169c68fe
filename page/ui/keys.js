// The list by keyboard: arrows, pages and ends move the focus, Enter selects, and what the menu has, has a key as well.

/**
 * @param {Scroller} scroller
 * @param {object} on `select(path, item)`, `menu(path, item, row)`, `remove(item)`, `move(path, item, by)`, `edit(item)`;
 *   `marks`: `toggle(path, item)`, `begin(path, item)`, `start()`, `extend(path)`, `all()` and `clear()`.
 */
export function addKeys(scroller, on) {
    // Where the pointer has brought the focus, a browser may show it no ring when keys follow.
    scroller.root.addEventListener('pointerdown', () => scroller.root.classList.remove('keyed'));
    scroller.root.addEventListener('keydown', (event) => {
        const { model } = scroller;
        if (!model || model.itemCount === 0 || event.target !== scroller.root) return;
        const path = scroller.focus ?? model.path(0);
        const item = model.item(path);
        if (event.ctrlKey || event.metaKey) {
            if (event.key === 'a') on.marks.all();
            else if (event.key === ' ' && item) on.marks.toggle(path, item);
            else return;
            event.preventDefault();
            return;
        }
        const commands = {
            Enter: () => on.select(path, item),
            ' ': () => on.select(path, item),
            ContextMenu: () => on.menu(path, item, scroller.rowAt(path)),
            F10: () => event.shiftKey && on.menu(path, item, scroller.rowAt(path)),
            F2: () => on.edit(item),
            Delete: () => on.remove(item),
            Escape: () => on.marks.clear(),
        };
        const offset = model.offset(path);
        const steps = {
            ArrowDown: scroller.focus ? offset + 1 : 0, ArrowUp: offset - 1, PageDown: scroller.offsetOfPage(path, 1),
            PageUp: scroller.offsetOfPage(path, -1), Home: 0, End: model.itemCount - 1,
        };
        if (event.altKey && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) {
            if (item) on.move(path, item, event.key === 'ArrowDown' ? 1 : -1);
        } else if (event.key in steps) {
            const to = model.path(Math.min(Math.max(0, steps[event.key]), model.itemCount - 1));
            if (event.shiftKey) on.marks.begin(path, item);
            else on.marks.start();
            scroller.moveFocus(to);
            if (event.shiftKey) on.marks.extend(to);
        } else if (event.key in commands) {
            scroller.focus = path;
            if (item) commands[event.key]();
        } else {
            return;
        }
        scroller.root.classList.add('keyed');
        event.preventDefault();
    });
}
