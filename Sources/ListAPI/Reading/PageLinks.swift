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
        let start = "<\(path)?offset="
        let kept = parameters.encoded(without: PageWindow.starts + ["at", "limit"]).map { "&" + $0 }.joined()
        let end = "&limit=\(limit)\(kept)&at=\(version)>; rel="
        var links = ""
        func add(_ offset: Int, _ relation: String) {
            if !links.isEmpty { links += ", " }
            links += start
            links += String(offset)
            links += end
            links += relation
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
        return links
    }
}
