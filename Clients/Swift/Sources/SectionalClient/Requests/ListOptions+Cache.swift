import Foundation

extension ListOptions {
    /// Encodes rows on disk. The app's own encoder need not write what the app's own decoder reads.
    var cacheEncoder: JSONEncoder {
        let encoder = JSONEncoder()
        encoder.userInfo = makeEncoder().userInfo
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: Self.infinity, negativeInfinity: "-" + Self.infinity, nan: Self.notANumber)
        return encoder
    }

    /// The decoder of rows on disk.
    var cacheDecoder: JSONDecoder {
        let decoder = JSONDecoder()
        decoder.userInfo = makeDecoder().userInfo
        decoder.nonConformingFloatDecodingStrategy = .convertFromString(
            positiveInfinity: Self.infinity, negativeInfinity: "-" + Self.infinity, nan: Self.notANumber)
        return decoder
    }

    private static let infinity = "Infinity"
    private static let notANumber = "NaN"
}
