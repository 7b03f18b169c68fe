/// How large a schema may be, and how much work a value may take.
public enum SchemaLimits {
    /// The bytes of a schema's text.
    public static let byteCount = 65_536
    /// The nesting of objects and arrays in a schema's text.
    public static let depth = 64
    /// The schemas that may be applied to one part of a value inside each other: references, `allOf` and the like.
    public static let chainLength = 64
    /// The bytes of a regular expression.
    public static let patternByteCount = 4_096
    /// The regular expressions of a schema.
    public static let patternCount = 512
    /// The bytes of all regular expressions of a schema, compiled: a repeated group stands there as often as it is repeated.
    static let patternCodeByteCount = 1_048_576
    /// The significant digits of `multipleOf`, so that a remainder fits a machine word.
    static let divisorDigitCount = 18
    /// The schemas that may be applied inside each other while a value is checked. They take the thread's stack.
    public static let nesting = 2_048
    /// The bytes of a value's faults together, their first aside.
    static let faultByteCount = 262_144

    /// The units of work that checking a value may take: about one for each schema that is applied, each name that is looked up, each four
    /// steps of a regular expression and each 64 bytes that are compared. A unit takes some 30 ns.
    ///
    /// - Parameter byteCount: The bytes of the value's text.
    public static func work(byteCount: Int) -> Int { min(10_000 + 350 * min(byteCount, 1 << 20), 10_000_000) }
}
