/// The parameters of a query, decoded, in the order sent.
///
/// Parts between `&` that are empty are skipped; a part without `=` has an empty value. `+` is a space. A name given twice stands
/// twice: whether that is an error is the caller's to say. Names are compared by their UTF-8 bytes.
public struct Query: Sendable {
    public let parameters: [QueryParameter]

    /// - Throws: for the first parameter with a malformed escape, invalid UTF-8 or an encoded NUL.
    public init(_ rawQuery: Substring.UTF8View?) throws(QueryError) {
        guard let rawQuery, !rawQuery.isEmpty else {
            parameters = []
            return
        }
        parameters = try Self.contiguous(rawQuery).get()
    }

    /// The value of the first parameter of that name.
    public subscript(_ name: String) -> String? {
        parameters.first { $0.isNamed(name) }?.value
    }

    private static func contiguous(_ rawQuery: Substring.UTF8View) -> Result<[QueryParameter], QueryError> {
        if let result = rawQuery.withContiguousStorageIfAvailable({ bytes in parse(bytes) }) { return result }
        return Array(rawQuery).withUnsafeBufferPointer { parse($0) }
    }

    private static func parse(_ bytes: UnsafeBufferPointer<UInt8>) -> Result<[QueryParameter], QueryError> {
        var parameters: [QueryParameter] = []
        var start = 0
        while start <= bytes.count {
            let part = UnsafeBufferPointer(rebasing: bytes[start...])
            let length = part.firstIndex(of: UInt8(ascii: "&")) ?? part.count
            start += length + 1
            if length == 0 { continue }
            do throws(QueryError) {
                parameters.append(try parameter(UnsafeBufferPointer(rebasing: part[..<length])))
            } catch {
                return .failure(error)
            }
        }
        return .success(parameters)
    }

    private static func parameter(_ part: UnsafeBufferPointer<UInt8>) throws(QueryError) -> QueryParameter {
        let equals = part.firstIndex(of: UInt8(ascii: "=")) ?? part.count
        let rawName = UnsafeBufferPointer(rebasing: part[..<equals])
        let rawValue = UnsafeBufferPointer(rebasing: part[min(equals + 1, part.count)...])
        var name: String?
        do throws(PercentDecodingError) {
            let decoded = try PercentDecoding.decode(rawName, plusIsSpace: true)
            name = decoded
            return QueryParameter(name: decoded, value: try PercentDecoding.decode(rawValue, plusIsSpace: true))
        } catch {
            throw QueryError(parameter: name ?? String(decoding: rawName, as: UTF8.self), reason: error)
        }
    }
}
