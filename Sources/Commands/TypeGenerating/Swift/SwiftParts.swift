/// The constant parts of every Swift file.
enum SwiftParts {
    static let item = """
        /// An item of a list, as every page and every change has it.
        public struct CellItem: Codable, Hashable, Identifiable, Sendable {
            public let id: String
            /// Section and row, from 0, in the version that was read.
            public let indexPath: [Int]
            /// The reuse identifier of the item's cell.
            public let cell: String
            /// The list's version that last changed the item's value or type.
            public let revision: Int64
            public let value: CellValue

            private enum CodingKeys: String, CodingKey { case id, indexPath, cell, revision }

            public init(id: String, indexPath: [Int], cell: String, revision: Int64, value: CellValue) {
                self.id = id
                self.indexPath = indexPath
                self.cell = cell
                self.revision = revision
                self.value = value
            }

            public init(from decoder: any Decoder) throws {
                let item = try decoder.container(keyedBy: CodingKeys.self)
                id = try item.decode(String.self, forKey: .id)
                indexPath = try item.decode([Int].self, forKey: .indexPath)
                cell = try item.decode(String.self, forKey: .cell)
                revision = try item.decode(Int64.self, forKey: .revision)
                value = try CellValue(from: decoder)
            }

            public func encode(to encoder: any Encoder) throws {
                var item = encoder.container(keyedBy: CodingKeys.self)
                try item.encode(id, forKey: .id)
                try item.encode(indexPath, forKey: .indexPath)
                try item.encode(cell, forKey: .cell)
                try item.encode(revision, forKey: .revision)
                try value.encode(to: encoder)
            }
        }

        """

    static let decoding = """
        private enum ItemKeys: String, CodingKey { case type, value, cell }

        /// For the `userInfo` of a decoder: the list's `defaultType`, which is that of its items without a type.
        public static let defaultTypeKey = CodingUserInfoKey(rawValue: "CellValue.defaultType")!

        public init(from decoder: any Decoder) throws {
            let item = try decoder.container(keyedBy: ItemKeys.self)
            let type = try item.decodeIfPresent(String.self, forKey: .type)
            // The type of such an item is one that the app does not know, not the list's.
            let isUnsupported = try item.decodeIfPresent(String.self, forKey: .cell) == "UnsupportedCell"
            let name = type ?? (isUnsupported ? nil : decoder.userInfo[Self.defaultTypeKey] as? String)
            if let name = name, let value = try? Self.known(name, item) {
                self = value
            } else {
                self = .unsupported(type: type, value: try item.decode(AnyJSON.self, forKey: .value))
            }
        }
        """

    /// In an app with the client a list reads and writes the enum by itself, and any JSON keeps the texts of its numbers.
    static let client = """
        #if canImport(SectionalClient)
            extension CellValue: TypedValue {}

            public typealias AnyJSON = JSONValue
        #else
        """

    static let anyJSON = """
        /// Any JSON value, with the cases that the client's `JSONValue` has for it.
        public enum AnyJSON: Codable, Hashable, Sendable {
            /// Also a number that is too large for a `Double`.
            case null
            case bool(Bool)
            case integer(Int64)
            case number(Double)
            case string(String)
            case array([AnyJSON])
            case object([String: AnyJSON])

            public init(from decoder: any Decoder) throws {
                let value = try decoder.singleValueContainer()
                if value.decodeNil() {
                    self = .null
                } else if let bool = try? value.decode(Bool.self) {
                    self = .bool(bool)
                } else if let integer = try? value.decode(Int64.self) {
                    self = .integer(integer)
                } else if let number = try? value.decode(Double.self) {
                    self = .number(number)
                } else if let string = try? value.decode(String.self) {
                    self = .string(string)
                } else if let array = try? value.decode([AnyJSON].self) {
                    self = .array(array)
                } else if let object = try? value.decode([String: AnyJSON].self) {
                    self = .object(object)
                } else {
                    self = .null
                }
            }

            public func encode(to encoder: any Encoder) throws {
                var value = encoder.singleValueContainer()
                switch self {
                case .null: try value.encodeNil()
                case .bool(let bool): try value.encode(bool)
                case .integer(let integer): try value.encode(integer)
                case .number(let number): try value.encode(number)
                case .string(let string): try value.encode(string)
                case .array(let array): try value.encode(array)
                case .object(let object): try value.encode(object)
                }
            }
        }
        """

