/// Documents that are JSON, each with the text that is kept of it.
enum AcceptedDocuments {
    /// A document and its compact text; `nil` where the document is compact already.
    typealias Case = (document: String, compact: String?)

    static let all = scalars + strings + containers + whiteSpace

    private static let scalars: [Case] = [
        ("null", nil), ("true", nil), ("false", nil), ("0", nil), ("-0", nil), ("1", nil), ("-1", nil), ("10", nil), ("1234567890", nil),
        ("12345678901234567890", nil), ("-99999999999999999999999999", nil), ("0.0", nil), ("-0.0", nil), ("1.0", nil), ("1.50", nil),
        ("0.000000000000000000000000000001", nil), ("1e0", nil), ("1E0", nil), ("1e+0", nil), ("1E-0", nil), ("1e400", nil),
        ("1e-400", nil), ("-1e400", nil), ("1.5e00", nil), ("1.5e+007", nil), ("0e1", nil), ("0.1E9999999999999", nil),
        ("3.141592653589793238462643383279", nil),
    ]

    private static let strings: [Case] = [
        (#""""#, nil), (#"" ""#, nil), (#""a""#, nil), (#""\"""#, nil), (#""\\""#, nil), (#""\/""#, nil), (#""/""#, nil),
        (#""\b\f\n\r\t""#, nil), (#""\u0041""#, nil), (#""\u00e9""#, nil), (#""\u00E9""#, nil), (#""\u0000""#, nil), (#""\u001f""#, nil),
        (#""\u2028\u2029""#, nil), (#""\uFFFF""#, nil), (#""\uFFFE""#, nil), (#""\uFEFF""#, nil), (#""\uD7FF""#, nil),
        (#""\uE000""#, nil), (#""\uD83D\uDE00""#, nil), (#""\ud83d\ude00""#, nil), (#""\uDBFF\uDFFF""#, nil),
        (#""\uD800\uDC00x""#, nil), (#""a\\u0041""#, nil), (#""\\\"""#, nil), ("\"\u{7F}\"", nil), ("\"\u{80}\"", nil),
        ("\"é\"", nil), ("\"e\u{301}\"", nil), ("\"ß\"", nil), ("\"€\"", nil), ("\"日本語\"", nil), ("\"😀\"", nil),
        ("\"\u{2028}\u{2029}\"", nil), ("\"\u{FFFF}\"", nil), ("\"\u{10FFFF}\"", nil), ("\"\u{FEFF}\"", nil), ("\"\u{7FF}\u{800}\"", nil),
        ("\"\u{D7FF}\u{E000}\"", nil), ("\"\u{FFFD}\"", nil), ("\"\u{10000}\"", nil), ("\"abcdefgh\"", nil), ("\"abcdefghi\"", nil),
        ("\"abcdefg\"", nil), ("\"abcdefgé\"", nil), ("\"abcdefg\\n\"", nil), ("\"12345678\\u0041\"", nil), ("\"  \\\"  \"", nil),
        ("\"null\"", nil), ("\"{}[],:\"", nil), ("\"//\"", nil), ("\"/* */\"", nil), ("\"'\"", nil),
    ]

    private static let containers: [Case] = [
        ("[]", nil), ("{}", nil), ("[[]]", nil), ("[{}]", nil), ("[[],[]]", nil), ("[null]", nil), ("[1,2,3]", nil),
        ("[1,\"a\",null,true,{}]", nil),
        (#"{"a":1}"#, nil), (#"{"a":1,"b":2}"#, nil), (#"{"":0}"#, nil), (#"{"a":{"a":{"a":1}}}"#, nil), (#"{"a":[],"b":{}}"#, nil),
        (#"{"b":1,"a":2}"#, nil), (#"{"a":1,"A":2}"#, nil), ("{\"é\":1,\"e\u{301}\":2}", nil), ("{\"\u{212A}\":1,\"K\":2}", nil),
        (#"{"\u0041":1,"B":2}"#, nil), (#"{"a":1,"b":{"a":2}}"#, nil), (#"[{"a":1},{"a":1}]"#, nil),
        (#"{"a":[{"a":1},{"a":2}],"b":3}"#, nil),
        (#"{"a\\":1,"a":2}"#, nil), (#"{"\u0000":1,"":2}"#, nil), (#"{"a/b":1,"m~n":2}"#, nil),
        (#"{"aa":1,"a":2,"aaa":3}"#, nil), ("[0.0,-0,1e5]", nil), (#"["\uD83D\uDE00"]"#, nil),
    ]

    private static let whiteSpace: [Case] = [
        (" null", "null"), ("null ", "null"), ("\t\n\r null\t\n\r ", "null"), ("[ ]", "[]"), ("{ }", "{}"), ("[ 1 , 2 ]", "[1,2]"),
        ("{ \"a\" : 1 }", #"{"a":1}"#), ("{\n  \"a\": 1,\n  \"b\": [\n    1\n  ]\n}\n", #"{"a":1,"b":[1]}"#),
        ("{\"a b\" : \" c d \"}", #"{"a b":" c d "}"#), ("[ \" \\\" \" , 1 ]", #"[" \" ",1]"#), ("[ \"\\\\\" , 1 ]", #"["\\",1]"#),
        ("\r\n[\r\n]\r\n", "[]"), ("[[ ] ]", "[[]]"), ("{\"a\":{ }\t}", #"{"a":{}}"#), ("[\"\\\\\\\" \" , \"\\\\\" ]", #"["\\\" ","\\"]"#),
        ("\t0", "0"), ("[1\n]", "[1]"), ("\"é ü\" ", "\"é ü\""),
    ]
}
