import Lists

/// A store did not do what every store does.
public struct ConformanceFailure: Error, Sendable, CustomStringConvertible {
    public let description: String

    init(_ description: String) {
        self.description = description
    }
}

/// Fails unless a condition holds.
func expect(_ condition: Bool, _ complaint: @autoclosure () -> String) throws {
    guard condition else { throw ConformanceFailure(complaint()) }
}

/// Fails unless two values are equal.
func expectEqual<Value: Equatable>(_ found: Value, _ wanted: Value, _ what: @autoclosure () -> String) throws {
    guard found == wanted else { throw ConformanceFailure("\(what()): \(found) instead of \(wanted)") }
}

/// Fails unless `body` throws a ``ListError`` with a code.
func expectError<Value>(_ code: ListError.Code, _ what: String, _ body: () throws -> Value) throws {
    do {
        _ = try body()
    } catch let error as ListError {
        return try expectEqual(error.code, code, what)
    }
    throw ConformanceFailure("\(what): went through instead of \(code)")
}

/// A value that has to be there.
func unwrap<Value>(_ value: Value?, _ what: @autoclosure () -> String) throws -> Value {
    guard let value else { throw ConformanceFailure("there is no \(what())") }
    return value
}
