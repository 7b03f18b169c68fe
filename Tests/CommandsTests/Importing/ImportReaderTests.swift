import JSON
import Lists
import Testing

@testable import Commands

@Suite("Importing files")
struct ImportReaderTests {
    @Test("a CSV row is an object of strings, keys in column order, in one section when nothing else is said")
    func plainTable() throws {
        let content = try Self.read("code,name\n1,\"a \"\"b\"\"\"\n2,\"é\n\"\n", as: .csv)
        #expect(content.draft.properties == nil)
        #expect(content.draft.sections.map(\.id) == [nil])
        #expect(content.draft.sections.map(\.header) == [.null])
        #expect(Self.values(content) == [[#"{"code":"1","name":"a \"b\""}"#, #"{"code":"2","name":"é\n"}"#]])
        #expect(content.draft.sections[0].items.allSatisfy { $0.id == nil && $0.type == .unspecified })
    }

    @Test("rows become sections in order of first appearance, with ids, headers and types by column")
    func groupedTable() throws {
        let csv = """
            country,city,code,kind
            FR,Paris,CDG,HubModel
            IT,Rome,FCO,
            FR,Nice,NCE,HubModel
            ,Nowhere,XXX,
            """
        let content = try Self.read(csv, as: .csv, RowLayout(sectionBy: "country", id: "code", type: "kind"))
        let sections = content.draft.sections
        #expect(sections.map(\.id?.text) == ["FR", "IT", nil])
        #expect(sections.map(\.header.text) == [#""FR""#, #""IT""#, "null"])
        #expect(sections.map { $0.items.map { $0.id?.text } } == [["CDG", "NCE"], ["FCO"], ["XXX"]])
        #expect(sections.map { $0.items.map(\.type) } == [[.named("HubModel"), .named("HubModel")], [.none], [.none]])
        #expect(content.lines == [[2, 4], [3], [5]])
        #expect(content.itemCount == 4)
    }

    @Test("a header comes from the first row of its section, and an id only from a text that can be one")
    func headers() throws {
        let long = String(repeating: "x", count: 129)
        let csv = "key,title\na,First\na,Second\n\(long),Long\nb,\n"
        let sections = try Self.read(csv, as: .csv, RowLayout(sectionBy: "key", header: "title")).draft.sections
        #expect(sections.map(\.header.text) == [#""First""#, #""Long""#, "null"])
        #expect(sections.map(\.id?.text) == ["a", nil, "b"])
    }

    @Test("texts that look the same and have other bytes are other sections and other columns")
    func bytes() throws {
        let csv = "k,\u{E9},e\u{301}\n\u{E9},1,2\ne\u{301},3,4\n"
        let sections = try Self.read(csv, as: .csv, RowLayout(sectionBy: "k", id: "e\u{301}")).draft.sections
        #expect(sections.count == 2)
        #expect(sections.map { $0.items.map { $0.id?.text } } == [["2"], ["4"]])
    }

    @Test("the elements of a JSON array are rows when a flag is given, whatever they are, and keep their text")
    func jsonRows() throws {
        let json = """
            [ {"c": {"n": 7, "t": ["h", 1.0]}, "id": 1e2, "x": 1.50},
              {"c": {"n": "7"}, "id": "b"},
              {"c": {"n": null}, "id": "c"} ]
            """
        let layout = RowLayout(sectionBy: "/c/n", header: "/c/t", id: "/id", type: "/kind")
        let content = try Self.read(json, as: .json, layout)
        #expect(content.draft.sections.map(\.id?.text) == ["7", nil])
        #expect(content.draft.sections.map(\.header.text) == [#"["h",1.0]"#, "null"])
        #expect(content.draft.sections.map { $0.items.map { $0.id?.text } } == [["1e2", "b"], ["c"]])
        #expect(Self.values(content)[0][0] == #"{"c":{"n":7,"t":["h",1.0]},"id":1e2,"x":1.50}"#)
        #expect(content.draft.sections[0].items[0].type == .none)
        #expect(content.lines == [[1, 2], [3]])
    }

