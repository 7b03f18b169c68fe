import Foundations
import HTTPServing
import HTTPTypes
import JSON
import Wire

/// `GET /me`: who asks, and what that token may do.
enum CallerRoute {
    static let route = ScopedRoute(.get, "/me", requires: .scope(.read)) { request, _ in
        _ = try Parameters(request, allowing: [])
        try request.requireJSON()
        let headers = [Response.Header(.contentType, MediaType.json), Response.Header(.cacheControl, "no-store")]
        return .response(Response(status: .ok, headers: headers, body: .bytes(bytes(of: request.grant))))
    }

    /// - Parameter grant: `nil` where no token is asked for, and everybody may do everything.
    private static func bytes(of grant: Grant?) -> [UInt8] {
        var json = JSONWriter()
        json.beginObject()
        json.member("name", grant?.name)
        json.member("scope", (grant?.scope ?? .admin).rawValue)
        json.key("lists")
        json.strings(grant?.lists.map { $0.map(\.text) } ?? ["*"])
        json.member("notAfter", grant?.notAfter.map { Timestamp.text($0) })
        json.endObject()
        return json.bytes
    }
}
