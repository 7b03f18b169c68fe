import Lists

/// The stored form of keys that rise: the distance of each from the one before, the first one's from the list's own number, as ``Varint``s.
enum DeadKeys {
    static func pack(_ keys: [Int64], list: Int64) -> [UInt8] {
        var bytes: [UInt8] = []
        var last = KeyRange.owner(ofList: list)
        for key in keys {
            Varint.append(UInt64(bitPattern: key &- last), to: &bytes)
            last = key
        }
        return bytes
    }

    static func unpack(_ bytes: [UInt8], list: Int64) throws(NodeCorruption) -> [Int64] {
        let range = KeyRange.keys(ofList: list)
        var keys: [Int64] = []
        var last = range.lowerBound
        var position = 0
        while position < bytes.count {
            guard let distance = bytes.withUnsafeBytes({ Varint.read($0, at: &position) }), distance > 0 else { throw NodeCorruption() }
            let (key, overflow) = last.addingReportingOverflow(Int64(bitPattern: distance))
            guard !overflow, key > last, key < range.upperBound else { throw NodeCorruption() }
            keys.append(key)
            last = key
        }
        return keys
    }
}
