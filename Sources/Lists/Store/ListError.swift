/// What a list refuses, and why. The message is safe to show to a client.
public struct ListError: Error, Sendable, Equatable {
    public let code: Code
    public let message: String

    public init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    public enum Code: String, Sendable, CaseIterable {
        case listNotFound
        case sectionNotFound
        case itemNotFound
        /// Above the head.
        case versionNotFound
        /// Older than the history, or of an ended life of the id.
        case versionGone
        /// A place that does not exist.
        case indexOutOfRange
        /// An id that the list already has.
        case idTaken
        /// An id that stands twice in one document.
        case idRepeated
        /// More sections or items than a list may have.
        case limitExceeded
        /// More writes wait than the store takes.
        case overloaded
        /// The store is closing, or could not write.
        case unavailable
    }
}
