internal import JSON

extension VersionRows {
    /// The rows in parts of about `limit` rows each, a long value counting as a row for each KiB; one at least, the last of them the shortest.
    ///
    /// The records of a part have greater keys than those of the parts before it.
    ///
    /// - Parameter limit: 1 or more.
    public consuming func parts(limit: Int) -> [VersionRows] {
        var rest = RestOfRows(consume self)
        var parts: [VersionRows] = []
        repeat { parts.append(rest.next(limit: max(1, limit))) } while !rest.isEmpty
        return parts
    }
}

/// Rows that are taken a part at a time.
private struct RestOfRows {
    private let rows: VersionRows
    /// How many of each kind were taken.
    private var taken = (itemNodes: 0, sectionNodes: 0, items: 0, sections: 0, itemNames: 0, sectionNames: 0, placements: 0)
    private var garbage = (itemNodes: 0, sectionNodes: 0, items: 0, sections: 0, unmeasured: 0, placements: 0)
    private var isFirst = true

    init(_ rows: consuming VersionRows) {
        self.rows = rows
    }

    var isEmpty: Bool { hasNoRecords && hasNoRows && hasNoGarbage }

    private var hasNoRecords: Bool {
        taken.itemNodes == rows.itemNodes.count && taken.sectionNodes == rows.sectionNodes.count && taken.items == rows.itemRevisions.count
            && taken.sections == rows.sectionRevisions.count
    }

    private var hasNoRows: Bool {
        taken.itemNames == rows.itemNames.count && taken.sectionNames == rows.sectionNames.count
            && taken.placements == rows.placements.count
    }

    private var hasNoGarbage: Bool {
        garbage.itemNodes == rows.garbage.itemNodes.count && garbage.sectionNodes == rows.garbage.sectionNodes.count
            && garbage.items == rows.garbage.itemRevisions.count && garbage.sections == rows.garbage.sectionRevisions.count
            && garbage.unmeasured == rows.garbage.unmeasured.count && garbage.placements == rows.garbage.replacedPlacements.count
    }

    mutating func next(limit: Int) -> VersionRows {
        var part = VersionRows()
        // The facts of the whole: the kinds of deleted objects, and sums.
        part.garbage.deletedItems = rows.garbage.deletedItems
        part.garbage.deletedSections = rows.garbage.deletedSections
        if isFirst {
            (part.garbage.nodeBytes, part.garbage.revisionBytes) = (rows.garbage.nodeBytes, rows.garbage.revisionBytes)
            part.garbage.properties = rows.garbage.properties
            part.garbage.deletedNames = rows.garbage.deletedNames
            isFirst = false
        }
        var remaining = limit
        while remaining > 0, !hasNoRecords { remaining -= takeRecord(into: &part) }
        Self.take(rows.itemNames, &taken.itemNames, &remaining, into: &part.itemNames)
        Self.take(rows.sectionNames, &taken.sectionNames, &remaining, into: &part.sectionNames)
        Self.take(rows.placements, &taken.placements, &remaining, into: &part.placements)
        Self.take(rows.garbage.itemNodes, &garbage.itemNodes, &remaining, into: &part.garbage.itemNodes)
        Self.take(rows.garbage.sectionNodes, &garbage.sectionNodes, &remaining, into: &part.garbage.sectionNodes)
        Self.take(rows.garbage.itemRevisions, &garbage.items, &remaining, into: &part.garbage.itemRevisions)
        Self.take(rows.garbage.sectionRevisions, &garbage.sections, &remaining, into: &part.garbage.sectionRevisions)
        Self.take(rows.garbage.unmeasured, &garbage.unmeasured, &remaining, into: &part.garbage.unmeasured)
        Self.take(rows.garbage.replacedPlacements, &garbage.placements, &remaining, into: &part.garbage.replacedPlacements)
        return part
    }

    private static func take<Row>(_ rows: [Row], _ taken: inout Int, _ remaining: inout Int, into part: inout [Row]) {
        let count = min(max(0, remaining), rows.count - taken)
        guard count > 0 else { return }
        part += rows[taken..<(taken + count)]
        taken += count
        remaining -= count
    }

    /// Takes the record with the smallest key.
    ///
    /// - Returns: As how many rows it counts.
    private mutating func takeRecord(into part: inout VersionRows) -> Int {
        let keys = (
            taken.itemNodes < rows.itemNodes.count ? rows.itemNodes[taken.itemNodes].key : .max,
            taken.sectionNodes < rows.sectionNodes.count ? rows.sectionNodes[taken.sectionNodes].key : .max,
            taken.items < rows.itemRevisions.count ? rows.itemRevisions[taken.items].key : .max,
            taken.sections < rows.sectionRevisions.count ? rows.sectionRevisions[taken.sections].key : .max
        )
        switch min(keys.0, keys.1, keys.2, keys.3) {
        case keys.2:
            let item = rows.itemRevisions[taken.items]
            part.itemRevisions.append(item)
            taken.items += 1
            return 1 + item.value.byteCount >> 10
        case keys.0:
            part.itemNodes.append(rows.itemNodes[taken.itemNodes])
            taken.itemNodes += 1
        case keys.1:
            part.sectionNodes.append(rows.sectionNodes[taken.sectionNodes])
            taken.sectionNodes += 1
        default:
            part.sectionRevisions.append(rows.sectionRevisions[taken.sections])
            taken.sections += 1
        }
        return 1
    }
}
