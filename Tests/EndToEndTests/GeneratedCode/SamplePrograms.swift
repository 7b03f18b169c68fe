import Foundation

/// Programs that show a page with generated code, the same lines in each language.
enum SamplePrograms {
    static let swift = #"""
        import Foundation

        struct Page: Codable, Equatable { let items: [CellItem] }

        func name(_ media: CellValue.Media.Main?) -> String {
            switch media {
            case .photo(let photo)?: return "photo \(photo.width)"
            case .film(let film)?: return "film of \(name(film.cover))"
            case .unknown?: return "other"
            case nil: return "none"
            }
        }

        func show(_ item: CellItem) -> String {
            switch item.value {
            case .anything: return "anything"
            case .article(let article):
                let names: [CellValue.Article.Class: String] = [.aB: "first", .aB2: "second", .defaultValue: "third", .naïve: "fourth"]
                return "article \(article.title) \(article.subTitle ?? "-") \(names[article.classValue] ?? "?") \(article.score)"
                    + " author \(article.author?.name ?? "-") \(article.author?.web ?? "-")"
                    + " others \(article.others?.map(\.name).joined() ?? "-")"
                    + " counts \(article.counts?["a b"].map(String.init) ?? "-") rows \(article.matrix.map { String($0.count) } ?? "-")"
            case .chain(let chain):
                return "chain " + sequence(first: chain) { $0.next }.map { String($0.n) }.joined(separator: " ")
            case .choice: return "choice"
            case .media(let media): return "media " + ([media.main] + (media.others ?? [])).map(name).joined(separator: " ")
            case .note(let note): return "note \(note)"
            case .status(let status): return "status \(status.rawValue)"
            case .tags(let tags): return "tags " + tags.map(\.tag).joined(separator: " ")
            case .times(let times): return "times \(times.count)"
            case .title(let title): return "title \(title ?? "-")"
            case .tree(let tree): return "tree \(tree.children.count)"
            case .aB(let value): return "a-b \(value.x ?? -1)"
            case .aB2(let value): return "a_b \(value.y.map { String($0) } ?? "-")"
            case .unsupported(let type, _): return "unsupported \(type ?? "-")"
            }
        }

