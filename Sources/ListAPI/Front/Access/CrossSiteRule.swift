import Foundations
import HTTPServing
import HTTPTypes
import JSON
import Lists
import Wire

/// Refuses a write that a browser sends for a page of another origin, unless that origin is allowed, and what a page of another site loads
/// without being able to read it.
///
/// Browsers say so themselves (Fetch Metadata, `Sec-Fetch-Site`); older ones, and those on plain HTTP, name the page's origin (RFC 6454).
/// Programs that are no browsers send neither header. Other reads are not refused: the browser keeps their answers from the page.
struct CrossSiteRule: Sendable {
    /// Why a request is refused.
    enum Refusal {
        case write
        case load

        var problem: RequestProblem {
            switch self {
            case .write:
                RequestProblem(.forbidden, "A browser sent this for a page of another origin, and that origin is not among cors.origins.")
            case .load: RequestProblem(.forbidden, "A browser sent this for a page of another site that may not read it.")
            }
        }
    }

    /// The paths that say nothing of what is here.
    private static let openPaths = ["/healthz", "/readyz"]

    /// As a browser sends them; `*` for all.
    let origins: [String]

    /// Why a request is refused; `nil` where it is not.
    func refusal(of request: Request) -> Refusal? {
        guard Self.changes(request.method) else {
            guard request.isLoadOfOtherSite else { return nil }
            return Self.openPaths.contains { $0.utf8.elementsEqual(request.target.rawPath) } ? nil : .load
        }
        guard request.mayNamePage else { return nil }
        let isOfOwnSite = request.isOfOwnSite
        if isOfOwnSite == true { return nil }
        let origin = request.headers[.origin]
        guard isOfOwnSite != nil || origin.map({ !Self.isOwn($0, request) }) ?? false, !allows(origin) else { return nil }
        return .write
    }

    private static func changes(_ method: HTTPRequest.Method) -> Bool {
        switch method {
        case .post, .put, .patch, .delete: true
        default: false
        }
    }

    private func allows(_ origin: String?) -> Bool {
        origins.contains { allowed in
            UTF8Text.areEqual(allowed, "*") || origin.map { UTF8Text.areEqual(allowed, $0) } ?? false
        }
    }

    /// Whether an origin has the host and the port that the request is for. Both may leave out the port of the origin's scheme.
    private static func isOwn(_ origin: String, _ request: Request) -> Bool {
        guard let mark = origin.utf8.firstIndex(of: UInt8(ascii: ":")), origin.utf8[mark...].starts(with: "://".utf8),
            let host = request.headers[.hostHeader]
        else { return false }
        let scheme = origin.utf8[..<mark]
        let port = scheme.elementsEqual("https".utf8) ? 443 : scheme.elementsEqual("http".utf8) ? 80 : nil
        guard let page = Authority(origin.utf8[mark...].dropFirst(3), defaultPort: port),
            let server = Authority(host.utf8[...], defaultPort: port)
        else { return false }
        return page == server
    }
}

/// A host and a port, as `Host` and an origin write them.
private struct Authority: Equatable {
    /// In small letters.
    private let host: [UInt8]
    /// `nil` where there is none and the scheme has none of its own.
    private let port: Int?

    init?(_ text: Substring.UTF8View, defaultPort: Int?) {
        let end = text.lastIndex(of: UInt8(ascii: "]")).map { text.index(after: $0) } ?? text.startIndex
        let colon = text[end...].firstIndex(of: UInt8(ascii: ":"))
        host = text[..<(colon ?? text.endIndex)].map(ASCII.lowercased)
        guard !host.isEmpty else { return nil }
        let digits = colon.map { text[text.index(after: $0)...] }
        if let digits, !digits.isEmpty {
            guard let number = UInt16(String(Substring(digits))) else { return nil }
            port = Int(number)
        } else {
            port = defaultPort
        }
    }
}
