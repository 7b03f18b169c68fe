import Foundations
import HTTPServing
import Synchronization
import Wire

/// The memory that one write takes beside its body: values that it reads and makes, and its answer.
///
/// All of it is taken before the write is done, so nothing changes where there is no room for the answer. The first 16 KiB are not counted. Any
/// thread may use it.
final class WriteMemory: Sendable {
    private struct State {
        var count = 0
        var charge: MemoryCharge?
    }

    /// The most bytes that are not counted; as for the answer to a read.
    static let uncounted = 16 << 10

    private let budget: MemoryBudget
    private let sender: RequestSender
    private let state = Mutex(State())

    init(_ budget: MemoryBudget, for sender: RequestSender) {
        self.budget = budget
        self.sender = sender
    }

    /// Takes bytes.
    ///
    /// - Throws: `unavailable` where there is no room for them now, `too-large` where there never is.
    func take(_ count: Int) throws(RequestProblem) {
        try state.withLock { state throws(RequestProblem) in
            let total = state.count + count
            guard total > Self.uncounted else {
                state.count = total
                return
            }
            guard total <= budget.shareLimit else {
                let detail = "This request takes more memory than one sender may (a quarter of server.memory). Send it in parts."
                throw RequestProblem(.tooLarge, detail)
            }
            if let charge = state.charge {
                guard charge.grow(by: count) else { throw RequestProblem.outOfMemory }
            } else {
                guard let charge = budget.share(of: sender).charge(total) else { throw RequestProblem.outOfMemory }
                state.charge = charge
            }
            state.count = total
        }
    }

    /// Gives all back.
    func clear() { state.withLock { $0 = State() } }

    /// Whether so many bytes more are not too much for one sender.
    func mayEverTake(_ count: Int) -> Bool { state.withLock { $0.count } + count <= budget.shareLimit }

    /// The answer's body, with what was taken for it: exactly its bytes from here on.
    func body(_ buffer: ByteBuffer) -> ResponseBody {
        guard let charge = state.withLock({ $0.charge.take() }) else { return .buffer(buffer) }
        charge.set(to: buffer.capacity)
        return .charged(buffer, charge)
    }
}
