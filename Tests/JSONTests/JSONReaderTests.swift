import JSON
import Lists
import Testing

@Suite("Reading a document piece by piece")
struct JSONReaderTests {
    private func read<Result>(_ text: String, _ body: (inout JSONReader) throws -> Result) throws -> Result {
        try JSONReader.read(text.utf8.span, body)
    }

    @Test("a value's place and its length without white space are known before it is copied")
    func spans() throws {
        try read(" [ { \"a\" : [ 1 , 2 ] } , \" x \" , 12 ] ") { reader in
            try reader.beginArray()
            #expect(try reader.nextElement())
            let object = try reader.scanValue()
            #expect((object.range, object.compactCount, object.kind) == (3..<22, 11, .object))
            #expect(reader.value(object).text == #"{"a":[1,2]}"#)
            #expect(try reader.nextElement())
            #expect(try reader.scanValue().compactCount == 5)
            #expect(try reader.nextElement())
            #expect(try reader.scanValue().range.count == 2)
            #expect(try reader.nextElement() == false)
            try reader.readEnd()
        }
    }

    @Test("strings and keys come unescaped, integers only where they are some")
    func scalars() throws {
        try read(#"{"\u0061\n":"x\"\ud83d\ude00é","i":[0,-7,9223372036854775807,9223372036854775808,1.0,1e2,-0]}"#) { reader in
            try reader.beginObject()
            #expect(try reader.nextKey() == "a\n")
            #expect(try reader.readString() == "x\"😀é")
            #expect(try reader.nextKey() == "i")
            #expect(try reader.peekKind() == .array)
            try reader.beginArray()
            var numbers: [String] = []
            while try reader.nextElement() { numbers.append(reader.value(try reader.scanValue()).text) }
            #expect(numbers == ["0", "-7", "9223372036854775807", "9223372036854775808", "1.0", "1e2", "-0"])
            #expect(try reader.nextKey() == nil)
            try reader.readEnd()
        }
    }

    @Test(
        "a document that is walked is held to the same rules as a value that is copied",
        arguments: [
            "[1,]", "[1 2]", "[,1]", "[", "[1", "[1,", "[1]]", "[1] x", "{\"a\":1,}", "{\"a\":1 \"b\":2}", "{,}", "{\"a\"}", "{\"a\":}",
            "{", "{\"a\":1",
            "{\"a\":1,\"\\u0061\":2}", "[{\"a\":{},\"a\":1}]", "{\"a\":[1}", "[{]", "[}", "{]", "", " ", "[1:2]", "{\"a\":1]", "{1:2}",
            "\u{FEFF}[]",
        ])
    func walkingIsStrict(text: String) {
        func walk(_ reader: inout JSONReader) throws {
            switch try reader.peekKind() {
            case .array:
                try reader.beginArray()
                while try reader.nextElement() { try walk(&reader) }
            case .object:
                try reader.beginObject()
                while try reader.nextKey() != nil { try walk(&reader) }
            default: _ = try reader.scanValue()
            }
        }
        #expect(throws: JSONSyntaxError.self) {
            try read(text) { reader in
                try walk(&reader)
                try reader.readEnd()
            }
        }
    }

    @Test("a key that stands twice in a large object is found where the object is walked")
    func walkedDuplicates() {
        let keys = (0..<1_000).map { "\"\($0)\":0" }.joined(separator: ",")
        #expect(throws: JSONSyntaxError.self) {
            try read("{" + keys + ",\"77\":0}") { reader in
                try reader.beginObject()
                while try reader.nextKey() != nil { _ = try reader.scanValue() }
            }
        }
    }

    @Test("the depth of a value counts from its own start")
    func depth() throws {
        let value = String(repeating: "[", count: 512) + String(repeating: "]", count: 512)
        try read("[[" + value + "]]") { reader in
            try reader.beginArray()
            _ = try reader.nextElement()
            try reader.beginArray()
            _ = try reader.nextElement()
            #expect(try reader.readValue().text == value)
        }
    }

    @Test("asking for what does not come next is an error")
    func wrongKinds() {
        #expect(throws: JSONSyntaxError.self) { try read("1") { try $0.beginArray() } }
        #expect(throws: JSONSyntaxError.self) { try read("[]") { try $0.beginObject() } }
        #expect(throws: JSONSyntaxError.self) { try read("1") { try $0.readString() } }
        #expect(throws: JSONSyntaxError.self) { try read("\"a\":1") { try $0.nextKey() } }
        #expect(throws: JSONSyntaxError.self) {
            try read("[\"a\":1]") { reader in
                try reader.beginArray()
                _ = try reader.nextKey()
            }
        }
    }
}
