/// A list with one of everything that a list can have.
enum Varied {
    /// NDJSON in the shape of an export, its read-only keys left out.
    static let ndjson = """
        {"list":{"title":"Größe \\"x\\"","metadata":{"a":[1.0,1e400],"b":{}},"defaultType":"RowModel","identity":"/id"}}
        {"section":{"id":"s/1","header":{"text":"é","n":12345678901234567890},"footer":"end","metadata":{"k":null}}}
        {"item":{"id":"a b","type":"HubModel","value":{"z":1,"a":1.0,"big":1e400,"u":"\\u0041e\u{301}"}}}
        {"item":{"id":"😀","type":null,"value":null}}
        {"section":{"id":"empty","header":null,"footer":null,"metadata":{}}}
        {"section":{"id":"last","header":"Last","footer":null,"metadata":{}}}
        {"item":{"value":{"id":"by identity"}}}
        {"item":{"value":{"id":7.0}}}

        """

    /// The values of its items, as an export has them.
    static let values = [
        "{\"z\":1,\"a\":1.0,\"big\":1e400,\"u\":\"\\u0041e\u{301}\"}", "null", "{\"id\":\"by identity\"}", "{\"id\":7.0}",
    ]

    /// What an export says that is the list's own: all but its versions and times.
    static func content(of export: String) -> [Substring] {
        export.split(separator: "\n").enumerated().map { index, line in
            guard index == 0, let start = line.firstRange(of: "\"title\""), let end = line.firstRange(of: ",\"createdAt\"") else {
                return line
            }
            return line[start.lowerBound..<end.lowerBound]
        }
    }
}
