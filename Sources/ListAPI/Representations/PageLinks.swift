import ASCII
import Lists
import Wire

/// The `Link` of a page (RFC 8288): its neighbours, pinned to the version that was read.
struct PageLinks {
    /// The path of the route, encoded.
    let path: String
    let parameters: Parameters
    let version: Int64
    let offset: Int
    let limit: Int
    /// How many there are in all, and how many the page shows.
    let count: Int
    let shown: Int

    /// The header's value.
    var value: String {
        var end: [UInt8] = []
        ASCII.append("&limit=", to: &end)
        ASCII.append(limit, to: &end)
        for parameter in parameters.encoded(without: PageWindow.starts + ["at", "limit"]) {
            end.append(UInt8(ascii: "&"))
            end.append(contentsOf: parameter.utf8)
        }
        ASCII.append("&at=", to: &end)
        ASCII.append(Int(version), to: &end)
        ASCII.append(">; rel=", to: &end)
        var links: [UInt8] = []
        links.reserveCapacity(4 * (path.utf8.count + end.count + 40))
        func add(_ offset: Int, _ relation: StaticString) {
            ASCII.append(links.isEmpty ? "<" : ", <", to: &links)
            links.append(contentsOf: path.utf8)
            ASCII.append("?offset=", to: &links)
            ASCII.append(offset, to: &links)
            links.append(contentsOf: end)
            ASCII.append(relation, to: &links)
        }
        add(0, "\"first\"")
        let last = count == 0 ? nil : (count - 1) / limit * limit
        if offset < count {
            if offset > 0 { add(max(0, offset - limit), "\"prev\"") }
            if offset + shown < count { add(offset + shown, "\"next\"") }
        } else if let last, offset > 0 {
            add(last, "\"prev\"")
        }
        if let last { add(last, "\"last\"") }
        return String(decoding: links, as: UTF8.self)
    }
}