    /// The days are counted as the civil calendar has them, in eras of 400 years that begin in March.
    static let date = """
        /// A date and a time as JSON has it (RFC 3339): read with any offset, written in UTC to the millisecond.
        fileprivate struct JSONDate: Codable {
            let date: Date

            init(_ date: Date) {
                self.date = date
            }

            init(from decoder: any Decoder) throws {
                let text = try decoder.singleValueContainer().decode(String.self)
                guard let date = Self.date(Array(text.utf8)) else {
                    throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: "no date-time of RFC 3339"))
                }
                self.date = date
            }

            func encode(to encoder: any Encoder) throws {
                var value = encoder.singleValueContainer()
                let milliseconds = (date.timeIntervalSince1970 * 1_000).rounded()
                guard (-62_167_219_200_000..<253_402_300_800_000).contains(milliseconds) else {
                    throw EncodingError.invalidValue(date, .init(codingPath: encoder.codingPath, debugDescription: "not in the years 0 to 9999"))
                }
                try value.encode(Self.text(Int64(milliseconds)))
            }

            private static func date(_ text: [UInt8]) -> Date? {
                func number(_ start: Int, _ count: Int) -> Int? {
                    guard start + count <= text.count else { return nil }
                    let digits = text[start..<(start + count)]
                    guard digits.allSatisfy({ (48...57).contains($0) }) else { return nil }
                    return digits.reduce(0) { $0 * 10 + Int($1) - 48 }
                }
                guard text.count >= 20, text[4] == 45, text[7] == 45, text[10] | 32 == 116, text[13] == 58, text[16] == 58,
                    let year = number(0, 4), let month = number(5, 2), let day = number(8, 2), let hour = number(11, 2),
                    let minute = number(14, 2), let second = number(17, 2), (1...12).contains(month), (1...31).contains(day), hour < 24,
                    minute < 60, second <= 60
                else { return nil }
                var end = 19
                var fraction = 0.0
                if text[end] == 46 {
                    let digits = text[(end + 1)...].prefix { (48...57).contains($0) }
                    guard !digits.isEmpty else { return nil }
                    fraction = digits.reversed().reduce(0.0) { ($0 + Double($1 - 48)) / 10 }
                    end = digits.endIndex
                }
                guard end < text.count else { return nil }
                var offset = 0
                if text[end] | 32 == 122 {
                    guard end + 1 == text.count else { return nil }
                } else {
                    guard text[end] == 43 || text[end] == 45, text.count == end + 6, text[end + 3] == 58, let hours = number(end + 1, 2),
                        let minutes = number(end + 4, 2), hours < 24, minutes < 60
                    else { return nil }
                    offset = (hours * 60 + minutes) * (text[end] == 43 ? 60 : -60)
                }
                let years = month > 2 ? year : year - 1
                let era = (years >= 0 ? years : years - 399) / 400
                let ofEra = years - era * 400
                let ofYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
                let days = era * 146_097 + ofEra * 365 + ofEra / 4 - ofEra / 100 + ofYear - 719_468
                return Date(timeIntervalSince1970: Double(days * 86_400 + hour * 3_600 + minute * 60 + second - offset) + fraction)
            }

            private static func text(_ milliseconds: Int64) -> String {
                func padded(_ number: Int64, _ count: Int) -> String {
                    let digits = String(number)
                    return String(repeating: "0", count: max(0, count - digits.utf8.count)) + digits
                }
                let day: Int64 = 86_400_000
                let days = (milliseconds >= 0 ? milliseconds : milliseconds - day + 1) / day
                let time = milliseconds - days * day
                let shifted = days + 719_468
                let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
                let ofEra = shifted - era * 146_097
                let years = (ofEra - ofEra / 1_460 + ofEra / 36_524 - ofEra / 146_096) / 365
                let ofYear = ofEra - (365 * years + years / 4 - years / 100)
                let month = (5 * ofYear + 2) / 153
                let date = [
                    padded(years + era * 400 + (month < 10 ? 0 : 1), 4), padded(month < 10 ? month + 3 : month - 9, 2),
                    padded(ofYear - (153 * month + 2) / 5 + 1, 2),
                ]
                let clock = [padded(time / 3_600_000, 2), padded(time / 60_000 % 60, 2), padded(time / 1_000 % 60, 2)]
                let fraction = time % 1_000 == 0 ? "" : "." + padded(time % 1_000, 3)
                return date.joined(separator: "-") + "T" + clock.joined(separator: ":") + fraction + "Z"
            }
        }
        """
}
