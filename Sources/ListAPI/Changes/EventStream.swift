import Following
import HTTPServing
import Lists
import Synchronization

/// The body of an event stream: it sends the events that the notifier hands it, and asks for each other one when its reader has room for it. It holds
/// no more than what is being sent and one run of events to come.
///
/// So a reader that is slow costs a number and texts that others share. They are counted in the memory budget: a stream for which there is no room is
/// cut, and its reader resumes. One that takes nothing any more is cut by the server's time-out for silent connections.
final class EventStream: BodyStream, Follower {
    /// The state of the connection's thread alone.
    struct Content {
        var positions: [ListPosition] = []
        /// The names of the lists in a cursor, one for each position; `nil` where an event's id is the version.
        var names: [EventCursor.Name]?
        /// The position that was looked at last.
        var turn = 0
        /// When the next event of each position may be sent; `nil` where each version is an event of its own.
        var pacing: EventPacing?
        /// The piece that is being sent, how many bytes of it were, and the pieces behind it.
        var piece = EventText.opening
        var sent = 0
        var further: [[UInt8]] = []
        /// Counts what is being sent.
        var held: EventMemory.Held?
        /// Whether there may be something that was not handed to the stream.
        var mayHaveMore = true
        var hasEnded = false

        var isBetweenEvents: Bool { piece.isEmpty && further.isEmpty }
    }

    /// The requests of other threads to the stream.
    private struct Signals {
        var wake: (@Sendable () -> Void)?
        /// Whether there may be something new since the last look that was not handed to the stream.
        var hasNews = false
        /// The run handed to it since; it asks for further runs itself.
        var run: HeldRun?
        var isBeatDue = false
        /// Whether the stream is to end as soon as what is being sent is sent.
        var isEnding = false
        var isClosed = false
    }

    /// Events that were handed to the stream, and are counted.
    struct HeldRun {
        let events: EventRun
        let held: EventMemory.Held?
    }

    /// The memory and the share that count the stream's unsent events.
    struct Counting {
        let memory: EventMemory
        let share: MemoryShare
    }

    private let lists: [ListID]
    private let counting: Counting
    private let changes: ListChanges
    private let notifier: ListNotifier
    private let topic: FollowTopic
    private let heartbeat: Double
    private let report: @Sendable (any Error) -> Void
    private let content: Mutex<Content>
    private let signals = Mutex(Signals())

    /// - Parameters:
    ///   - named: Whether the ids of events are cursors.
    ///   - interval: The milliseconds in which a list has one event at most, from the reader's version to the newest; `nil` where each version is one.
    ///   - heartbeat: Seconds between comments.
    ///   - report: Called with the error that cuts the stream.
    init(
        of lists: [ListID], named: Bool, _ changes: ListChanges, notifier: ListNotifier, counting: Counting, interval: Int?,
        heartbeat: Double, report: @escaping @Sendable (any Error) -> Void
    ) {
        self.lists = lists
        self.counting = counting
        self.changes = changes
        self.notifier = notifier
        // The id of an event that leads through several lists is each reader's own.
        topic = interval != nil ? .newestVersion : named ? .everyVersion : .events(changes.kind)
        content = Mutex(
            Content(
                names: named ? lists.map { EventCursor.name(of: $0) } : nil,
                pacing: interval.map { EventPacing(milliseconds: $0, lists: lists.count) }))
        self.heartbeat = heartbeat
        self.report = report
    }

    /// Begins to follow the lists.
    ///
    /// - Returns: `false` where the server is stopping.
    func follow() -> Bool {
        guard notifier.follow(lists, self, of: topic) else { return false }
        notifier.remind(self, in: heartbeat)
        return true
    }

    /// Says where the reader is in each list, once the lists are followed and before the first read.
    func begin(at positions: [ListPosition]) {
        content.withLock { $0.positions = positions }
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) -> BodyStreamRead {
        let (hasNews, run, isBeatDue, isEnding, isClosed) = signals.withLock { signals in
            defer { (signals.hasNews, signals.isBeatDue) = (false, false) }
            return (signals.hasNews, signals.run.take(), signals.isBeatDue, signals.isEnding, signals.isClosed)
        }
        if isClosed { return .failed }
        return content.withLock { content in
            do {
                if hasNews { content.mayHaveMore = true }
                var filled = content.copy(into: buffer)
                if let run, !isEnding {
                    content.take(run)
                    filled += content.copy(into: UnsafeMutableRawBufferPointer(rebasing: buffer[filled...]))
                }
                while filled < buffer.count, !isEnding, try content.advance(changes, notifier, counting, wakeUp: wakeUp) {
                    filled += content.copy(into: UnsafeMutableRawBufferPointer(rebasing: buffer[filled...]))
                }
                if filled == 0, isBeatDue, !isEnding, !content.hasEnded {
                    content.piece = EventText.heartbeat
                    filled = content.copy(into: buffer)
                }
                if filled > 0 { return .bytes(filled) }
                return isEnding || content.hasEnded ? .end : .waiting
            } catch {
                report(error)
                return .failed
            }
        }
    }

