/// What made-up requests are put together from.
enum FuzzCorpus {
    static let lists = ["a", "b", "c"]

    /// Requests as clients send them; `L` stands for a list.
    static let requests: [FuzzedRequest] = [
        get("/lists"), get("/lists", [("prefix", "a"), ("limit", "2")]), get("/lists/L"), get("/lists/L", [("at", "3")]),
        get("/lists/L/sections", [("items", "3"), ("limit", "20")]), get("/lists/L/sections/0"), get("/lists/L/sections/@s"),
        get("/lists/L/sections/0/items", [("offset", "1"), ("limit", "5")]), get("/lists/L/items", [("after", "@x")]),
        get("/lists/L/items", [("around", "@y"), ("limit", "3"), ("at", "2")]), get("/lists/L/items/0-1"), get("/lists/L/items/@x"),
        get("/lists/L", headers: [("If-None-Match", "*")]), get("/lists/L/items", headers: [("Accept-Encoding", "gzip")]),
        get("/items/0-0", [("list", "a")]), get("/lists/L/export"), get("/lists/L/changes", [("since", "1")]),
        get("/lists/L/changes", [("since", "1"), ("to", "2"), ("max", "3")]), get("/"), get("/ui/main.js"), get("/problems/not-found"),
        get("/healthz"), get("/metrics"),
        write("PUT", "/lists/L", #"[["java","swift","js"],["java","swift","js"]]"#), write("PUT", "/lists/L", "[1,2,3.0,-1e400]"),
        write("PUT", "/lists/L", document), write("PUT", "/lists/L", document),
        write("PUT", "/lists/L", "{\"section\":{\"id\":\"s\"}}\n{\"item\":{\"id\":\"x\",\"value\":1}}\n", "application/x-ndjson"),
        write("PATCH", "/lists/L", #"{"title":"t","metadata":{"a":null},"defaultType":"RowModel"}"#), write("DELETE", "/lists/L", nil),
        write("POST", "/lists/L/sections", #"{"section":{"header":"h","items":[{"value":null}]},"index":0}"#),
        write("PATCH", "/lists/L/sections/0", #"{"header":{"a":[1]},"footer":null}"#),
        write("POST", "/lists/L/sections/0/move", #"{"after":"@s"}"#), write("DELETE", "/lists/L/sections/@s", nil),
        write("POST", "/lists/L/sections/0/items", #"{"items":[{"id":"z","type":"T","value":[]},{"value":{}}],"before":"@y"}"#),
        write("PUT", "/lists/L/items/0-0", #"{"k":[1,2,{"a":"é"}]}"#),
        write("PATCH", "/lists/L/items/@x", #"{"k":{"deep":[1]},"gone":null}"#),
        write(
            "PATCH", "/lists/L/items/@x", #"[{"op":"test","path":"/k","value":1},{"op":"add","path":"/l/-","value":2}]"#,
            "application/json-patch+json"),
        write("PATCH", "/lists/L/items/0-0", #"[{"op":"replace","path":"","value":{"l":[]}}]"#, "application/json-patch+json"),
        write("PATCH", "/lists/L/items/0-0", #"[{"op":"move","from":"/k","path":"/k/l"}]"#, "application/json-patch+json"),
        write("POST", "/lists/L/items/@x/move", #"{"to":[0,0]}"#), write("DELETE", "/lists/L/items/@z", nil),
        write("PUT", "/items/0-0", "true"),
        write(
            "POST", "/lists/L/batch",
            #"{"at":2,"operations":[{"op":"updateItem","item":"0-0","value":1,"type":null},{"op":"moveItem","item":"@x","to":[0,1]}]}"#),
        write(
            "POST", "/lists/L/batch",
            #"{"operations":[{"op":"insertSection","section":{"id":"n"}},{"op":"insertItem","section":"@n","item":{"value":[]}}]}"#),
        write(
            "POST", "/lists/L/batch",
            #"{"operations":[{"op":"patchItem","item":"@y","patch":[{"op":"add","path":"/k","value":1}]},{"op":"deleteSection","section":0}]}"#
        ),
    ]

    private static let document = """
        {"title":"t","metadata":{"a":1},"defaultType":"RowModel","identity":null,"sections":[
        {"id":"s","header":"h","items":[{"id":"x","value":{"k":1,"l":[1]}},{"id":"y","type":"T","value":"\\u0041"}]},{"items":[{"value":[]}]}]}
        """

    static let methods = ["GET", "HEAD", "PUT", "POST", "PATCH", "DELETE", "OPTIONS", "TRACE", "CONNECT", "BREW", "get", "G(T"]

    static let segments = [
        "", ".", "..", "*", "a", "lists", "items", "sections", "export", "move", "batch", "revert",
        "0", "1", "00", "-1", "99999999999999999999",
        "0-0",
        "0-99",
        "1-", "0-0-0", "@", "@x", "@%00", "@%2F", "@%", "%ff", "%C3%A9", "@%F0%9F%98%80", "%2e%2e", "a%20b", "a+b", "é", "@" + long,
    ]

    static let parameters = [
        "at", "limit", "offset", "items", "after", "before", "around", "list", "prefix", "since", "to", "max", "validate", "", "%", "at%00",
        "é",
    ]

    static let values = [
        "", "0", "1", "2", "50", "501", "-1", "+1", "1.0", "1e3", "007", "9223372036854775807", "9223372036854775808", "@x", "@", "@%00",
        "x",
        "%", "%zz", "%ff", "%f0%9f%98%80", "a=b", "&", "@" + long,
    ]

    static let headers = [
        "If-Match", "If-None-Match", "Accept-Encoding", "Accept", "Content-Type", "Content-Encoding", "Prefer", "Idempotency-Key", "Range",
        "Transfer-Encoding", "Content-Length", "Host", "Expect", "Authorization", "Origin", "X-Long", "Connection", "Accept-Cell-Types",
    ]

    static let headerValues = [
        "", "*", "\"v1\"", "W/\"v1\"", "\"r1@x\"", "\"r1-0.0@x\"", "\"", "\"v1\",,\"v2\"", "gzip", "gzip;q=0", "identity;q=0,*;q=0",
        "application/json", "application/json; charset=latin1", "application/merge-patch+json", "application/json-patch+json", "text/plain",
        "application/x-ndjson", "application/x-www-form-urlencoded", "return=minimal", "return=representation, wait=1", "chunked", "0", "5",
        "100-continue", "bytes=0-1", "Bearer x", "key-1", "close", "é", long,
    ]

    static let pieces = [
        "{", "}", "[", "]", ",", ":", "\"", "\\", "null", "-", "1e999999999", "0.1", "00", "\"\\ud800\"", "\"\\u0000\"", "\u{FEFF}",
        "\u{0}",
        "{\"id\":\"x\"}", "\"value\":1,", "\"id\":\"x\",", "\n", String(repeating: "[", count: 600),
        String(repeating: "{\"a\":", count: 520), long,
    ]

    private static let long = String(repeating: "long", count: 300)

    private static func get(
        _ path: String, _ parameters: [(String, String)] = [], headers: [(String, String)] = []
    ) -> FuzzedRequest {
        FuzzedRequest(method: "GET", segments: split(path), parameters: parameters, headers: headers, body: nil)
    }

    private static func write(_ method: String, _ path: String, _ body: String?, _ type: String = "application/json") -> FuzzedRequest {
        FuzzedRequest(
            method: method, segments: split(path), parameters: [], headers: body == nil ? [] : [("Content-Type", type)],
            body: body.map { Array($0.utf8) })
    }

    private static func split(_ path: String) -> [String] {
        path.dropFirst().split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    }
}
