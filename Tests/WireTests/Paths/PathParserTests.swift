import Lists
import Testing
import Wire

@Suite("Names in a path")
struct PathParserTests {
    @Test("a section is an index or @ and an id")
    func sections() throws {
        #expect(try PathParser.section("0") == .index(0))
        #expect(try PathParser.section("123") == .index(123))
        #expect(try PathParser.section("@FR") == .id(Identifier(verbatim: "FR")))
        #expect(try PathParser.section("@3") == .id(Identifier(verbatim: "3")))
        #expect(try PathParser.section("@@") == .id(Identifier(verbatim: "@")))
        #expect(try PathParser.section("9223372036854775807") == .index(.max))
        #expect(try PathParser.section("9223372036854775808") == .outOfRange)
        #expect(try PathParser.section(String(repeating: "9", count: 5_000)) == .outOfRange)
    }

    @Test("an item is an index path or @ and an id")
    func items() throws {
        #expect(try PathParser.item("2-17") == .path(section: 2, row: 17))
        #expect(try PathParser.item("0-0") == .path(section: 0, row: 0))
        #expect(try PathParser.item("@a/b-1é") == .id(Identifier(verbatim: "a/b-1é")))
        #expect(try PathParser.item("0-99999999999999999999") == .outOfRange)
        #expect(try PathParser.item("99999999999999999999-0") == .outOfRange)
        #expect(try PathParser.indexPath("2-17") == .path(section: 2, row: 17))
    }

    @Test(
        "what is neither is a malformed request",
        arguments: [
            "", "@", "-1", "+1", "01", "00", "1.0", "1 ", " 1", "a", "1a", "FR", "١", "@a\u{0}", "@\u{9F}",
            "@" + String(repeating: "x", count: 129),
        ])
    func refusedSections(segment: String) {
        #expect(refusal { try PathParser.section(segment) }?.slug == .malformedRequest)
        #expect(refusal { try PathParser.item(segment) }?.slug == .malformedRequest)
    }

    @Test(
        "an index path has two numbers in plain digits",
        arguments: ["1", "1-", "-1", "1-2-3", "01-1", "1-01", "1--1", "1-+1", "1 - 1", "1-a", "99999999999999999999-01"])
    func refusedItems(segment: String) {
        #expect(refusal { try PathParser.item(segment) }?.slug == .malformedRequest)
        #expect(refusal { try PathParser.indexPath(segment) }?.slug == .malformedRequest)
    }

    @Test("the short route takes no id")
    func shortRoute() {
        #expect(refusal { try PathParser.indexPath("@CDG") }?.slug == .malformedRequest)
    }

    @Test("a list's id has its own letters")
    func lists() throws {
        for id in ["a", "0", "A.b_c~d-e", "v1", String(repeating: "a", count: 128)] { #expect(try PathParser.list(id).text == id) }
        for id in ["", ".a", "-a", "_", "~", "a b", "a/b", "é", "a\u{301}", "K\u{212A}", "a%", String(repeating: "a", count: 129)] {
            #expect(refusal { try PathParser.list(id) }?.slug == .malformedRequest)
        }
    }

    @Test("ids are ordered by their bytes and told apart by them")
    func order() {
        let ids = ["Z", "a", "z", "é", "e\u{301}", "\u{FFFF}", "😀"].map { Identifier(verbatim: $0) }
        #expect(
            ids.sorted().map(\.text).map { Array($0.utf8) } == ["Z", "a", "e\u{301}", "z", "é", "\u{FFFF}", "😀"].map { Array($0.utf8) })
        #expect(Set(ids).count == 7)
        #expect(ListID("B").flatMap { upper in ListID("a").map { upper < $0 } } == true)
    }

    @Test("a segment is encoded so that it is one segment")
    func encoding() {
        #expect(PercentEncoding.segment("AZaz09-._~") == "AZaz09-._~")
        #expect(PercentEncoding.segment("a/b c%é\"@") == "a%2Fb%20c%25%C3%A9%22%40")
    }
}
