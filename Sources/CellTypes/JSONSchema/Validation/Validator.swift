internal import JSON
internal import Lists

/// One check of a value, on one thread.
///
/// A schema that more than one way leads to is applied to a part of the value once for each dynamic scope, and its outcome is kept; every
/// other schema is met once by itself. So the work is in proportion to the schema times the value, and what takes more than the limit is
/// given up.
struct Validator {
    /// How a schema is applied.
    struct Context {
        var scope = 0
        /// How many schemas are being applied, each inside of the one before.
        var depth = 0
        /// Whether faults are recorded; if not, the first one ends the application.
        var reports = true
        /// Whether somebody wants to know which parts were evaluated.
        var collects = false

        /// The same, for a schema whose failure is no violation by itself.
        var quiet: Context { Context(scope: scope, depth: depth, reports: false, collects: collects) }
    }

    private struct Application: Hashable {
        let schema: Int
        let part: Int
        let scope: Int
    }

    private struct Outcome {
        var isValid: Bool
        /// Whether the faults were recorded.
        var isReported: Bool
        /// `nil` where nobody wanted to know.
        var evaluated: EvaluatedParts?
    }

    /// Units of work for an outcome that is kept.
    private static let outcomeCost = 8

    let schemas: CompiledNodes
    var tree: JSONTree
    var scopes: DynamicScopes
    var identities: ValueIdentities
    /// The numbers of the parts that were compared.
    var numbered = PartNumbers()
    /// The keys that are parts of their own, by their members.
    var keys: [Int: Int] = [:]
    private var outcomes: [Application: Outcome] = [:]
    /// Made for the first pattern; `nil` where there is no memory.
    private lazy var matcher = PatternMatcher()

    /// The units of work that were done.
    private(set) var work = 0
    private let workLimit: Int
    private let limit: Int
    private var faultByteCount = 0
    private var faults: [ItemFault] = []
    /// Whether nothing more is checked: the faults are as many as were asked for, or the work is as much as is allowed.
    private(set) var hasEnded = false

    init(_ schemas: CompiledNodes, _ value: JSONText, limit: Int, available: Int = .max) {
        self.schemas = schemas
        self.limit = limit
        tree = JSONTree(value)
        scopes = DynamicScopes(schemas)
        identities = schemas.identities
        workLimit = min(SchemaLimits.work(byteCount: value.byteCount), max(0, available))
    }

    mutating func run() -> [ItemFault] {
        var evaluated = EvaluatedParts()
        _ = apply(0, to: 0, Context(), by: "false", &evaluated)
        return faults
    }

    /// Applies a schema to a part of the value.
    ///
    /// - Parameters:
    ///   - keyword: The keyword that does so, to which a schema `false` is put down.
    ///   - evaluated: Gets the parts of the part that were evaluated, where that is wanted and the schema matches.
    /// - Returns: Whether it matches; anything once the check has ended.
    mutating func apply(_ schema: Int, to part: Int, _ context: Context, by keyword: String, _ evaluated: inout EvaluatedParts) -> Bool {
        guard spend(1, part, keyword) else { return false }
        let node = schemas.nodes[schema]
        if let literal = node.literal {
            if !literal { report(part, keyword, "nothing is allowed here", context) }
            return literal
        }
        var context = context
        context.depth += 1
        guard context.depth <= SchemaLimits.nesting else {
            end(part, keyword, "the value is nested too deep for its schema to be checked")
            return false
        }
        let scopeCount = scopes.count
        context.scope = scopes.scope(entering: node.resource, from: context.scope)
        if scopes.count > scopeCount, !spend(schemas.dynamicNameCount, part, keyword) { return false }
        guard node.isShared else { return applyKeywords(of: node, to: part, context, &evaluated) }

        let application = Application(schema: schema, part: part, scope: context.scope)
        if let known = outcomes[application] {
            if known.isValid, let parts = known.evaluated ?? (context.collects ? nil : EvaluatedParts()) {
                if context.collects { evaluated.formUnion(parts) }
                return true
            }
            if !known.isValid && (known.isReported || !context.reports) { return false }
        }
        // A kept outcome takes memory as well.
        guard spend(Self.outcomeCost, part, keyword) else { return false }
        var parts = EvaluatedParts()
        let isValid = applyKeywords(of: node, to: part, context, &parts)
        outcomes[application] = Outcome(isValid: isValid, isReported: context.reports, evaluated: context.collects ? parts : nil)
        if isValid && context.collects { evaluated.formUnion(parts) }
        return isValid
    }

    private mutating func applyKeywords(of node: SchemaNode, to part: Int, _ context: Context, _ evaluated: inout EvaluatedParts) -> Bool {
        var inner = context
        inner.collects = context.collects || node.hasUnevaluated
        var parts = EvaluatedParts()
        var isValid = true
        for keyword in node.keywords where !hasEnded {
            // A value that failed has evaluated nothing, so the rest would only be noise.
            if !isValid && keyword.asksForEvaluated { continue }
            if matches(keyword, part, inner, &parts) { continue }
            isValid = false
            if !context.reports { return false }
        }
        if isValid && context.collects && spend(parts.size, part, "unevaluatedProperties") { evaluated.formUnion(parts) }
        return isValid
    }

    // MARK: - Work and faults

    /// Takes units of work.
    ///
    /// - Returns: False where the check has ended, which this may have done.
    mutating func spend(_ units: Int, _ part: Int, _ keyword: String) -> Bool {
        if hasEnded { return false }
        work += max(0, units)
        if work > workLimit { end(part, keyword, "the value takes more work to check than it may") }
        return !hasEnded
    }

    /// Records a fault, where faults are.
    mutating func report(_ part: Int, _ keyword: String, _ message: @autoclosure () -> String, _ context: Context) {
        guard context.reports, !hasEnded else { return }
        add(part, keyword, message())
    }

    /// Gives the check up, with a fault that says why.
    private mutating func end(_ part: Int, _ keyword: String, _ message: String) {
        if hasEnded { return }
        add(part, keyword, message)
        hasEnded = true
    }

    private mutating func add(_ part: Int, _ keyword: String, _ message: String) {
        let fault = ItemFault(mismatchAt: tree.pointer(to: part), keyword: keyword, message)
        faultByteCount += fault.pointer.utf8.count + message.utf8.count
        if faults.isEmpty || faultByteCount <= SchemaLimits.faultByteCount { faults.append(fault) }
        hasEnded = faults.count >= limit || faultByteCount >= SchemaLimits.faultByteCount
    }

    /// Whether a text has a pattern in it.
    mutating func has(_ text: String, _ pattern: Pattern, _ part: Int, _ keyword: String) -> Bool {
        let matcher = matcher
        let outcome = matcher?.search(pattern, in: text) { spend($0, part, keyword) }
        if outcome == .exceeded || outcome == nil { end(part, keyword, "the regular expression takes more steps than it may") }
        return outcome == .matched
    }
}
