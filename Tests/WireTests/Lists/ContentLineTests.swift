import Lists
import TestSupport
import Testing
import Wire

@Suite("A list's content as NDJSON")
struct ContentLineTests {
    private static let sample = """
        {"list":{"id":"l","version":3,"title":"T é","metadata":{"k": 1},"defaultType":"M","identity":"/i","sectionCount":1,"itemCount":2,\
        "createdAt":"x","updatedAt":"y","list":"l"}}
        \t {"item":{"value":1.0}}\r

        {"section":{"id":"a","index":0,"header":"A","footer":[ ],"metadata":{},"itemCount":2,"list":"l"}}\r
        \u{20}\t\r
        {"item":{"id":"x","indexPath":[0,0],"type":"CityModel","cell":"CityCell","revision":1,"list":"l","value":{"b":1.0,"a":1e400}}}
         { "item" : { "id":"ÿ👩‍👩‍👧","type":null,"value":null } }\u{20}
        {"section":{}}
        {"item":{"value":[]}}
        """
    private static let pieces = [
        #"1 list T é {"k":1} M /i"#, "2 item - unspecified 1.0", #"4 section a "A" [] {} 0"#,
        #"6 item x named("CityModel") {"b":1.0,"a":1e400}"#, "7 item ÿ👩‍👩‍👧 none null", "8 section - null null {} 0",
        "9 item - unspecified []",
    ]

    @Test("is read from two pieces, wherever they part")
    func everySplit() throws {
        for end in ["", "\n", "\r\n", "\n\n \n"] {
            let bytes = Array((Self.sample + end).utf8)
            for place in 0...bytes.count {
                let run = try LineRun([Array(bytes[..<place]), Array(bytes[place...])])
                try #require(run.problem == nil && run.pieces == Self.pieces, "\(place)")
            }
            #expect(try LineRun(bytes.map { [$0] }).pieces == Self.pieces)
        }
    }

    @Test("is read from pieces of any sizes, and fails at the same line whatever they are")
    func randomSplits() throws {
        let seed = UInt64.random(in: 0 ... .max)
        var random = SeededGenerator(seed: seed)
        let bytes = Array((Self.sample + "\n{\"item\":}\n").utf8)
        for _ in 0..<300 {
            var parts: [[UInt8]] = []
            var rest = bytes[...]
            while !rest.isEmpty {
                let count = Int.random(in: 0...90, using: &random)
                parts.append(Array(rest.prefix(count)))
                rest = rest.dropFirst(count)
            }
            let run = try LineRun(parts)
            try #require(run.pieces == Self.pieces && run.refusal == "malformed-json 10", "seed \(seed)")
        }
    }

    @Test("without lines is refused", arguments: ["", "\n", " \n\r\n\t"])
    func empty(text: String) throws {
        let run = try LineRun(text)
        #expect(run.pieces.isEmpty && run.problem != nil)
    }

    @Test("that is no JSON is refused at its line, and nothing behind it is read")
    func syntax() throws {
        let bad = [
            "{", "{}{}", "{\"item\":{\"value\":1}} x", "{\"item\":{\"value\":01}}", "{\"item\":{\"value\":\"\\ud800\"}}", "nul",
            "{\"item\":{\"value\":{\"a\":1,\"\\u0061\":2}}}", "{\"item\":{\"value\":1},\"item\":{\"value\":1}}",
            "{\"item\":{\"value\":1,\"value\":2}}", "\u{FEFF}{\"item\":{\"value\":1}}", "{\"item\":{\"value\":\"\u{1}\"}}",
            "{\"item\":{\"value\":\(String(repeating: "[", count: 513))\(String(repeating: "]", count: 513))}}",
        ]
        for line in bad {
            let run = try LineRun("{\"item\":{\"value\":1}}\n\n\(line)\n{\"item\":{\"value\":2}}\n")
            #expect(run.refusal == "malformed-json 3" && run.pieces.count == 1, "\(line.prefix(60))")
            #expect(run.problem?.detail.hasPrefix("line 3, column ") == true)
            #expect(try LineRun("\n\(line)").refusal == "malformed-json 2", "\(line.prefix(60))")
        }
        let bytes = Array("{\"item\":{\"value\":\"".utf8) + [0xC3, 0x28] + Array("\"}}\n".utf8)
        #expect(try LineRun([bytes]).refusal == "malformed-json 1")
        let deep = "{\"item\":{\"value\":\(String(repeating: "[", count: 512))\(String(repeating: "]", count: 512))}}"
        #expect(try LineRun(deep).problem == nil)
    }

