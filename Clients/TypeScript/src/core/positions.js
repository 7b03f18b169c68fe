// Where an index path of one version is after a stage, by arithmetic alone: what is selected, focused or at the top of the screen
// is followed through changes although most of the list is unknown.

/** The index path after the stage of the item that was there; null where it was deleted, or its section was. */
export function positionAfter(stage, [section, row]) {
    const { sections, items } = stage;
    const move = items.moved.find(({ from }) => from[0] === section && from[1] === row);
    if (move) return move.to;
    const isHere = ([s, r]) => s === section && r === row;
    if (items.deleted.some(({ indexPath }) => isHere(indexPath))) return null;
    const index = sectionAfter(sections, section);
    if (index === null) return null;
    const gone = [...items.deleted.map(({ indexPath }) => indexPath), ...items.moved.map(({ from }) => from)];
    const left = row - gone.filter(([s, r]) => s === section && r < row).length;
    const come = [...items.inserted.map(({ indexPath }) => indexPath), ...items.moved.map(({ to }) => to)]
        .filter(([s]) => s === index).map(([, r]) => r);
    return [index, pushed(left, come)];
}

/** Where the sections are after all stages that came in one of them with items; those that are not there any more are left out. */
export function insertedSections(stages) {
    const there = stages.flatMap(({ sections: { inserted } }, at) => inserted.filter(({ section }) => section.itemCount > 0).map(
        ({ index }) => stages.slice(at + 1).reduce((last, { sections }) => (last === null ? null : sectionAfter(sections, last)), index)));
    return there.filter((index) => index !== null);
}

/** The index of a section after the stage; null where it was deleted. */
function sectionAfter({ deleted, inserted, moved }, section) {
    const move = moved.find(({ from }) => from === section);
    if (move) return move.to;
    if (deleted.some(({ index }) => index === section)) return null;
    const gone = [...deleted.map(({ index }) => index), ...moved.map(({ from }) => from)];
    const left = section - gone.filter((index) => index < section).length;
    return pushed(left, [...inserted.map(({ index }) => index), ...moved.map(({ to }) => to)]);
}

/** Where an index is when others have come in at `places`, which count after they have. */
function pushed(index, places) {
    for (const place of places.sort((first, second) => first - second)) if (place <= index) index += 1;
    return index;
}
