import HTTPServing
import ListAPI

/// A token that a test knows in clear; its name is its text.
enum TestToken {
    static func token(_ text: String, _ scope: Scope = .admin) -> AccessToken {
        AccessToken(digest: SHA256Digest(of: Array(text.utf8)), grant: Grant(name: text, scope: scope))
    }
}
