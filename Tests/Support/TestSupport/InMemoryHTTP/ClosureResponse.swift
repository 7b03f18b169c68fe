public import HTTPServing
import HTTPTypes
import Synchronization

/// A deferred response that a closure begins and completes.
public final class ClosureResponse: DeferredResponse {
    public typealias Completion = @Sendable (_ makeResponse: @escaping @Sendable () -> Response) -> Void

    private struct Made {
        let makeResponse: @Sendable () -> Response
    }

    private let begin: @Sendable (@escaping Completion) -> Void
    private let made = Mutex<Made?>(nil)

    public init(_ begin: @escaping @Sendable (@escaping Completion) -> Void) {
        self.begin = begin
    }

    public func start(_ ready: @escaping @Sendable () -> Void) {
        begin { [self] makeResponse in
            made.withLock { $0 = $0 ?? Made(makeResponse: makeResponse) }
            ready()
        }
    }

    public func makeResponse() -> Response {
        made.withLock { $0 }?.makeResponse() ?? Response(status: .internalServerError)
    }
}

extension PendingResponse {
    /// A deferred response of a closure, which calls `complete` when it is ready.
    public static func later(_ begin: @escaping @Sendable (_ complete: @escaping ClosureResponse.Completion) -> Void) -> PendingResponse {
        .deferred(ClosureResponse(begin))
    }
}