    @Test(
        "without flags a JSON file is what a PUT of a list takes",
        arguments: [
            (#"[["a","b"],[1.0]]"#, [[#""a""#, #""b""#], ["1.0"]]),
            (#"[1, {"a": [2]}]"#, [["1", #"{"a":[2]}"#]]),
            (#"{"title":"T","sections":[{"id":"s","items":[{"id":"i","value":null}]}]}"#, [["null"]]),
            ("[]", []),
        ])
    func jsonDocument(text: String, values: [[String]]) throws {
        #expect(Self.values(try Self.read(text, as: .json)) == values)
    }

    @Test("a document may be longer than a request's body, and its values may not be longer than a value")
    func limits() throws {
        let limits = ContentLimits(body: 8, value: 10, sections: 1, items: 2)
        #expect(try Self.read("[\"aaaa\", \"bbbb\"]", as: .json, limits: limits).itemCount == 2)
        #expect(throws: ImportError.self) { try Self.read("[\"aaaaaaaaaaaaaa\"]", as: .json, limits: limits) }
        let layout = RowLayout(sectionBy: "a")
        #expect(throws: ImportError("a value has at most 10 bytes; this one has 13", line: 2)) {
            try Self.read("a\n12345\n", as: .csv, layout, limits: limits)
        }
        #expect(throws: ImportError("a list has at most 1 sections", line: 3)) {
            try Self.read("a\n1\n2\n", as: .csv, layout, limits: limits)
        }
        #expect(throws: ImportError("a list has at most 2 items", line: 4)) {
            try Self.read("a\n1\n1\n1\n", as: .csv, layout, limits: limits)
        }
    }

    @Test(
        "an error names the line of a CSV file",
        arguments: [
            ("", RowLayout(), ImportError("no header row", line: 1)),
            ("a,b\n1,2\n\n3\n", RowLayout(), ImportError("1 fields, and there are 2 columns", line: 4)),
            ("a\n1,2\n", RowLayout(), ImportError("2 fields, and there are 1 columns", line: 2)),
            ("a,a\n", RowLayout(), ImportError("two columns have the name “a”", line: 1)),
            ("a,b\n", RowLayout(id: "c"), ImportError("--id: there is no column “c”; there are “a”, “b”", line: 1)),
            ("a,b\n1,\n", RowLayout(id: "b"), ImportError("no id in “b”", line: 2)),
            (
                "a\n\"x\u{1}\"\n", RowLayout(id: "a"),
                ImportError("“x\u{1}” in “a” is no id: 1 to 128 characters, no control character", line: 2)
            ),
        ])
    func tableErrors(text: String, layout: RowLayout, error: ImportError) {
        #expect(throws: error) { try Self.read(text, as: .csv, layout) }
    }

    @Test("bytes that are not UTF-8 are an error that names the line")
    func encoding() {
        #expect(throws: ImportError("not UTF-8", line: 2)) { try Self.read(Array("a\n".utf8) + [0xC3, 0x28, 0x0A], as: .csv) }
        #expect(throws: ImportError("not UTF-8", line: 1)) { try Self.read([0xFF, 0x0A], as: .csv) }
    }

    @Test(
        "an error names the line of a JSON file",
        arguments: [
            ("[{\"a\":1},\n{\"a\":2", RowLayout(id: "/a"), 2),
            ("[{\"a\":1},\n\n{\"b\":1}]", RowLayout(id: "/a"), 3),
            ("[{\"a\":1},\n{\"a\":[]}]", RowLayout(sectionBy: "/a"), 2),
            ("{}", RowLayout(id: "/a"), 1),
            ("[1]\n2", RowLayout(id: ""), 2),
            ("[1]\n2", RowLayout(), 2),
            ("\n[1,]", RowLayout(), 2),
        ])
    func jsonErrors(text: String, layout: RowLayout, line: Int) throws {
        let error = #expect(throws: ImportError.self) { try Self.read(text, as: .json, layout) }
        #expect(error?.line == line)
    }

    @Test("each line of NDJSON is a row, empty lines aside, whatever it is, and keeps its text")
    func ndjsonRows() throws {
        let text = "\n{\"c\": \"x\", \"n\": 1.0}\r\n  \n[1e400, \"é\\u0041\"]\n\n{\"c\":\"y\"}"
        let content = try Self.read(text, as: .ndjson)
        #expect(Self.values(content) == [[#"{"c":"x","n":1.0}"#, #"[1e400,"é\u0041"]"#, #"{"c":"y"}"#]])
        #expect(content.lines == [[2, 4, 6]])
        let grouped = try Self.read(text, as: .ndjson, RowLayout(sectionBy: "/c", header: "/n", type: "/c"))
        #expect(grouped.draft.sections.map(\.id?.text) == ["x", nil, "y"])
        #expect(grouped.draft.sections.map(\.header.text) == ["1.0", "null", "null"])
        #expect(grouped.draft.sections.map { $0.items.map(\.type) } == [[.named("x")], [.none], [.named("y")]])
    }

