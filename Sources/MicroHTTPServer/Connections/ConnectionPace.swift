/// Decides whether a client sends, or reads its answer, fast enough, from looks at its connection: a pure state machine over times and counts.
package struct ConnectionPace {
    /// The visible state of a connection.
    package struct Look {
        /// As ``ConnectionProgress/stepCount``.
        let steps: Int
        /// Bytes of the body that is arriving; `nil` while none is.
        let body: Int?
        /// Bytes of answers that the client's system has taken, while others wait for it; `nil` while none do.
        let taken: Int?
        /// Bytes that the system has received on the connection.
        let received: UInt64

        package init(steps: Int, body: Int?, received: UInt64, taken: Int? = nil) {
            self.steps = steps
            self.body = body
            self.received = received
            self.taken = taken
        }
    }

    /// The bounds that a client has to keep.
    package struct Rules {
        /// Seconds from the first byte of a request that was seen until its headers are whole.
        let headerSeconds: Double
        /// Bytes of a body or of an answer a second, over any window.
        let bodyRate: Int
        let windowSeconds: Double

        package init(headerSeconds: Double, bodyRate: Int, windowSeconds: Double) {
            self.headerSeconds = headerSeconds
            self.bodyRate = bodyRate
            self.windowSeconds = windowSeconds
        }
    }

    package enum Verdict {
        case inTime
        case slowHeaders
        case slowBody
        case slowReader
    }

    private struct Sample {
        let time: Double
        let bytes: Int
    }

    private var steps = 0
    /// Bytes received when the connection last began to wait for a request.
    private var base: UInt64 = 0
    private var firstByte: Double?
    /// The body's or the answer's bytes at most a third of a window apart; the first is as old as a window, or as the body.
    private var samples: [Sample] = []

    package init() {}

    /// Takes another look.
    ///
    /// - Parameter time: Seconds that only grow.
    package mutating func look(_ look: Look, at time: Double, _ rules: Rules) -> Verdict {
        if look.steps != steps {
            steps = look.steps
            base = look.received
            firstByte = nil
            samples = []
        }
        if let bytes = look.body { return isSlow(bytes, at: time, rules) ? .slowBody : .inTime }
        if let bytes = look.taken { return isSlow(bytes, at: time, rules) ? .slowReader : .inTime }
        samples = []
        guard look.steps.isMultiple(of: 2), look.received > base else { return .inTime }
        let start = firstByte ?? time
        firstByte = start
        return time - start >= rules.headerSeconds ? .slowHeaders : .inTime
    }

    private mutating func isSlow(_ bytes: Int, at time: Double, _ rules: Rules) -> Bool {
        if samples.last.map({ time - $0.time >= rules.windowSeconds / 3 }) ?? true { samples.append(Sample(time: time, bytes: bytes)) }
        while samples.count > 1, time - samples[1].time >= rules.windowSeconds { samples.removeFirst() }
        guard let first = samples.first, time - first.time >= rules.windowSeconds else { return false }
        return Double(bytes - first.bytes) < Double(rules.bodyRate) * (time - first.time)
    }
}
