import Foundations

/// An origin as browsers write it (RFC 6454, 6.2; the Fetch and URL standards), or `*` for all.
enum Origin {
    static func isPossible(_ text: String) -> Bool { text == "*" || isOrigin(text) }

    private static func isOrigin(_ text: String) -> Bool {
        let scheme = text.utf8.prefix { $0 != UInt8(ascii: ":") }
        let mark = "://".utf8
        guard text.utf8[scheme.endIndex...].starts(with: mark), let first = scheme.first, ASCII.isSmallLetter(first),
            scheme.allSatisfy({ ASCII.isSmallLetter($0) || ASCII.isDigit($0) || "+-.".utf8.contains($0) })
        else { return false }
        let authority = text.utf8[scheme.endIndex...].dropFirst(mark.count)
        let hostEnd = authority.lastIndex(of: UInt8(ascii: "]")).map { authority.index(after: $0) } ?? authority.startIndex
        let colon = authority[hostEnd...].firstIndex(of: UInt8(ascii: ":"))
        guard isHost(authority[..<(colon ?? authority.endIndex)]) else { return false }
        guard let colon else { return true }
        let port = authority[authority.index(after: colon)...]
        guard let number = UInt16(String(Substring(port))), String(number).utf8.elementsEqual(port) else { return false }
        let known: [String: UInt16] = ["http": 80, "https": 443]
        return known[String(Substring(scheme))] != number
    }

    /// A name or an address of version 4; between brackets, one of version 6.
    private static func isHost(_ host: Substring.UTF8View) -> Bool {
        if host.first == UInt8(ascii: "["), host.last == UInt8(ascii: "]"), host.count > 2 {
            return host.dropFirst().dropLast().allSatisfy {
                ASCII.isSmallHexDigit($0) || ":.".utf8.contains($0)
            }
        }
        return !host.isEmpty && host.allSatisfy { ASCII.isSmallLetter($0) || ASCII.isDigit($0) || "-._".utf8.contains($0) }
    }
}
