import Foundations

/// A host that stands in a URL without brackets: a name, or the numbers of an address.
enum WebhookHostName {
    /// Labels of letters, digits, `-` and `_`, at most 63 bytes each and 253 together (RFC 1035, 2.3.4).
    static func host(_ bytes: ArraySlice<UInt8>) throws(WebhookURLError) -> WebhookURL.Host {
        guard !bytes.isEmpty else { throw WebhookURLError(.malformed, "it has no host") }
        let name = bytes.last == UInt8(ascii: ".") ? bytes.dropLast() : bytes
        let labels = name.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard labels.allSatisfy({ !$0.isEmpty }) else { throw WebhookURLError(.malformed, "its host has an empty label") }
        guard name.allSatisfy({ ASCII.isLetter($0) || ASCII.isDigit($0) || $0 == 0x2D || $0 == 0x5F || $0 == 0x2E }) else {
            throw WebhookURLError(.malformed, "its host has a character other than letters, digits, dots, - and _")
        }
        guard name.count <= 253, labels.allSatisfy({ $0.count <= 63 }) else {
            throw WebhookURLError(.malformed, "its host is too long for a name")
        }
        if let last = labels.last, isNumeric(last) {
            // libcurl takes it for a name.
            guard name.endIndex == bytes.endIndex else {
                throw WebhookURLError(.notAllowed, "its host is a number with a dot behind it")
            }
            guard let address = address(labels) else {
                throw WebhookURLError(.malformed, "its host ends in a number and is no IPv4 address")
            }
            return .address(address)
        }
        let text = String(decoding: bytes.map(ASCII.lowercased), as: UTF8.self)
        let isLocal = labels.last.map { ASCII.isEqual($0, toLowercase: "localhost") } ?? false
        return isLocal ? .address(.v4(0x7F00_0001)) : .name(text)
    }

    /// Whether a label is digits, or `0x` with hexadecimal digits behind it or none. No name ends in such a one (RFC 3696, 2).
    private static func isNumeric(_ label: ArraySlice<UInt8>) -> Bool {
        if label.allSatisfy(ASCII.isDigit) { return true }
        return isHexadecimal(label) && label.dropFirst(2).allSatisfy { ASCII.hexValue(of: $0) != nil }
    }

    private static func isHexadecimal(_ label: ArraySlice<UInt8>) -> Bool {
        ASCII.isEqual(label.prefix(2), toLowercase: "0x")
    }

    /// Reads one to four numbers as POSIX says of `inet_addr`: each decimal, octal behind a `0` or hexadecimal behind `0x`, all but the last one
    /// byte, and the last one all the bytes that are left.
    private static func address(_ labels: [ArraySlice<UInt8>]) -> IPAddress? {
        guard (1...4).contains(labels.count) else { return nil }
        var address: UInt64 = 0
        for (index, label) in labels.enumerated() {
            let bytes = index == labels.count - 1 ? 4 - index : 1
            guard let number = number(label), number >> (8 * UInt64(bytes)) == 0 else { return nil }
            address = address << (8 * UInt64(bytes)) | number
        }
        return .v4(UInt32(truncatingIfNeeded: address))
    }

    /// At most 32 bits.
    private static func number(_ label: ArraySlice<UInt8>) -> UInt64? {
        let (digits, radix): (ArraySlice<UInt8>, Int) =
            if isHexadecimal(label) {
                (label.dropFirst(2), 16)
            } else if label.first == UInt8(ascii: "0"), label.count > 1 {
                (label.dropFirst(), 8)
            } else {
                (label, 10)
            }
        guard digits.allSatisfy({ ASCII.hexValue(of: $0) != nil }) else { return nil }
        return UInt32(String(decoding: digits, as: UTF8.self), radix: radix).map(UInt64.init)
    }
}
