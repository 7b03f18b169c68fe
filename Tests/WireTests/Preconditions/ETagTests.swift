import Lists
import Testing
import Wire

@Suite("Entity tags")
struct ETagTests {
    private let id = Identifier(verbatim: "a b/é")

    @Test("tags are written as the contract has them")
    func formatting() {
        #expect(ETagSyntax.version(7) == "\"v7\"")
        #expect(ETagSyntax.version(7, isGzip: true) == "\"v7-gz\"")
        #expect(ETagSyntax.version(7, variant: 0xBEEF, isGzip: true) == "\"v7.0000beef-gz\"")
        #expect(ETagSyntax.item(id, revision: 3, section: 2, row: 17) == "\"r3-2.17@a%20b%2F%C3%A9\"")
        #expect(
            ETagSyntax.item(id, revision: 3, section: 2, row: 17, variant: .max, isGzip: true) == "\"r3-2.17@a%20b%2F%C3%A9.ffffffff-gz\"")
        #expect(ETagSyntax.content(of: id, revision: 3) == "\"r3@a%20b%2F%C3%A9\"")
    }

    @Test(
        "a list of tags is read as RFC 9110 has it",
        arguments: [
            ("*", .any), (" * ", .any), ("\"a\"", .tags([EntityTag("a")])),
            ("\"a,b\" , W/\"c\"", .tags([EntityTag("a,b"), EntityTag("c", isWeak: true)])),
            ("", .tags([])), (",, \"a\",\t,\"b\",", .tags([EntityTag("a"), EntityTag("b")])), ("\"\"", .tags([EntityTag("")])),
            ("\"a\\\"", .tags([EntityTag("a\\")])), ("\"é\"", .tags([EntityTag("é")])),
        ] as [(String, EntityTagCondition)])
    func parsing(value: String, expected: EntityTagCondition) {
        #expect(EntityTagCondition(parsing: value) == expected)
    }

    @Test(
        "what isn't such a list is refused",
        arguments: [
            "a", "\"a", "a\"", "*, \"a\"", "\"a\", *", "w/\"a\"", "W/", "W\"a\"", "W/ \"a\"", "\"a\" \"b\"", "\"a b\"", "'a'", "**",
        ])
    func refused(value: String) {
        #expect(EntityTagCondition(parsing: value) == nil)
    }

    @Test("a version matches in any variant, and never weakly")
    func versions() throws {
        for value in ["*", "\"v7\"", "\"v7-gz\"", "\"v7.0123abcd\"", "\"v7.0123abcd-gz\"", "\"x\", \"v7\""] {
            #expect(try #require(EntityTagCondition(parsing: value)).matches(version: 7, comparison: .strong), "\(value)")
        }
        for value in [
            "", "W/\"v7\"", "\"v8\"", "\"v70\"", "\"v07\"", "\"7\"", "\"v7.123\"", "\"v7.0123ABCD\"", "\"v7-gz.0123abcd\"", "\"v7-gz-gz\"",
            "\"r7@v7\"", "\"V7\"",
        ] {
            #expect(try #require(EntityTagCondition(parsing: value)).matches(version: 7, comparison: .strong) == false, "\(value)")
        }
    }

    @Test("an item matches by either validator in any variant, and never by a version")
    func items() throws {
        let matching = [
            "*", "\"r3@a%20b%2F%C3%A9\"", "\"r3-2.17@a%20b%2F%C3%A9\"", "\"r3-2.17@a%20b%2F%C3%A9.0123abcd-gz\"",
            "\"r3@a%20b%2F%C3%A9-gz\"", "\"r3@a%20b%2f%c3%a9\"",
            "\"%61\", \"r3@%61%20b%2F%C3%A9\"",
        ]
        for value in matching {
            #expect(
                try #require(EntityTagCondition(parsing: value)).matches(item: id, revision: 3, section: 2, row: 17, comparison: .strong),
                "\(value)")
        }
        let others = [
            "W/\"r3@a%20b%2F%C3%A9\"", "\"v3\"", "\"r4@a%20b%2F%C3%A9\"", "\"r3-2.16@a%20b%2F%C3%A9\"", "\"r3-1.17@a%20b%2F%C3%A9\"",
            "\"r3@a\"", "\"r3@\"", "\"r3\"",
            "\"r3@a%20b%2F%C3%A\"", "\"r3-2.17@a%20b%2Fe%CC%81\"",
        ]
        for value in others {
            #expect(
                try #require(EntityTagCondition(parsing: value)).matches(item: id, revision: 3, section: 2, row: 17, comparison: .strong)
                    == false, "\(value)")
        }
    }

    @Test(
        "every tag that is written for an item is matched again, however odd the id",
        arguments: ["a", "a-gz", "a.0123abcd", "a.0123abcd-gz", "-gz", ".0123abcd", "%41", "\"", "@", "日本"])
    func roundTrip(text: String) throws {
        let id = Identifier(verbatim: text)
        for variant in [nil, 0x0123_ABCD] as [UInt32?] {
            for isGzip in [false, true] {
                for tag in [
                    ETagSyntax.content(of: id, revision: 9, variant: variant, isGzip: isGzip),
                    ETagSyntax.item(id, revision: 9, section: 0, row: 4, variant: variant, isGzip: isGzip),
                ] {
                    let condition = try #require(EntityTagCondition(parsing: tag))
                    #expect(condition.matches(item: id, revision: 9, section: 0, row: 4, comparison: .strong), "\(tag)")
                    let plain = isGzip ? "\(tag.dropLast(4))\"" : tag
                    #expect(condition.matches(plain, comparison: .weak))
                }
            }
        }
    }

    @Test("what is sent for one item is not the tag of another in any variant, however their ids end")
    func lookalikes() throws {
        let texts = ["a", "a-gz", "a.0123abcd", "a.0123abcd-gz", "a-gz.0123abcd", "a-gz-gz", "a.0123abcd.0123abcd"]
        for sent in texts {
            for variant in [nil, 0x0123_ABCD] as [UInt32?] {
                for isGzip in [false, true] {
                    let tag = ETagSyntax.item(
                        Identifier(verbatim: sent), revision: 9, section: 0, row: 4, variant: variant, isGzip: isGzip)
                    let condition = try #require(EntityTagCondition(parsing: tag))
                    for other in texts where other != sent {
                        let id = Identifier(verbatim: other)
                        // A write takes an id that a client has encoded as in a path, so it may read a variant as a whole id.
                        if variant == nil, !isGzip {
                            #expect(
                                !condition.matches(item: id, revision: 9, section: 0, row: 4, comparison: .strong), "\(tag) for \(other)")
                        }
                        for answered in [nil, 0x0123_ABCD] as [UInt32?] {
                            let shown = ETagSyntax.item(id, revision: 9, section: 0, row: 4, variant: answered)
                            #expect(!condition.matches(shown, comparison: .weak), "\(tag) for \(shown)")
                        }
                    }
                }
            }
        }
        #expect(ETagSyntax.content(of: Identifier(verbatim: "a-gz"), revision: 1) == "\"r1@a%2Dgz\"")
        #expect(ETagSyntax.content(of: Identifier(verbatim: "a.0123abcd"), revision: 1, variant: 1) == "\"r1@a%2E0123abcd.00000001\"")
        let built = try #require(EntityTagCondition(parsing: "\"r9@a.0123abcd\", \"r9@b-gz\""))
        for text in ["a.0123abcd", "b-gz"] {
            #expect(built.matches(item: Identifier(verbatim: text), revision: 9, section: 0, row: 4, comparison: .strong))
        }
    }

    @Test("a 304 is for the tag that was sent, whatever its encoding, also where a proxy has made it weak")
    func representation() throws {
        let condition = try #require(EntityTagCondition(parsing: "\"v7\", W/\"v8\", \"v9-gz\", W/\"v10-gz\""))
        for tag in ["\"v7\"", "\"v9\""] {
            #expect(condition.matches(tag, comparison: .weak) && condition.matches(tag, comparison: .strong), "\(tag)")
        }
        for tag in ["\"v8\"", "\"v10\""] {
            #expect(condition.matches(tag, comparison: .weak) && !condition.matches(tag, comparison: .strong), "\(tag)")
        }
        for tag in ["\"v1\"", "\"v77\"", "\"v\"", "\"v7.0123abcd\"", "\"\""] {
            #expect(!condition.matches(tag, comparison: .weak), "\(tag)")
        }
        #expect(EntityTagCondition.any.matches("\"v9\"", comparison: .strong))
        #expect(condition.matches(version: 8, comparison: .weak))
    }

    @Test("a header has at most a thousand tags")
    func count() {
        let tags = { (count: Int) in (0..<count).map { "\"v\($0)\"" }.joined(separator: ",") }
        #expect(EntityTagCondition(parsing: tags(1_000)) != nil)
        #expect(EntityTagCondition(parsing: tags(1_001)) == nil)
    }
}
