import JSON
import Lists

extension Batch {
    /// Reads `{"at"?,"operations":[…]}`.
    init(reading body: inout BodyReader) throws(JSONSyntaxError) {
        self.init()
        var hasOperations = false
        guard try body.enterBody() else { return }
        while let key = try body.json.nextKey() {
            switch EditKey(exactly: key) {
            case .at: version = try Self.version(reading: &body, at: key)
            case .operations:
                hasOperations = true
                try readOperations(&body, at: key)
            default: try body.passUnknown(key, in: "A batch")
            }
        }
        if !hasOperations {
            body.note(.invalidValue, "There are to be “operations”, an array.", at: EditKey.operations.rawValue)
        }
    }

    private static func version(reading body: inout BodyReader, at key: String) throws(JSONSyntaxError) -> Int64? {
        let span = try body.json.scanValue()
        guard span.kind == .number, let version = Int64(body.json.value(span).text), version >= 1 else {
            body.note(.invalidValue, "“at” is a version: a whole number from 1.", at: key)
            return nil
        }
        return version
    }

    private mutating func readOperations(_ body: inout BodyReader, at key: String) throws(JSONSyntaxError) {
        guard try body.enterArray(key) else { return }
        var index = 0
        while try body.json.nextElement() {
            guard index < Self.maximumCount else {
                if index == Self.maximumCount { body.note(.limitExceeded, "A batch has at most \(Self.maximumCount) operations.", at: key) }
                index += 1
                try body.json.scanValue(envelope: ListOperation.envelope)
                continue
            }
            body.operation = index
            body.precondition = nil
            index += 1
            // An id may come again: what one operation has inserted another may have deleted.
            body.forgetIDs()
            if let operation = try Self.operation(reading: &body) {
                if let precondition = body.precondition { preconditions[operations.count] = precondition }
                operations.append(operation)
            }
            body.operation = nil
        }
    }

    private static func operation(reading body: inout BodyReader) throws(JSONSyntaxError) -> ListOperation? {
        guard try body.json.peekKind() == .object else {
            body.note(.invalidValue, "An operation is an object with an “op”.")
            try body.json.scanValue()
            return nil
        }
        guard let name = try operationName(ahead: body.json) else {
            let names = OperationName.allCases.map(\.rawValue).joined(separator: ", ")
            body.note(.invalidValue, "“op” is one of \(names).", at: EditKey.op.rawValue)
            try body.json.scanValue(envelope: ListOperation.envelope)
            return nil
        }
        return try ListOperation.operation(name, reading: &body)
    }

    /// The name of the operation that comes next, whichever of its members has it. Nothing is passed.
    private static func operationName(ahead json: JSONReader) throws(JSONSyntaxError) -> OperationName? {
        var ahead = json.ahead()
        try ahead.beginObject()
        while let key = try ahead.nextKey() {
            guard EditKey(exactly: key) == .op else {
                try ahead.scanValue(envelope: ListOperation.envelope - 1)
                continue
            }
            guard try ahead.peekKind() == .string else { return nil }
            return OperationName(exactly: try ahead.readString())
        }
        return nil
    }
}
