/// Values that this app has written, and items that it has deleted, inserted or moved, which the server's version on the screen does not have yet.
///
/// The screen shows the server's item with the patches over it, in the order of writing; a refused patch leaves the others.
struct Overlay<Item: Codable & Sendable>: Sendable {
    private struct Patch: Sendable {
        let key: String
        /// Nil of a deletion.
        var value: Item?
        /// The version that has it; nil until the server has answered.
        var version: ListVersion?
    }

    private var patches: [ExactID: [Patch]] = [:]
    /// Its edits of sections.
    var sections = SectionOverlay()
    /// The items that it has inserted or moved.
    var positions = PositionOverlay<Item>()

    /// The value to show for an item; nil for the server's own.
    subscript(id: String) -> Item? { patches[ExactID(id)]?.lazy.compactMap(\.value).last }

    /// Whether the last patch on an item deletes it.
    func isDeleted(_ id: String) -> Bool { patches[ExactID(id)]?.last.map { $0.value == nil } ?? false }

    func hasPatches(on id: String) -> Bool { patches[ExactID(id)] != nil || positions.hasTargets(on: ExactID(id)) }

    /// - Parameters:
    ///   - value: Nil deletes the item.
    ///   - version: The version that has it, of a write that was answered in an earlier run.
    mutating func add(_ value: Item?, key: String, on id: String, version: ListVersion? = nil) {
        guard patches[ExactID(id)]?.contains(where: { $0.key == key }) != true else { return }
        patches[ExactID(id), default: []].append(Patch(key: key, value: value, version: version))
    }

    /// A write that waits writes another value.
    mutating func replace(_ value: Item, key: String, on id: String) {
        let id = ExactID(id)
        for index in patches[id]?.indices ?? 0..<0 where patches[id]?[index].key == key { patches[id]?[index].value = value }
    }

    /// The server has it from `version` on. It stays over what is shown until the screen has got there: taken off at the answer, the
    /// old value would flash, since the event comes later.
    mutating func answered(key: String, on id: String, version: ListVersion) {
        let id = ExactID(id)
        guard let index = patches[id]?.firstIndex(where: { $0.key == key }) else { return }
        patches[id]?[index].version = version
    }

    mutating func refused(key: String, on id: String) {
        let id = ExactID(id)
        patches[id]?.removeAll { $0.key == key }
        if patches[id]?.isEmpty == true { patches[id] = nil }
    }

    /// Takes off what another list of this id has had.
    mutating func forgetAnswered() {
        patches = patches.mapValues { $0.filter { $0.version == nil } }.filter { !$0.value.isEmpty }
        positions.forgetAnswered()
        sections.forgetAnswered()
    }

    /// Takes off what a version of the list has.
    ///
    /// - Returns: The ids of the items that show something else now, or may.
    mutating func settle(at version: ListVersion) -> [ExactID] {
        var changed = positions.settle(at: version)
        for (id, list) in patches {
            let left = list.filter { patch in patch.version.map { $0 > version } ?? true }
            guard left.count < list.count else { continue }
            patches[id] = left.isEmpty ? nil : left
            changed.append(id)
        }
        return changed.sorted()
    }
}
