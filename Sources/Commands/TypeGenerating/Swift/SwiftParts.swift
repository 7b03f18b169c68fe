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
        private enum ItemKeys: String, CodingKey { case type, value }

        /// For the `userInfo` of a decoder: the list's `defaultType`, which is that of its items without a type.
        public static let defaultTypeKey = CodingUserInfoKey(rawValue: "CellValue.defaultType")!

        public init(from decoder: any Decoder) throws {
            let item = try decoder.container(keyedBy: ItemKeys.self)
            let type = try item.decodeIfPresent(String.self, forKey: .type)
            let name = type ?? decoder.userInfo[Self.defaultTypeKey] as? String
            if let name = name, let value = try? Self.known(name, item) {
                self = value
            } else {
                self = .unsupported(type: type, value: try item.decode(AnyJSON.self, forKey: .value))
            }
        }
        """

    static let anyJSON = """
        /// Any JSON value.
        public enum AnyJSON: Codable, Hashable, Sendable {
            /// Also a number that is too large for a `Double`.
            case null
            case boolean(Bool)
            case integer(Int64)
            case number(Double)
            case string(String)
            case array([AnyJSON])
            case object([String: AnyJSON])

            public init(from decoder: any Decoder) throws {
                let value = try decoder.singleValueContainer()
                if value.decodeNil() {
                    self = .null
                } else if let boolean = try? value.decode(Bool.self) {
                    self = .boolean(boolean)
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
                case .boolean(let boolean): try value.encode(boolean)
                case .integer(let integer): try value.encode(integer)
                case .number(let number): try value.encode(number)
                case .string(let string): try value.encode(string)
                case .array(let array): try value.encode(array)
                case .object(let object): try value.encode(object)
                }
            }
        }
        """
}
