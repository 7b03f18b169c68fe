/// A refusal by a list, with its reason. The message is safe to show to a client.
public struct ListError: Error, Sendable, Equatable {
    public let code: Code
    public let message: String
    /// The position of the error in a document of sections and items; `nil` if the error is about the whole.
    public let subject: Subject?
    /// The list that it is about; only a version that is gone says so.
    public let list: ListID?

    public init(_ code: Code, _ message: String, at subject: Subject? = nil, of list: ListID? = nil) {
        self.code = code
        self.message = message
        self.subject = subject
        self.list = list
    }

    /// The position of an error in a request, counted as the request counts.
    public enum Subject: Sendable, Equatable {
        case section(Int)
        case item(IndexPath)
        /// A line of what was uploaded, counted from 1.
        case line(Int)
        case part(OperationPart)
    }

    public enum Code: String, Sendable, CaseIterable {
        case listNotFound
        case sectionNotFound
        case itemNotFound
        /// Above the head.
        case versionNotFound
        /// Older than the history, or of a deleted incarnation of the id.
        case versionGone
        /// Older than the interactions that are kept.
        case interactionGone
        /// The item that a name stood for was deleted since.
        case itemGone
        case sectionGone
        /// A name in a body that stands for nothing.
        case referenceNotFound
        /// A position that does not exist.
        case indexOutOfRange
        /// An id that the list already has.
        case idTaken
        /// An id that stands twice in one document.
        case idRepeated
        /// A value without an id where the list's `identity` asks for one.
        case identityMissing
        /// More sections or items than a list may have.
        case limitExceeded
        /// A value that is longer than the limit.
        case tooLarge
        /// More writes wait than the store takes.
        case overloaded
        /// The store is closing, or could not write.
        case unavailable
        /// Content for a view, which has its source's.
        case viewNotWritable
        /// A definition of a view for a list that is none.
        case notAView
    }
}

/// A part of an operation that something can be wrong with.
public enum OperationPart: Sendable, Equatable {
    /// The names of what it changes.
    case item, section
    /// Its target.
    case index, targetSection, targetRow, before, after
    /// The value that it makes.
    case value
}

extension ListError {
    /// The error of content that is meant for a view.
    public static func viewNotWritable(_ view: ViewText) -> ListError {
        ListError(
            .viewNotWritable, "The list is a view of '\(view.source)': write to that list; items of the view can be changed and deleted.")
    }
}
