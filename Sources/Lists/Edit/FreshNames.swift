/// The ids that a write gives to new items and sections, and the numbers of those that it deletes.
struct FreshNames {
    var items: [Identifier: Number] = [:]
    var sections: [Identifier: Number] = [:]
    var deletedItems: Set<Number> = []
    var deletedSections: Set<Number> = []
}
