import Foundations
import HTTPServing
import ListAPI

/// A token that the tests know in clear.
enum TestTokens {
    static func token(_ text: String, _ scope: Scope, _ lists: [String]? = nil) -> AccessToken {
        let grant = Grant(name: "the one with \(text)", scope: scope, lists: lists.map { $0.map { NamePattern($0) } })
        return AccessToken(digest: SHA256Digest(of: Array(text.utf8)), grant: grant)
    }

    /// The header that sends a token.
    static func bearer(_ text: String) -> [String: String] { ["Authorization": "Bearer \(text)"] }
}
