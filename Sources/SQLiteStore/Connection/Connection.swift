import GRDB

/// A connection with its prepared statements, used by one thread at a time.
///
/// It closes when the last reference to it goes.
final class Connection: @unchecked Sendable {  // The pool lends it to one thread at a time.
    private let queue: DatabaseQueue
    let reader: RecordReader

    init(_ queue: DatabaseQueue) throws {
        self.queue = queue
        reader = try queue.inDatabase { try RecordReader($0) }
    }
}
