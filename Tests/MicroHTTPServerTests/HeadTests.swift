import HTTPServing
import HTTPTypes
import MicroHTTPServer
import TestSupport
import Testing

@Suite("The head of a request")
struct HeadTests {
    private static let names = [
        "Accept", "accept-encoding", "If-Match", "IF-NONE-MATCH", "X-A", "X-B", "Prefer", "Origin", "X-Long-Name-1",
    ]

    @Test("headers are found whatever their case, their number and their order, joined where they repeat", .readsLibraryMemory)
    func headers() throws {
        let server = try TestServer { request in
            let lines = Self.names.compactMap { HTTPField.Name($0) }.map { name in
                "\(name.canonicalName)=\(request.headers[name].map { "<\($0)>" } ?? "-")"
            }
            return .text(lines.joined(separator: "|"))
        } configure: {
            $0.threads = 1
        }
        var random = SeededGenerator(seed: 5)
        let connection = try server.connect()
        for _ in 0..<300 {
            let lines = (0..<random.below(random.below(10) == 0 ? 120 : 12)).map { _ in
                let name = Self.names[random.below(Self.names.count)]
                let value = String("a value, \"v7\"; q=0.5 é".prefix(random.below(22))).trimmed
                return (name: random.below(2) == 0 ? name : random.below(2) == 0 ? name.lowercased() : name.uppercased(), value: value)
            }
            let head = lines.map { "\($0.name): \($0.value)\r\n" }.joined()
            connection.send("GET /?a=%20b&c HTTP/1.1\r\nHost: t\r\n\(head)\r\n")
            let expected = Self.names.map { name in
                let values = lines.filter { $0.name.lowercased() == name.lowercased() }.map(\.value)
                return "\(name.lowercased())=\(values.isEmpty ? "-" : "<\(values.joined(separator: ", "))>")"
            }
            #expect(try connection.response().text == expected.joined(separator: "|"))
        }
    }

    @Test("a target arrives byte by byte as it was sent, at once and later", .readsLibraryMemory)
    func targets() throws {
        let answers = WaitingAnswers()
        let server = try TestServer { request in
            guard request.method == .post else { return .text(request.target.raw) }
            return .later { complete in
                answers.add { complete { Response(status: .ok, body: .bytes(Array(request.target.raw.utf8))) } }
            }
        }
        var random = SeededGenerator(seed: 6)
        let letters = Array("/?&=%2f%00+a.b~é#;:@".unicodeScalars)
        let connection = try server.connect()
        for round in 0..<400 {
            let target = "/" + String(String.UnicodeScalarView((0..<random.below(40)).map { _ in letters[random.below(letters.count)] }))
            connection.send("\(round.isMultiple(of: 4) ? "POST" : "GET") \(target) HTTP/1.1\r\nHost: t\r\n\r\n")
            if round.isMultiple(of: 4) {
                try eventually { answers.count > 0 }
                answers.completeAll()
            }
            #expect(try connection.response().text == target)
        }
    }

    @Test("a target with a control character, a space or a byte that is no UTF-8 is 400 wherever that stands")
    func flawedTargets() throws {
        let seen = SeenRequests()
        let server = try TestServer(answer: seen.answer)
        var random = SeededGenerator(seed: 7)
        for _ in 0..<600 {
            var target = Array("/".utf8) + (0..<random.below(30)).map { _ in UInt8(0x61 + random.below(26)) }
            let byte = [1, 2, 0x09, 0x0B, 0x1F, 0x20, 0x7F, 0x80, 0xC3, 0xE2, 0xFF, 0x21, 0x7E, 0x3F][random.below(14)] as UInt8
            target.insert(byte, at: 1 + random.below(target.count))
            // A space at the end is one more between target and version.
            let isSound = byte > 0x20 && byte < 0x7F
            let connection = try server.connect()
            connection.send(Array("GET ".utf8) + target + Array(" HTTP/1.1\r\nHost: t\r\nConnection: close\r\n\r\n".utf8))
            #expect(try connection.response().status == (isSound ? 200 : 400), "\(target)")
        }
    }

    @Test("a header's value with a control character is 400 wherever that stands, and no other byte is")
    func flawedValues() throws {
        let server = try TestServer()
        var random = SeededGenerator(seed: 8)
        for _ in 0..<600 {
            var value = Array("v".utf8) + (0..<random.below(30)).map { _ in UInt8(0x61 + random.below(26)) }
            let byte = [1, 8, 0x09, 0x0B, 0x1F, 0x20, 0x7F, 0x80, 0xC3, 0xFF, 0x21, 0x7E][random.below(12)] as UInt8
            value.insert(byte, at: 1 + random.below(value.count))
            value.append(UInt8(ascii: "."))
            let connection = try server.connect()
            connection.send(Array("GET / HTTP/1.1\r\nHost: t\r\nConnection: close\r\nX-V: ".utf8) + value + Array("\r\n\r\n".utf8))
            let isSound = byte == 0x09 || (byte >= 0x20 && byte != 0x7F)
            #expect(try connection.response().status == (isSound ? 200 : 400), "\(value)")
        }
    }
}

extension String {
    /// Without the blanks at both ends, which are no part of a header's value.
    fileprivate var trimmed: String {
        var text = drop { $0 == " " }
        while text.last == " " { text.removeLast() }
        return String(text)
    }
}
