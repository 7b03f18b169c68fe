import TestSupport
import Testing

@testable import Commands

@Suite("Reading CSV")
struct CSVReaderTests {
    @Test(
        "records are read as RFC 4180 says",
        arguments: [
            ("a,b\r\nc,d\r\n", [["a", "b"], ["c", "d"]]),
            ("a,b\nc,d", [["a", "b"], ["c", "d"]]),
            ("a,b\n", [["a", "b"]]),
            ("a,\n,b\n,", [["a", ""], ["", "b"], ["", ""]]),
            ("\"a,b\",\"c\nd\"\r\ne,f", [["a,b", "c\nd"], ["e", "f"]]),
            ("\"a\r\nb\"\r\nc", [["a\r\nb"], ["c"]]),
            ("\"say \"\"hi\"\"\",\"\"\"\"", [["say \"hi\"", "\""]]),
            ("\"\"\n\"\"", [[""], [""]]),
            ("\"\",\"\"\n", [["", ""]]),
            ("\u{FEFF}a,b\n1,2\n", [["a", "b"], ["1", "2"]]),
            ("a,b\n\n\r\nc,d\n\n\n", [["a", "b"], ["c", "d"]]),
            ("a\n\"\"\n\nb", [["a"], [""], ["b"]]),
            (" a , b \n", [[" a ", " b "]]),
            ("é,\u{1F600}\n", [["é", "\u{1F600}"]]),
            ("\"a\rb\",c\n", [["a\rb", "c"]]),
            ("", []),
            ("\u{FEFF}", []),
            ("\n\r\n", []),
        ])
    func records(text: String, expected: [[String]]) throws {
        #expect(try Self.records(text).map(\.fields) == expected)
    }

    @Test("a record's line is the one that it starts in, line ends in quotes counted")
    func lines() throws {
        #expect(try Self.records("a\n\"b\nb\"\n\nc\r\nd").map(\.line) == [1, 2, 5, 6])
    }

    @Test(
        "what is no CSV is an error that names its line",
        arguments: [
            ("a\nb\"c\"\n", ImportError("a quote in a field that does not start with one", line: 2)),
            ("a\n\"b\"c\n", ImportError("text behind a field's closing quote", line: 2)),
            ("a\n\"b\n\"c\n", ImportError("text behind a field's closing quote", line: 3)),
            ("a\n\"b\nc\nd", ImportError("a quote that is never closed", line: 2)),
            ("\"", ImportError("a quote that is never closed", line: 1)),
            ("a,b\rc,d\r", ImportError("a carriage return without a line feed behind it", line: 1)),
            ("a\nb\rc\n", ImportError("a carriage return without a line feed behind it", line: 2)),
            ("a\nb\r", ImportError("a carriage return without a line feed behind it", line: 2)),
        ])
    func errors(text: String, error: ImportError) {
        #expect(throws: error) { try Self.records(text) }
    }

    @Test("what a writer of CSV wrote is read back", arguments: 0..<50)
    func roundTrip(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let pieces = ["a", "\"", ",", "\n", "\r\n", "\r", "", "é", " ", "\"\"", "x,y"]
        let rows = (0..<20).map { _ in
            (0..<3).map { _ in (0..<Int.random(in: 0...4, using: &random)).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
            }
        }
        let text = rows.map { row in row.map { "\"\($0.replacingDoubledQuotes)\"" }.joined(separator: ",") }.joined(separator: "\n")
        #expect(try Self.records(text).map(\.fields) == rows, "seed \(seed)")
    }

    private static func records(_ text: String) throws -> [(fields: [String], line: Int)] {
        try Array(text.utf8).withUnsafeBufferPointer { bytes in
            var reader = CSVReader(bytes)
            var records: [(fields: [String], line: Int)] = []
            while try reader.next() {
                let fields = reader.fields.map { reader.withText(of: $0) { String(decoding: $0, as: UTF8.self) } }
                records.append((fields, reader.line))
            }
            return records
        }
    }
}

extension String {
    fileprivate var replacingDoubledQuotes: String { String(unicodeScalars.flatMap { $0 == "\"" ? ["\"", "\""] : [$0] }) }

    fileprivate init(_ scalars: [Unicode.Scalar]) {
        self.init(String.UnicodeScalarView(scalars))
    }
}
