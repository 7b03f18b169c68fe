public import ListAPI

/// `auth.…`: who may do what.
public struct AuthSettings: Sendable, Equatable {
    /// None opens everything to everybody.
    public var tokens: [AccessToken] = []
}
