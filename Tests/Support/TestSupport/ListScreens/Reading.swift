/// What the lists of the client's tests hold.
package struct Reading: Codable, Sendable, Equatable {
    package var title: String
    package var n: Int

    package init(title: String, n: Int) {
        self.title = title
        self.n = n
    }

    /// What an app writes before it is killed.
    package static func left(_ number: Int) -> Reading { Reading(title: "left \(number)", n: number) }
}
