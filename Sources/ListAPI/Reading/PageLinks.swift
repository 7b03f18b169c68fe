import Wire

/// The `Link` of a page (RFC 8288): its neighbours, pinned to the version that was read.
struct PageLinks {
    /// The path of the route, encoded.
    let path: String
    let parameters: Parameters
    let version: Int64
    let page: PageRequest
    /// How many there are in all, and how many the page shows.
    let count: Int
    let shown: Int

    /// The header's value.
    var value: String {
        var links = [link(to: 0, "first")]
        let last = count == 0 ? nil : (count - 1) / page.limit * page.limit
        if page.offset >= count {
            if let last, page.offset > 0 { links.append(link(to: last, "prev")) }
        } else {
            if page.offset > 0 { links.append(link(to: max(0, page.offset - page.limit), "prev")) }
            if page.offset + shown < count { links.append(link(to: page.offset + shown, "next")) }
        }
        if let last { links.append(link(to: last, "last")) }
        return links.joined(separator: ", ")
    }

    private func link(to offset: Int, _ relation: String) -> String {
        let kept = parameters.encoded(without: ["offset", "at", "limit"])
        let query = (["offset=\(offset)", "limit=\(page.limit)"] + kept + ["at=\(version)"]).joined(separator: "&")
        return "<\(path)?\(query)>; rel=\"\(relation)\""
    }
}
