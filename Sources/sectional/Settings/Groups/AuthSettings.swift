import ListAPI

/// `auth.…`: who may do what.
struct AuthSettings: Sendable, Equatable {
    /// None opens everything to everybody.
    var tokens: [AccessToken] = []
}