    @Test("that is JSON and not right is reported at the end, with its line")
    func meaning() throws {
        let long = String(repeating: "i", count: 129)
        let bad = [
            ("5", "invalid-value"), ("[]", "invalid-value"), ("{}", "invalid-value"), (#"{"name":"Paris"}"#, "unknown-key"),
            (#"{"item":{"value":1},"section":{}}"#, "invalid-value"), (#"{"item":{"value":1},"note":1}"#, "unknown-key"),
            (#"{"items":[]}"#, "unknown-key"), (#"{"item":1}"#, "invalid-value"), (#"{"item":{}}"#, "invalid-value"),
            (#"{"item":{"value":1,"x":1}}"#, "unknown-key"), (#"{"item":{"value":1,"id":1}}"#, "invalid-value"),
            (#"{"item":{"value":1,"id":"\#(long)"}}"#, "invalid-value"), (#"{"item":{"value":1,"type":""}}"#, "invalid-value"),
            (#"{"section":[]}"#, "invalid-value"), (#"{"section":{"items":[]}}"#, "unknown-key"),
            (#"{"section":{"metadata":1}}"#, "invalid-value"),
            (#"{"section":{"header":"\#(String(repeating: "h", count: 16 << 10))"}}"#, "limit-exceeded"),
            (#"{"section":{"id":"a"}}"#, "invalid-value"), (#"{"list":{}}"#, "invalid-value"),
        ]
        for (line, slug) in bad {
            let run = try LineRun("\n{\"section\":{\"id\":\"a\"}}\n\(line)\n{\"item\":{\"value\":2}}\n5")
            #expect(run.refusal == "\(slug) 3" && run.pieces.count == 1, "\(line.prefix(60))")
            #expect(try LineRun("{\"section\":{\"id\":\"a\"}}\n\(line)\n{\"item\":\n").refusal == "malformed-json 3", "\(line.prefix(60))")
        }
        let lists = [
            (#"{"list":5}"#, "invalid-value"), (#"{"list":{"sections":[]}}"#, "unknown-key"), (#"{"list":{"title":1}}"#, "invalid-value"),
            (#"{"list":{"identity":"x"}}"#, "invalid-value"), (#"{"list":{"x":1}}"#, "unknown-key"),
            (#"{"list":{"title":"\#(String(repeating: "t", count: 1_025))"}}"#, "limit-exceeded"),
        ]
        for (line, slug) in lists { #expect(try LineRun(line).refusal == "\(slug) 1", "\(line.prefix(60))") }
        #expect(try LineRun("\n{\"list\":{}}\n{\"list\":{}}\n").refusal == "invalid-value 3")
    }

    @Test("has as many sections and items as the limits say, and no more")
    func counts() throws {
        let limits = ContentLimits(sections: 2, items: 3)
        let (section, item) = ("{\"section\":{}}\n", "{\"item\":{\"value\":1}}\n")
        #expect(try LineRun(item + item + section + item, limits: limits).problem == nil)
        #expect(try LineRun(item + section + section, limits: limits).refusal == "limit-exceeded 3")
        #expect(try LineRun(section + section + section, limits: limits).refusal == "limit-exceeded 3")
        #expect(try LineRun(section + item + item + section + item + item, limits: limits).refusal == "limit-exceeded 6")
    }

    @Test("has values as large as the limit says, white space aside, and no larger")
    func values() throws {
        let limits = ContentLimits(value: 10)
        #expect(try LineRun(#"{"item":{"value":[ 1, 2, 3,    4 ]}}"#, limits: limits).problem == nil)
        #expect(try LineRun("\n{\"item\":{\"value\":\"123456789\"}}\n5", limits: limits).refusal == "too-large 2")
        #expect(try LineRun("5\n{\"item\":{\"value\":\"123456789\"}}\n", limits: limits).refusal == "too-large 2")
    }

    @Test("is held a line at a time, and a line that is too long not even that")
    func lineLimit() throws {
        let limits = ContentLimits(value: 1_000)
        let limit = 1_000 + (64 << 10)
        let item = #"{"item":{"value":1}}"#
        let longest = item + String(repeating: " ", count: limit - item.utf8.count)
        for size in [1, 100, 30_000, 1 << 20] {
            func parts(_ text: String) -> [[UInt8]] {
                let bytes = Array(text.utf8)
                return stride(from: 0, to: bytes.count, by: size).map { Array(bytes[$0..<min($0 + size, bytes.count)]) }
            }
            let fits = try LineRun(parts(longest + "\n" + longest + "\n" + longest), limits: limits)
            #expect(fits.problem == nil && fits.pieces.count == 3 && fits.held <= limit)
            for end in ["", "\n", "\r\n\(item)\n"] {
                let run = try LineRun(parts(item + "\n" + longest + " " + end), limits: limits)
                #expect(run.refusal == "too-large 2" && run.pieces.count == 1 && run.held <= limit)
            }
            let endless = try LineRun(parts(String(repeating: "[", count: 10 * limit)), limits: limits)
            #expect(endless.refusal == "too-large 1" && endless.readCount <= limit / size)
        }
    }
}
