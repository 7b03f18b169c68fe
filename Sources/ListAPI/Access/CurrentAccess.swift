import HTTPServing
import Synchronization

/// What answers under the access rules that hold now. Any thread may use it.
final class CurrentAccess: Sendable {
    private let parts: AuthenticationParts
    private let flags: AccessFlags
    private let middleware: Mutex<AuthenticationMiddleware>

    init(_ rules: AccessRules, _ parts: AuthenticationParts, _ flags: AccessFlags) {
        self.parts = parts
        self.flags = flags
        middleware = Mutex(AuthenticationMiddleware(rules, parts, limiter: Self.limiter(rules.rate)))
        parts.grants.check(against: rules.tokens)
    }

    var current: AuthenticationMiddleware { middleware.withLock { $0 } }

    /// Puts other rules in the place of those that hold. Requests that are being answered have been let in; answers that go on end where
    /// their token is gone, reaches less or has expired.
    func take(_ rules: AccessRules) {
        let hasOtherHeaders = middleware.withLock { middleware in
            let old = middleware.rules
            let limiter = rules.rate == old.rate ? middleware.limiter : Self.limiter(rules.rate)
            middleware = AuthenticationMiddleware(rules, parts, limiter: limiter)
            return rules.tokens.isEmpty != old.tokens.isEmpty
                || CrossOrigin.dependsOnOrigin(rules.origins) != CrossOrigin.dependsOnOrigin(old.origins)
        }
        flags.take(rules)
        if hasOtherHeaders { parts.cache.clear() }
        parts.grants.check(against: rules.tokens)
    }

    private static func limiter(_ limit: RateLimit) -> RateLimiter? { limit.isOn ? RateLimiter(limit) : nil }
}