        let data = FileHandle.standardInput.readDataToEndOfFile()
        let page = try JSONDecoder().decode(Page.self, from: data)
        for item in page.items { print(item.id, show(item)) }
        let again = try JSONDecoder().decode(Page.self, from: JSONEncoder().encode(page))
        guard again == page, Set(again.items) == Set(page.items) else { fatalError("not the same again") }
        guard case .article(let article) = page.items[1].value, article.likes == 9_007_199_254_740_993, article.extra == .null,
            article.maybe == .array([.integer(1)]), CellValue.knownTypes.count == 13, article.published == Date(timeIntervalSince1970: -0.5),
            article.link?.host == "example.com", article.classValue == .aB2
        else { fatalError("not as sent") }
        guard case .status(let status) = page.items[16].value, status == .unknown("new") else { fatalError("not a newer string") }
        guard case .times(let times) = page.items[19].value, times[0] == Date(timeIntervalSince1970: 1_709_161_323.25), times[2] == nil
        else { fatalError("not these times") }
        let written = String(decoding: try JSONEncoder().encode(page.items[19]), as: UTF8.self)
        guard written.contains(#"["2024-02-28T23:02:03.250Z","0000-03-01T00:00:00Z",null]"#) else { fatalError(written) }
        for text in ["today", "2024-02-29", "2024-13-01T00:00:00Z", "2024-02-29T01:02:03", "2024-02-29T01:02:03+0200", "2024-02-29T01:02:03.Z"] {
            let item = #"{"id":"a","indexPath":[0,0],"type":"Times","cell":"Times","revision":1,"value":[""# + text + #""]}"#
            guard case .unsupported("Times", .array([.string(text)])) = try JSONDecoder().decode(CellItem.self, from: Data(item.utf8)).value
            else { fatalError(text) }
        }
        let decoder = JSONDecoder()
        decoder.userInfo[CellValue.defaultTypeKey] = "Note"
        for item in try decoder.decode(Page.self, from: data).items where item.id == "14" { print("with default", item.id, show(item)) }

        """#

    static let typeScript = #"""
        import { cellItem, CellItem, Chain, isMediaFilm, isMediaPhoto, ItemEnvelope, knownTypes, MediaMain } from "./CellTypes";

        declare function require(name: string): any;
        declare const console: { log(text: string): void };

        function media(value: MediaMain | null): string {
            if (value === null) return "none";
            return isMediaPhoto(value) ? `photo ${value.width}` : isMediaFilm(value) ? `film of ${media(value.cover ?? null)}` : "other";
        }

        function text(item: CellItem): string {
            switch (item.type) {
                case "Anything": return "anything";
                case "Article": {
                    const article = item.value;
                    const names = { "a-b": "first", a_b: "second", default: "third", naïve: "fourth" };
                    const author = article.author;
                    return `article ${article.title} ${article["sub-title"] ?? "-"} ${(names as Record<string, string>)[article.class] ?? "?"} `
                        + (article.score % 1 === 0 ? article.score.toFixed(1) : String(article.score))
                        + ` author ${author ? author.name : "-"} ${author?.web ?? "-"}`
                        + ` others ${article.others?.map((other) => other.name).join("") ?? "-"}`
                        + ` counts ${article.counts?.["a b"] ?? "-"} rows ${article.matrix?.length ?? "-"}`;
                }
                case "Chain": {
                    const numbers: number[] = [];
                    for (let chain: Chain | undefined = item.value; chain; chain = chain.next) numbers.push(chain.n);
                    return `chain ${numbers.join(" ")}`;
                }
                case "Choice": return "choice";
                case "Media": return `media ${[item.value.main, ...(item.value.others ?? [])].map(media).join(" ")}`;
                case "Note": return `note ${item.value}`;
                case "Status": return `status ${item.value}`;
                case "Tags": return `tags ${item.value.map((tag) => tag.tag).join(" ")}`;
                case "Times": return `times ${item.value.length}`;
                case "Title": return `title ${item.value ?? "-"}`;
                case "Tree": return `tree ${item.value.children.length}`;
                case "a-b": return `a-b ${item.value.x ?? -1}`;
                case "a_b": return `a_b ${item.value.y ?? "-"}`;
                case null: return `unsupported ${item.unsupportedType ?? "-"}`;
                default: { const never: never = item; return never; }
            }
        }

        const page: { items: ItemEnvelope[] } = JSON.parse(require("fs").readFileSync(0, "utf8"));
        for (const item of page.items) console.log(`${item.id} ${text(cellItem(item))}`);
        if (knownTypes.length !== 13) throw new Error("knownTypes");
        for (const item of page.items) if (item.id === "14") console.log(`with default 14 ${text(cellItem(item, "Note"))}`);

        """#

    /// The page is in it, as a literal: the standard library of Kotlin has no parser.
    static func kotlin(_ page: String) -> String {
        #"""
        package cells

        private val page: Map<String, Any?> =
            \#(kotlinValue(page))

        private val items = page["items"] as List<Any?>

        private fun media(it: CellValue.Media.Main?): String = when (it) {
            is CellValue.Media.Photo -> "photo ${it.width}"
            is CellValue.Media.Film -> "film of ${media(it.cover)}"
            null -> "none"
            else -> "other"
        }

        private fun text(item: CellItem): String {
            val value = item.value
            return when (value) {
                is CellValue.Anything -> "anything"
                is CellValue.Article -> {
                    val names = mapOf(
                        CellValue.Article.Class.AB to "first", CellValue.Article.Class.AB2 to "second",
                        CellValue.Article.Class.Default to "third", CellValue.Article.Class.Naïve to "fourth")
                    "article ${value.title} ${value.subTitle ?: "-"} ${names[value.classValue] ?: "?"} ${value.score}" +
                        " author ${value.author?.name ?: "-"} ${value.author?.web ?: "-"}" +
                        " others ${value.others?.joinToString("") { it.name } ?: "-"}" +
                        " counts ${value.counts?.get("a b") ?: "-"} rows ${value.matrix?.size ?: "-"}"
                }
                is CellValue.Chain -> "chain " + generateSequence(value) { it.next }.joinToString(" ") { it.n.toString() }
                is CellValue.Choice -> "choice"
                is CellValue.Media -> "media " + (listOf(value.main) + (value.others ?: listOf())).joinToString(" ") { media(it) }
                is CellValue.Note -> "note ${value.value}"
                is CellValue.Status -> "status ${value.value.text}"
                is CellValue.Tags -> "tags " + value.value.joinToString(" ") { it.tag }
                is CellValue.Times -> "times ${value.value.size}"
                is CellValue.Title -> "title ${value.value ?: "-"}"
                is CellValue.Tree -> "tree ${value.children.size}"
                is CellValue.AB -> "a-b ${value.x ?: -1}"
                is CellValue.AB2 -> "a_b ${value.y ?: "-"}"
                is CellValue.Unsupported -> "unsupported ${value.type ?: "-"}"
                // For compilers before Kotlin 1.5, which do not know that these are all.
                else -> throw IllegalStateException()
            }
        }

        @Suppress("UNCHECKED_CAST")
        fun main() {
            for (item in items) {
                val read = CellItem.from(item as Map<String, Any?>)
                println("${read.id} ${text(read)}")
            }
            check(CellValue.knownTypes.size == 13)
            check(CellValue.Article.Class.known.size == 4)
            for (item in items) {
                val read = CellItem.from(item as Map<String, Any?>)
                check(CellValue.typeOf(read.value) == item["type"])
                check(CellItem.from(item + ("value" to read.value.toJson())) == read)
            }
            check(CellItem.from(items[2] as Map<String, Any?>).value.toJson() ==
                mapOf("title" to "T2", "class" to "naïve", "editor" to "E", "score" to -0.5, "extra" to mapOf<String, Any?>()))
            check(CellItem.from(items[9] as Map<String, Any?>).value.toJson() == (items[9] as Map<String, Any?>)["value"])
            val last = items.map { CellItem.from(it as Map<String, Any?>, "Note") }.first { it.id == "14" }
            println("with default ${last.id} ${text(last)}")
        }

        """#
    }

    /// JSON as an expression in Kotlin.
    private static func kotlinValue(_ json: String) -> String {
        var isString = false
        return json.replacing("\n", with: "").map { sign -> String in
            if sign == "\"" { isString.toggle() }
            if isString { return String(sign) }
            return ["{": "mapOf<String, Any?>(", "}": ")", "[": "listOf<Any?>(", "]": ")", ":": " to "][sign] ?? String(sign)
        }.joined()
    }
}
