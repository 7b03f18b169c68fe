import JSON
import Lists

extension DraftDecoder {
    /// Reads `{"at"?,"operations":[…]}`.
    mutating func readBatch() throws(JSONSyntaxError) -> Batch {
        var batch = Batch()
        var hasOperations = false
        guard try enterBody() else { return batch }
        while let key = try reader.nextKey() {
            switch EditKey(exactly: key) {
            case .at: batch.version = try readVersion(at: key)
            case .operations:
                hasOperations = true
                batch.operations = try readOperations()
            default: try passUnknown(key, in: "A batch")
            }
        }
        if !hasOperations { note(.invalidValue, "There are to be “operations”, an array.", at: EditKey.operations.rawValue) }
        return batch
    }

    private mutating func readVersion(at key: String) throws(JSONSyntaxError) -> Int64? {
        let span = try reader.scanValue()
        guard span.kind == .number, let version = Int64(reader.value(span).text), version >= 1 else {
            note(.invalidValue, "“at” is a version: a whole number from 1.", at: key)
            return nil
        }
        return version
    }

    private mutating func readOperations() throws(JSONSyntaxError) -> [BatchOperation] {
        guard try reader.peekKind() == .array else {
            note(.invalidValue, "“operations” is an array.", at: EditKey.operations.rawValue)
            _ = try reader.scanValue()
            return []
        }
        var operations: [BatchOperation] = []
        var index = 0
        try reader.beginArray()
        while try reader.nextElement() {
            guard index < Batch.maximumCount else {
                if index == Batch.maximumCount {
                    note(.limitExceeded, "A batch has at most \(Batch.maximumCount) operations.", at: EditKey.operations.rawValue)
                }
                index += 1
                _ = try reader.scanValue(envelope: Self.operationEnvelope)
                continue
            }
            operation = index
            index += 1
            // An id may come again: what one operation has inserted another may have deleted.
            forgetIDs()
            if let read = try readOperation() { operations.append(read) }
            operation = nil
        }
        return operations
    }

    private mutating func readOperation() throws(JSONSyntaxError) -> BatchOperation? {
        guard try reader.peekKind() == .object else {
            note(.invalidValue, "An operation is an object with an “op”.")
            _ = try reader.scanValue()
            return nil
        }
        guard let name = try operationName() else {
            let names = OperationName.allCases.map(\.rawValue).joined(separator: ", ")
            note(.invalidValue, "“op” is one of \(names).", at: EditKey.op.rawValue)
            _ = try reader.scanValue(envelope: Self.operationEnvelope)
            return nil
        }
        switch name {
        case .insertItem: return try readInsertItem()
        case .updateItem: return try readUpdateItem()
        case .patchItem: return try readPatchItem()
        case .deleteItem: return try readItemTarget("deleteItem").map { .deleteItem($0) }
        case .moveItem: return try readMoveItem()
        case .insertSection: return .insertSection(try readSectionInsertion(others: Self.passOperationName))
        case .updateSection: return try readUpdateSection()
        case .moveSection: return try readMoveSection()
        case .deleteSection: return try readSectionTarget("deleteSection").map { .deleteSection($0) }
        }
    }

    /// The name of the operation that comes next, wherever in it it stands. Nothing is passed.
    private func operationName() throws(JSONSyntaxError) -> OperationName? {
        var ahead = reader.ahead()
        try ahead.beginObject()
        while let key = try ahead.nextKey() {
            guard EditKey(exactly: key) == .op else {
                _ = try ahead.scanValue(envelope: Self.operationEnvelope - 1)
                continue
            }
            guard try ahead.peekKind() == .string else { return nil }
            return OperationName(exactly: try ahead.readString())
        }
        return nil
    }
}
