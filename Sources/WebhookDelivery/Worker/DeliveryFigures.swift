import Lists
import Ports
import Synchronization
import Webhooks

/// Counts of the worker's attempts since it started, and of its present ones.
public struct DeliveryFigures: Sendable, Equatable {
    /// Deliveries that ended with a success, once it was recorded.
    public var delivered = 0
    /// Deliveries that ended without one, once that was recorded.
    public var failed = 0
    /// Attempts that the receiver answered with a success.
    public var acceptedAttempts = 0
    /// Attempts that the receiver answered otherwise.
    public var refusedAttempts = 0
    /// Attempts without an answer: no connection, no address that may be called, a time-out.
    public var unansweredAttempts = 0
    /// Attempts on their way now.
    public var inFlight = 0
    /// Deliveries held in memory to be sent, now.
    public var held = 0
    /// The most attempts that were on their way at once.
    var mostInFlight = 0
    /// The most deliveries that were held in memory at once.
    public var mostHeld = 0

    public init() {}
}

/// Counts what the worker does. Any thread may read.
final class DeliveryCounters: Sendable {
    private let state = Mutex(DeliveryFigures())

    var figures: DeliveryFigures { state.withLock { $0 } }

    /// Counts an attempt that has ended.
    func count(_ outcome: DeliveryOutcome) {
        state.withLock { figures in
            if outcome.status == .delivered {
                figures.acceptedAttempts += 1
            } else if outcome.attempt.statusCode != nil {
                figures.refusedAttempts += 1
            } else {
                figures.unansweredAttempts += 1
            }
        }
    }

    /// Counts deliveries whose end is recorded.
    func countRecorded(_ outcomes: [DeliveryOutcome]) {
        state.withLock { figures in
            for outcome in outcomes {
                switch outcome.status {
                case .delivered: figures.delivered += 1
                case .failed: figures.failed += 1
                case .pending: break
                }
            }
        }
    }

    /// Notes what is under way.
    func note(inFlight: Int, held: Int) {
        state.withLock { figures in
            figures.inFlight = inFlight
            figures.held = held
            figures.mostInFlight = max(figures.mostInFlight, inFlight)
            figures.mostHeld = max(figures.mostHeld, held)
        }
    }
}
