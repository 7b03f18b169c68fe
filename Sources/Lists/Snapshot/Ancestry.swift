/// The path from an item, section or node up to the list, by the numbers of the parents.
struct Ancestry {
    /// The parent of a number; `nil` or 0 where it has none.
    let parent: (Number) throws -> Number?

    /// The numbers from just below `owner` down to `number`; `nil` if it is not below it.
    func path(to number: Number, from owner: Number) throws -> ArraySlice<Number>? {
        var path: [Number] = []
        path.reserveCapacity(8)
        path.append(number)
        // Two trees of a list are never deeper than this, with nodes of sixteen slots and 2³⁶ numbers.
        while path.count <= 24 {
            guard let next = try parent(path[path.count - 1]), next != 0 else { return nil }
            if next == owner { return path.reversed()[...] }
            path.append(next)
        }
        throw NodeCorruption()
    }
}
