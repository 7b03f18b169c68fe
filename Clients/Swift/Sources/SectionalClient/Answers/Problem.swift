public import Foundation

/// A problem document (RFC 9457): what the server says no with.
public struct Problem: Sendable, Hashable, Decodable {
    /// The slug as it was sent, also one that this client does not know.
    public let slug: String
    /// The HTTP status.
    public internal(set) var status: Int
    /// A summary of the kind of problem, the same for each occurrence.
    public let title: String
    /// A description of this occurrence, fit to show to a developer.
    public let detail: String?
    /// The request's place in the server's log.
    public internal(set) var requestID: String?
    /// The errors found in the request, as far as the server lists them.
    public let errors: [Entry]
    /// With 412: what a GET of the target answers now.
    public let current: JSONValue?
    /// With 410: the oldest version that can be read.
    public let oldest: ListVersion?
    /// Seconds after which to try again, by `Retry-After`.
    public internal(set) var retryAfter: TimeInterval?

    /// One thing that is wrong.
    public struct Entry: Sendable, Hashable, Decodable {
        /// A JSON pointer into the body that was sent.
        public let pointer: String?
        /// The name of the query parameter or header that is wrong; nil if it is another part.
        public let parameter: String?
        /// A description of this occurrence, fit to show to a developer.
        public let detail: String?

        /// Makes an entry, for previews and tests.
        public init(pointer: String? = nil, parameter: String? = nil, detail: String? = nil) {
            (self.pointer, self.parameter, self.detail) = (pointer, parameter, detail)
        }
    }

    /// Nil where the server is newer than this client.
    public var known: ProblemSlug? { ProblemSlug(rawValue: slug) }

    /// Makes a problem, for previews and tests.
    public init(
        slug: String, status: Int, title: String = "", detail: String? = nil, errors: [Entry] = [], current: JSONValue? = nil,
        oldest: ListVersion? = nil, requestID: String? = nil, retryAfter: TimeInterval? = nil
    ) {
        (self.slug, self.status, self.title, self.detail, self.errors) = (slug, status, title, detail, errors)
        (self.current, self.oldest, self.requestID, self.retryAfter) = (current, oldest, requestID, retryAfter)
    }

    private enum Key: String, CodingKey { case type, status, title, detail, errors, current, oldest }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        let type = try container.decodeIfPresent(String.self, forKey: .type) ?? ""
        slug = type.split(separator: "/").last.map(String.init) ?? ""
        status = try container.decodeIfPresent(Int.self, forKey: .status) ?? 0
        title = try container.decodeIfPresent(String.self, forKey: .title) ?? ""
        detail = try container.decodeIfPresent(String.self, forKey: .detail)
        errors = (try? container.decodeIfPresent([Entry].self, forKey: .errors)) ?? []
        current = try? container.decodeIfPresent(JSONValue.self, forKey: .current)
        oldest = try? container.decodeIfPresent(ListVersion.self, forKey: .oldest)
    }
}
