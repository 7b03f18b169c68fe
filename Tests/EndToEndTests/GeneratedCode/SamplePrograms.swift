import Foundation

/// Programs that show a page with generated code, the same lines in each language.
enum SamplePrograms {
    static let swift = #"""
        import Foundation

        struct Page: Codable, Equatable { let items: [CellItem] }

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
            case .note(let note): return "note \(note)"
            case .status(let status): return "status \(status.rawValue)"
            case .tags(let tags): return "tags " + tags.map(\.tag).joined(separator: " ")
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
            article.maybe == .array([.integer(1)]), CellValue.knownTypes.count == 11
        else { fatalError("not as sent") }
        let decoder = JSONDecoder()
        decoder.userInfo[CellValue.defaultTypeKey] = "Note"
        for item in try decoder.decode(Page.self, from: data).items where item.id == "14" { print("with default", item.id, show(item)) }

        """#

    static let typeScript = #"""
        import { cellItem, CellItem, Chain, ItemEnvelope, knownTypes } from "./CellTypes";

        declare function require(name: string): any;
        declare const console: { log(text: string): void };

        function text(item: CellItem): string {
            switch (item.type) {
                case "Anything": return "anything";
                case "Article": {
                    const article = item.value;
                    const names = { "a-b": "first", a_b: "second", default: "third", naïve: "fourth" };
                    const author = article.author;
                    return `article ${article.title} ${article["sub-title"] ?? "-"} ${names[article.class]} `
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
                case "Note": return `note ${item.value}`;
                case "Status": return `status ${item.value}`;
                case "Tags": return `tags ${item.value.map((tag) => tag.tag).join(" ")}`;
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
        if (knownTypes.length !== 11) throw new Error("knownTypes");
        for (const item of page.items) if (item.id === "14") console.log(`with default 14 ${text(cellItem(item, "Note"))}`);

        """#

    /// The page is in it, as a literal: the standard library of Kotlin has no parser.
    static func kotlin(_ page: String) -> String {
        #"""
        package cells

        private val page: Map<String, Any?> =
            \#(kotlinValue(page))

        private val items = page["items"] as List<Any?>

        private fun text(item: CellItem): String {
            val value = item.value
            return when (value) {
                is CellValue.Anything -> "anything"
                is CellValue.Article -> {
                    val names = mapOf(
                        CellValue.Article.Class.AB to "first", CellValue.Article.Class.AB2 to "second",
                        CellValue.Article.Class.Default to "third", CellValue.Article.Class.Naïve to "fourth")
                    "article ${value.title} ${value.subTitle ?: "-"} ${names[value.classValue]} ${value.score}" +
                        " author ${value.author?.name ?: "-"} ${value.author?.web ?: "-"}" +
                        " others ${value.others?.joinToString("") { it.name } ?: "-"}" +
                        " counts ${value.counts?.get("a b") ?: "-"} rows ${value.matrix?.size ?: "-"}"
                }
                is CellValue.Chain -> "chain " + generateSequence(value) { it.next }.joinToString(" ") { it.n.toString() }
                is CellValue.Choice -> "choice"
                is CellValue.Note -> "note ${value.value}"
                is CellValue.Status -> "status ${value.value.text}"
                is CellValue.Tags -> "tags " + value.value.joinToString(" ") { it.tag }
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
            check(CellValue.knownTypes.size == 11)
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
