import Foundations
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
    /// Whether the last page is named.
    var namesLast = true

    /// The header's value.
    var value: String {
        var end = ByteWriter()
        end.append("&limit=")
        end.append(limit)
        for parameter in parameters.encoded(without: PageWindow.names) {
            end.append(UInt8(ascii: "&"))
            end.append(text: parameter)
        }
        end.append("&at=")
        end.append(Int(version))
        end.append(">; rel=")
        var links = ByteWriter(capacity: 4 * (path.utf8.count + end.count + 40))
        func add(_ offset: Int, _ relation: StaticString) {
            links.append(links.count == 0 ? "<" : ", <")
            links.append(text: path)
            links.append("?offset=")
            links.append(offset)
            end.withBytes { links.append($0) }
            links.append(relation)
        }
        add(0, "\"first\"")
        let last = count == 0 ? nil : (count - 1) / limit * limit
        if offset < count {
            if offset > 0 { add(max(0, offset - limit), "\"prev\"") }
            if offset + shown < count { add(offset + shown, "\"next\"") }
        } else if let last, offset > 0 {
            add(last, "\"prev\"")
        }
        if let last, namesLast { add(last, "\"last\"") }
        return links.text
    }
}
