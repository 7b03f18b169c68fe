import HTTPServing
import Synchronization
import Wire

/// How many uploads, or checks of values, each sender has on their way, so that no sender keeps all others out.
final class UploadSenders: Sendable {
    /// The sender: a token, or an address if there are no tokens.
    private enum Sender: Hashable {
        case token(String)
        case network(PeerAddress)
    }

    /// A share of the uploads, held until nobody has this any more.
    final class Permit: Sendable {
        private let release: @Sendable () -> Void

        init(release: @escaping @Sendable () -> Void) {
            self.release = release
        }

        deinit {
            release()
        }
    }

    private let limit: Int
    private let noun: String
    private let counts = Mutex<[Sender: Int]>([:])

    /// - Parameters:
    ///   - limit: The most of one sender at once.
    ///   - noun: What they are.
    init(limit: Int, of noun: String = "uploads") {
        self.limit = max(1, limit)
        self.noun = noun
    }

    /// Counts another upload of a request's sender; `nil` where it came over no network and by no token.
    ///
    /// - Throws: `unavailable` where the sender has as many as it may.
    func begin(_ request: Request) throws(RequestProblem) -> Permit? {
        let sender = request.grant.map { Sender.token($0.name) } ?? request.peer.map { Sender.network($0.network) }
        guard let sender else { return nil }
        let isTaken = counts.withLock { counts in
            guard counts[sender, default: 0] < limit else { return false }
            counts[sender, default: 0] += 1
            return true
        }
        guard isTaken else {
            throw RequestProblem(.unavailable, "At most \(limit) \(noun) of one sender are on their way at once.")
        }
        return Permit { [self] in end(sender) }
    }

    private func end(_ sender: Sender) {
        counts.withLock { counts in
            let count = counts[sender, default: 0]
            counts[sender] = count > 1 ? count - 1 : nil
        }
    }
}