    @Test(
        "NDJSON is an export when its first line is the line of a list, a section or an item",
        arguments: [
            ("{\"list\":{}}\n", true), ("\n {\"section\":{\"id\":\"a\"}}", true), ("{\"item\":{\"value\":1}}\nnonsense", true),
            ("{\"item\":1}\n", false), ("{\"item\":{},\"section\":{}}\n", false), ("{\"row\":{}}\n", false), ("[]\n", false), ("", false),
            ("\n\n", false), ("{\"list\":{}\n", false), ("1", false),
        ])
    func shape(text: String, isExport: Bool) throws {
        let file = try ImportedFile(Array(text.utf8))
        let input = try ImportInput(path: file.path, chunk: 3)
        #expect(try NDJSONShape.isExport(input) == isExport)
        let rest = try input.readAll()
        withExtendedLifetime(rest) { #expect(Array(rest.bytes) == Array(text.utf8)) }
    }

    @Test(
        "an error names line and column of an NDJSON file",
        arguments: [
            ("1\n\n[1,]\n", RowLayout(), ImportError("a trailing comma, in column 4", line: 3)),
            ("1\n2 3\n", RowLayout(), nil), ("{\"a\":1}\n{}\n", RowLayout(id: "/a"), ImportError("no id in “/a”", line: 2)),
            ("{\"list\":{}}\n", RowLayout(id: "/a"), nil),
        ] as [(String, RowLayout, ImportError?)])
    func ndjsonErrors(text: String, layout: RowLayout, expected: ImportError?) {
        let error = #expect(throws: ImportError.self) { try Self.read(text, as: .ndjson, layout) }
        if let expected { #expect(error == expected) }
    }

    @Test("a line and a row that never end are errors before they fill the memory")
    func endless() {
        let limits = ContentLimits(value: 1_000)
        let long = String(repeating: "x", count: 200_000)
        #expect(throws: ImportError("a line has at most 66536 bytes", line: 2)) {
            try Self.read("1\n\"\(long)", as: .ndjson, limits: limits)
        }
        #expect(throws: ImportError("a row has at most 66536 bytes", line: 2)) {
            try Self.read("a\n\"\(long)\n", as: .csv, limits: limits)
        }
    }

    @Test("a flag that is no JSON pointer is an error that names it")
    func pointers() {
        #expect(throws: ImportError("--section-by: “country” is no JSON pointer such as /name")) {
            try Self.read("[]", as: .json, RowLayout(sectionBy: "country"))
        }
    }

    @Test(
        "a file's format is its ending",
        arguments: [
            ("a.csv", .csv), ("b.x.JSON", .json), ("e.ndjson", .ndjson), ("f.jsonl", .ndjson), ("c", nil), ("d.txt", nil),
        ] as [(String, ImportFormat?)])
    func formats(path: String, format: ImportFormat?) {
        #expect(ImportFormat(path: path) == format)
    }

    private static func values(_ content: ImportedContent) -> [[String]] {
        content.draft.sections.map { $0.items.map(\.value.text) }
    }

    private static func read(
        _ text: String, as format: ImportFormat, _ layout: RowLayout = RowLayout(), limits: ContentLimits = ContentLimits()
    ) throws -> ImportedContent {
        try read(Array(text.utf8), as: format, layout, limits: limits)
    }

    private static func read(
        _ bytes: [UInt8], as format: ImportFormat, _ layout: RowLayout = RowLayout(), limits: ContentLimits = ContentLimits()
    ) throws -> ImportedContent {
        let file = try ImportedFile(bytes)
        // Few bytes at a time, so that every row meets an end of what was read.
        let input = try ImportInput(path: file.path, chunk: 5)
        switch try ImportReader(format: format, layout: layout, limits: limits).read(input) {
        case .draft(let content): return content
        case .pieces(let pieces): return try ImportedContent(collecting: pieces)
        case .export: throw ImportError("an export")
        }
    }
}
