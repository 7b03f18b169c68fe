/// A line of the access log: names and values as text or as JSON, in memory that is there already.
struct LogLine: ~Copyable {
    var layout: LineLayout
    private let isJSON: Bool

    /// Begins a line; its time comes next.
    init(_ memory: UnsafeMutableRawBufferPointer, _ format: LogFormat) {
        layout = LineLayout(memory)
        isJSON = format == .json
        if isJSON { layout.append("{\"time\":\"") }
    }

    /// Goes on behind the time.
    mutating func begin() {
        if isJSON { layout.append("\",\"level\":\"info\",\"message\":\"answered\"") } else { layout.append(" info answered") }
    }

    mutating func add(_ name: StaticString, _ number: Int) {
        add(name)
        layout.append(number)
    }

    mutating func add(_ name: StaticString, milliseconds microseconds: Int) {
        add(name)
        layout.append(milliseconds: microseconds)
    }

    /// - Parameter word: Without a character that ends a word or that JSON escapes.
    mutating func add(_ name: StaticString, plain word: String) {
        add(name)
        if isJSON { layout.append("\"") }
        layout.append(word)
        if isJSON { layout.append("\"") }
    }

    /// - Parameter text: Any text.
    mutating func add(_ name: StaticString, text: String) {
        add(name)
        layout.append(isJSON ? LogText.quoted(text) : LogText.word(text))
    }

    /// A path as sent, or the first characters of a long one and dots.
    mutating func add(_ name: StaticString, path: Substring.UTF8View, longest: Int) {
        var path = Substring(path)
        let isPlain = path.withUTF8 { bytes in
            !bytes.isEmpty && bytes.count <= longest
                && bytes.allSatisfy {
                    $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") && $0 != UInt8(ascii: "=")
                }
        }
        guard !isPlain else { return add(name, plain: path) }
        add(name)
        let isLong = path.utf8.count > longest
        let text = isLong ? String(decoding: path.utf8.prefix(longest - 3), as: UTF8.self) + "…" : String(path)
        layout.append(LogText.quoted(text))
    }

    mutating func end() { layout.append(isJSON ? "}\n" : "\n") }

    private mutating func add(_ name: StaticString, plain word: Substring) {
        add(name)
        if isJSON { layout.append("\"") }
        var word = word
        word.withUTF8 { layout.append(UnsafeRawBufferPointer($0)) }
        if isJSON { layout.append("\"") }
    }

    private mutating func add(_ name: StaticString) {
        layout.append(isJSON ? ",\"" : " ")
        layout.append(name)
        layout.append(isJSON ? "\":" : "=")
    }
}
