import Dispatch
import Foundations
import HTTPClient
import Lists
import Ports
import Synchronization

/// Sends what is in the outbox, and records what came of it.
///
/// All of it runs on one thread of its own; the store's writer and the threads that serve requests never wait for it. At least once: an attempt
/// that was made and could not be recorded is made again, with the same id, by this process or the next.
///
/// Of several processes with the same outbox one leads, which alone sends. For a moment two may, so that something is sent twice.
///
/// Its memory is bounded by the number of webhooks and ``DeliveryLimits``, and does not grow with the backlog.
public final class DeliveryWorker: Sendable {
    private let inbox: DeliveryInbox
    private let counters = DeliveryCounters()
    private let ended = DispatchSemaphore(value: 0)

    /// Starts the thread, and makes the worker the store's observer of changes.
    ///
    /// - Parameter isLeading: Whether it sends from the start; otherwise from ``lead(_:)`` on.
    /// - Throws: The failure of libcurl.
    public init(_ ports: DeliveryPorts, settings: DeliveryConfiguration = DeliveryConfiguration(), isLeading: Bool = true) throws {
        inbox = DeliveryInbox(try MultiHandle())
        inbox.lead(isLeading)
        ports.store.onOutboxChange { [inbox] in inbox.wake($0) }
        SystemThread.start(named: "webhooks") { [inbox, counters, ended] in
            while let term = inbox.awaitTerm() {
                DeliveryLoop(ports, settings: settings, inbox: inbox, counters: counters, term: term).run()
            }
            ended.signal()
        }
    }

    /// Says whether this process is the one that sends. When it no longer is, attempts on their way are dropped unrecorded: the next leader
    /// makes them again. Returns at once.
    public func lead(_ isLeading: Bool) { inbox.lead(isLeading) }

    /// Counts of attempts that are done and under way. Any thread may ask.
    public var figures: DeliveryFigures { counters.figures }

    /// Starts no further attempt, waits for those that are on their way, gives up what is left of them, records what is known, and ends the thread.
    /// The store must still be open. What was given up is sent again by the next worker.
    ///
    /// - Parameter seconds: How long attempts may still take, an hour at most; recording has a second more. Asked more than once, the shortest counts.
    public func stop(within seconds: Double) {
        inbox.stop(by: .now + .seconds(min(max(0, seconds), 3_600)))
        ended.wait()
        ended.signal()
    }
}
