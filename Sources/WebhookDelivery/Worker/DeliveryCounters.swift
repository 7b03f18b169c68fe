import Lists
import Ports
import Synchronization
import Webhooks

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
