public import Synchronization

/// Immutable values by key, each made once, however many threads ask for it at the same time. Any thread may use it.
///
/// Bounded in what the values cost together; ``ClockRing`` says which go. What is being made does not count yet.
public final class SingleFlightCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    /// A value that is being made, under a lock that its maker holds, so that others wait for it.
    @usableFromInline
    final class Flight: Sendable {
        @usableFromInline let value = Mutex<Value?>(nil)

        @inlinable
        init() {}
    }

    @usableFromInline
    struct State {
        @usableFromInline var ring: ClockRing<Key, Value>
        @usableFromInline var flights: [Key: Flight] = [:]

        @inlinable
        init(limit: Int) {
            ring = ClockRing(limit: limit)
        }

        /// Ends a flight, unless another one of its key has begun.
        @inlinable
        mutating func end(_ flight: Flight, of key: Key) {
            if flights[key] === flight { flights[key] = nil }
        }
    }

    @usableFromInline
    enum Lookup {
        case found(Value)
        case inFlight(Flight)
    }

    @usableFromInline let state: Mutex<State>

    /// Bytes that a value takes beside what it refers to, about.
    @inlinable public static var entryBytes: Int { ClockRing<Key, Value>.entryBytes }

    /// - Parameter limit: The most that all values may cost.
    @inlinable
    public init(limit: Int) {
        state = Mutex(State(limit: limit))
    }

    /// The value that is held or is being made; `nil` where there is none. Waits for one that is being made.
    @inlinable
    public func find(_ key: Key) -> Value? {
        let lookup: Lookup? = state.withLock { state in
            if let flight = state.flights[key] { return .inFlight(flight) }
            return state.ring.find(key).map { .found($0) }
        }
        switch lookup {
        case .found(let value): return value
        case .inFlight(let flight): return flight.value.withLock { $0 }
        case nil: return nil
        }
    }

    /// The value that is held, or the one that `make` makes. Where another thread is making it, this one waits; where that fails, this one
    /// makes its own.
    ///
    /// - Parameters:
    ///   - cost: What a value costs. One that costs more than the limit is not kept.
    ///   - make: Runs under the value's lock, so it must not ask for the same key.
    /// - Throws: The errors of `make`; the cache keeps nothing then.
    @inlinable
    public func value(for key: Key, cost: (Value) -> Int, make: () throws -> Value) throws -> Value {
        let lookup: Lookup = state.withLock { state in
            if let flight = state.flights[key] { return .inFlight(flight) }
            if let value = state.ring.find(key) { return .found(value) }
            let flight = Flight()
            state.flights[key] = flight
            return .inFlight(flight)
        }
        switch lookup {
        case .found(let value): return value
        case .inFlight(let flight): return try land(flight, of: key, cost: cost, make: make)
        }
    }

    @inlinable
    func land(_ flight: Flight, of key: Key, cost: (Value) -> Int, make: () throws -> Value) throws -> Value {
        try flight.value.withLock { landed in
            if let landed { return landed }
            do {
                let value = try make()
                let cost = cost(value)
                landed = value
                state.withLock { state in
                    state.ring.insert(value, for: key, cost: cost)
                    state.end(flight, of: key)
                }
                return value
            } catch {
                state.withLock { $0.end(flight, of: key) }
                throw error
            }
        }
    }
}
