import HTTPServing
import HTTPTypes
import JSON
import Wire

/// The headers of a browser about the page that a request is for (W3C, Fetch Metadata Request Headers).
extension Request {
    private static let siteName = HeaderNameSet(.secFetchSite)
    private static let originName = HeaderNameSet(.origin)
    /// Destinations that show an answer within a page, be it one that the page may not read.
    private static let frames = ["iframe", "frame", "object", "embed", "fencedframe"]

    /// Whether a browser says which page it sends this for; `false` for sure where it does not.
    ///
    /// - Parameter names: The names of the request's headers.
    static func mayNameSite(_ names: HeaderNameSet) -> Bool { names.mayContain(siteName) }

    /// Whether a browser names the page that it sends this for, or its origin; `false` for sure where it does not.
    var mayNamePage: Bool { Self.mayNameSite(head.names) || head.names.mayContain(Self.originName) }

    /// Whether a browser sends this for itself or for a page of this origin; `nil` where it does not say.
    var isOfOwnSite: Bool? {
        var isOwn: Bool?
        head.withValue(of: .secFetchSite) { site in isOwn = Bytes.areEqual(site, "same-origin") || Bytes.areEqual(site, "none") }
        return isOwn
    }

    /// Whether a page of another site loads this without reading it: as an image, a script, a frame. By load or error such a page would learn
    /// what is here.
    var isLoadOfOtherSite: Bool {
        guard method == .get || method == .head, Self.mayNameSite(head.names), isOfOwnSite == false else { return false }
        if head.isValue(of: .secFetchMode, "no-cors") { return true }
        guard let target = headers[.secFetchDest] else { return false }
        return Self.frames.contains { UTF8Text.areEqual($0, target) }
    }
}
