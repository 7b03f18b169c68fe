import Synchronization

extension PendingResponse {
    /// The same answer, which holds a charge until it is ready, or until nobody waits for it any more.
    public func holding(_ charge: MemoryCharge) -> PendingResponse {
        guard case .deferred(let response) = self else { return self }
        return .deferred(ChargedResponse(response, charge))
    }
}

/// A deferred response that holds memory until it is ready.
private final class ChargedResponse: DeferredResponse {
    private let base: any DeferredResponse
    private let charge: Mutex<MemoryCharge?>

    init(_ base: any DeferredResponse, _ charge: MemoryCharge) {
        self.base = base
        self.charge = Mutex(charge)
    }

    func start(_ ready: @escaping @Sendable () -> Void) {
        base.start { [self] in
            charge.withLock { $0 = nil }
            ready()
        }
    }

    func makeResponse() -> Response { base.makeResponse() }
}
