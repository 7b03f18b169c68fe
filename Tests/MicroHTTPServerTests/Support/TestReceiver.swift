import HTTPServing
import HTTPTypes
import Synchronization

/// A receiver that echoes its body, counts its calls, and refuses at a byte.
final class TestReceiver: BodyReceiver {
    struct Calls: Equatable {
        var bytes = 0
        var largest = 0
        var finishes = 0
        var cancels = 0
        var refusals = 0
    }

    private let state = Mutex((body: [UInt8](), calls: Calls()))
    private let keepsBody: Bool
    private let refusal: UInt8?
    private let answer: @Sendable ([UInt8]) -> PendingResponse

    /// - Parameter refusal: The byte that is refused with a 422.
    init(
        keepsBody: Bool = true, refusing refusal: UInt8? = nil,
        answer: @escaping @Sendable ([UInt8]) -> PendingResponse = { .response(Response(status: .ok, body: .bytes($0))) }
    ) {
        self.keepsBody = keepsBody
        self.refusal = refusal
        self.answer = answer
    }

    var calls: Calls { state.withLock { $0.calls } }

    func receive(_ bytes: UnsafeRawBufferPointer) -> Response? {
        state.withLock { state in
            state.calls.bytes += bytes.count
            state.calls.largest = max(state.calls.largest, bytes.count)
            if let refusal, bytes.contains(refusal) {
                state.calls.refusals += 1
                return Response(status: .unprocessableContent, body: .bytes(Array("refused after \(state.calls.bytes)".utf8)))
            }
            if keepsBody { state.body += bytes }
            return nil
        }
    }

    func finish() -> PendingResponse {
        answer(
            state.withLock { state in
                state.calls.finishes += 1
                return state.body
            })
    }

    func cancel() { state.withLock { $0.calls.cancels += 1 } }
}
