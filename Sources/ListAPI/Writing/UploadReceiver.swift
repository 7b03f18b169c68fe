import HTTPServing
import Lists
import Ports
import Synchronization
import Wire

/// Takes a list's content as NDJSON from the connection and hands it on to the store's place for it, line by line.
///
/// It holds at most one line. Nothing of the list is touched before the body is complete.
final class UploadReceiver: BodyReceiver {
    private let lines: Mutex<CollectedLines>
    /// The sender's share, held for as long as the body is on its way.
    private let permit: UploadSenders.Permit?
    /// The memory that it takes.
    private let charge: MemoryCharge?
    private let refuse: @Sendable (any Error) -> Response
    private let replace: @Sendable (Result<ListContent, RequestProblem>, KeyedWrite?) -> Answer

    /// - Parameters:
    ///   - refuse: Makes the response to what is wrong with the body's syntax or size, or with the place to keep it in.
    ///   - replace: Answers the request once the body is there: with its content, or with what is wrong with its meaning.
    init(
        _ lines: CollectedLines, permit: UploadSenders.Permit? = nil, charge: MemoryCharge? = nil,
        refuse: @escaping @Sendable (any Error) -> Response,
        replace: @escaping @Sendable (Result<ListContent, RequestProblem>, KeyedWrite?) -> Answer
    ) {
        self.lines = Mutex(lines)
        self.permit = permit
        self.charge = charge
        self.refuse = refuse
        self.replace = replace
    }

    func receive(_ bytes: UnsafeRawBufferPointer) -> Response? {
        do {
            try lines.withLock { try $0.read(bytes) }
            return nil
        } catch {
            return refuse(error)
        }
    }

    func finish() -> Answer {
        do {
            let (content, keyed) = try lines.withLock { try $0.finish() }
            return replace(content, keyed)
        } catch {
            return .response(refuse(error))
        }
    }

    func cancel() {
        lines.withLock { $0.discard() }
    }
}