    func whenReady(_ wake: @escaping @Sendable () -> Void) {
        let isReady = signals.withLock { signals in
            let isReady = signals.hasNews || signals.run != nil || signals.isBeatDue || signals.isEnding || signals.isClosed
            signals.wake = isReady ? nil : wake
            return isReady
        }
        if isReady { wake() }
    }

    func serverStops() { signal { $0.isEnding = true } }

    func close() {
        notifier.leave(lists, self, of: topic)
        signal { signals in
            signals.isClosed = true
            signals.run = nil
        }
        content.withLock { $0 = Content(piece: [], hasEnded: true) }
    }

    func listChanged() { signal { $0.hasNews = true } }

    func listChanged(_ events: EventRun) {
        signal { signals in
            do throws(EventMemory.IsFull) {
                guard signals.run == nil, !signals.isClosed else { return signals.hasNews = true }
                signals.run = HeldRun(events: events, held: try counting.memory.hold(events.bytes, counting.share))
            } catch {
                // It asks for them when it has sent what it has.
                signals.hasNews = true
            }
        }
    }

    func timeCame() {
        let isOpen = signals.withLock { !$0.isClosed }
        guard isOpen else { return }
        signal { $0.isBeatDue = true }
        notifier.remind(self, in: heartbeat)
    }

    func notifierStopped() { signal { $0.isEnding = true } }

    /// Has the lists looked at again at a time.
    private func wakeUp(at time: UInt64) {
        notifier.remind(WakeUp { [weak self] in self?.listChanged() }, at: time)
    }

    private func signal(_ change: (inout Signals) -> Void) {
        let wake = signals.withLock { signals in
            change(&signals)
            defer { signals.wake = nil }
            return signals.wake
        }
        wake?()
    }
}

extension EventStream.Content {
    /// Copies what is being sent; how many bytes.
    fileprivate mutating func copy(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        var filled = 0
        while filled < buffer.count, !piece.isEmpty {
            let count = min(buffer.count - filled, piece.count - sent)
            piece.withUnsafeBytes { piece in
                UnsafeMutableRawBufferPointer(rebasing: buffer[filled..<(filled + count)])
                    .copyMemory(from: UnsafeRawBufferPointer(rebasing: piece[sent..<(sent + count)]))
            }
            filled += count
            sent += count
            if sent == piece.count {
                piece = further.isEmpty ? [] : further.removeFirst()
                sent = 0
            }
        }
        if held != nil, isBetweenEvents { held = nil }
        return filled
    }

    /// Goes on with events that were handed to the stream, where they follow what its reader has; else there may be something to ask for.
    fileprivate mutating func take(_ run: EventStream.HeldRun) {
        guard isBetweenEvents, !hasEnded, positions.count == 1, positions[0].advance(over: run.events) else {
            mayHaveMore = true
            return
        }
        piece = run.events.bytes
        held = run.held
    }

    /// Takes the next event, of the lists in turn; `false` where there is none.
    ///
    /// - Parameter wakeUp: Called with a time at which this is to be called again.
    fileprivate mutating func advance(
        _ changes: ListChanges, _ notifier: ListNotifier, _ counting: EventStream.Counting, wakeUp: (UInt64) -> Void
    ) throws -> Bool {
        guard mayHaveMore, isBetweenEvents, !hasEnded else { return false }
        for _ in positions.indices {
            turn = (turn + 1) % positions.count
            let list = positions[turn].list
            let text: [[UInt8]]
            let step =
                try pacing == nil
                ? positions[turn].next(changes, isPreparing: { notifier.isPreparing(list) }) : paced(changes, notifier, wakeUp)
            switch step {
            case .nothing: continue
            case .change(let object):
                do throws(EventMemory.IsFull) {
                    held = try counting.memory.hold(object, counting.share)
                } catch {
                    // Between two events: the reader has all before this one, and resumes.
                    hasEnded = true
                    return false
                }
                text = [EventText.change.opening, object, EventText.change.end]
            case .reset: text = [EventText.reset(list, version: positions[turn].version)]
            case .deleted:
                text = [EventText.deleted(list, version: positions[turn].version)]
                hasEnded = names == nil
            }
            piece = EventText.id(id)
            further = text
            return true
        }
        mayHaveMore = false
        return false
    }

    /// The next step of the position whose turn it is, unless its last event is too new.
    private mutating func paced(_ changes: ListChanges, _ notifier: ListNotifier, _ wakeUp: (UInt64) -> Void) throws -> ListPosition.Step {
        guard var pacing else { return .nothing }
        defer { self.pacing = pacing }
        let now = notifier.now
        guard pacing.isOpen(turn, at: now) else {
            if try positions[turn].hasNext(changes), let time = pacing.wakeUp(for: turn, at: now) { wakeUp(time) }
            return .nothing
        }
        let step = try positions[turn].nextMerged(changes)
        // The interval runs from here, not from before the text was made.
        if step != .nothing { pacing.send(turn, at: notifier.now) }
        return step
    }

    /// The id of an event that leads to the positions.
    private var id: String {
        guard let names else { return String(positions[turn].version) }
        return EventCursor.text(
            zip(names, positions).map { (name: $0, position: EventCursor.Position(version: $1.version, created: $1.created)) })
    }
}
