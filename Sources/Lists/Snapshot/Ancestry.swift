/// The way from a thing up to the list, by the number of what it stands under.
struct Ancestry {
    /// What a number stands under; `nil` or 0 where it stands nowhere.
    let parent: (Number) throws -> Number?

    /// The numbers from just below `owner` down to `number`; `nil` if it does not stand under it.
    func path(to number: Number, from owner: Number) throws -> ArraySlice<Number>? {
        var path = [number]
        // Two trees of a list are never deeper than this, with nodes of sixteen slots and 2⁴⁰ numbers.
        while path.count <= 24 {
            guard let next = try parent(path[path.count - 1]), next != 0 else { return nil }
            if next == owner { return path.reversed()[...] }
            path.append(next)
        }
        throw NodeCorruption()
    }
}
