import HTTPServing
import Synchronization

/// The access rules that hold now, and what answers under them. Any thread may use it.
final class CurrentAccess: Sendable {
    /// What is made of one set of rules; it never changes.
    final class Stage: Sendable {
        let rules: AccessRules
        let limiter: RateLimiter?
        /// `nil` where no origin may send anything.
        let crossOrigin: CrossOrigin?
        let front: any Responder

        init(_ rules: AccessRules, _ parts: GateParts, limiter: RateLimiter?) {
            self.rules = rules
            self.limiter = limiter
            crossOrigin = rules.origins.isEmpty ? nil : CrossOrigin(origins: rules.origins, router: parts.router)
            let gate = Gate(rules, parts, limiter: limiter)
            front = crossOrigin.map { gate.behind([$0]) } ?? gate
        }
    }

    private let parts: GateParts
    private let flags: AccessFlags
    private let stage: Mutex<Stage>

    init(_ rules: AccessRules, _ parts: GateParts, _ flags: AccessFlags) {
        self.parts = parts
        self.flags = flags
        stage = Mutex(Stage(rules, parts, limiter: Self.limiter(rules.rate)))
        parts.grants.check(against: rules.tokens)
    }

    var current: Stage { stage.withLock { $0 } }

    /// Puts other rules in the place of those that hold. Requests that are being answered keep the rules that they came under; answers that
    /// go on end where their token is gone, reaches less or has expired.
    func take(_ rules: AccessRules) {
        let hasOtherHeaders = stage.withLock { stage in
            let old = stage.rules
            let limiter = rules.rate == old.rate ? stage.limiter : Self.limiter(rules.rate)
            stage = Stage(rules, parts, limiter: limiter)
            return rules.tokens.isEmpty != old.tokens.isEmpty
                || CrossOrigin.dependsOnOrigin(rules.origins) != CrossOrigin.dependsOnOrigin(old.origins)
        }
        flags.take(rules)
        if hasOtherHeaders { parts.cache.clear() }
        parts.grants.check(against: rules.tokens)
    }

    private static func limiter(_ limit: RateLimit) -> RateLimiter? { limit.isOn ? RateLimiter(limit) : nil }
}
