extension ListSnapshot {
    /// Visits the types of some rows of a section, run by run, straight from the leaves: no item is read. The range is cut to the section's.
    ///
    /// Neighbouring runs differ in their type, also where a leaf ends between them. O(log n + length).
    ///
    /// - Parameter body: Given a type's number in the list's ``TypeNames``, 0 for none, and how many rows in a row have it.
    public func forEachTypeRun(of section: Section, rows: Range<Int>, _ body: (_ type: Int32, _ count: Int) throws -> Void) throws {
        var run: (type: Int32, count: Int) = (0, 0)
        try section.entry.items.forEachLeaf(in: rows, of: storage) { entries in
            for entry in entries {
                if entry.type != run.type {
                    if run.count > 0 { try body(run.type, run.count) }
                    run = (entry.type, 0)
                }
                run.count += 1
            }
        }
        if run.count > 0 { try body(run.type, run.count) }
    }
}
