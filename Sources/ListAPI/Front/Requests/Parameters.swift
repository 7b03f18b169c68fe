import HTTPServing
import Lists
import Wire

/// The query of a request, checked: every name is one that the route knows and stands once.
struct Parameters {
    private let query: Query

    /// - Throws: `bad-parameter` that names the first parameter that is malformed, unknown or given twice.
    init(_ request: borrowing Request, allowing names: [String]) throws(RequestProblem) {
        do throws(QueryError) {
            query = try Query(request.target.rawQuery)
        } catch {
            throw Self.problem(error.parameter, "\(error)")
        }
        // The first that is unknown or given twice ends it, so that there are never more than names.
        var isGiven = [Bool](repeating: false, count: query.parameters.isEmpty ? 0 : names.count)
        for parameter in query.parameters {
            guard let index = names.firstIndex(where: parameter.isNamed) else {
                let known = names.isEmpty ? "no parameters" : names.joined(separator: ", ")
                throw Self.problem(parameter.name, "The parameter “\(parameter.name)” means nothing here; this route takes \(known).")
            }
            if isGiven[index] { throw Self.problem(parameter.name, "The parameter “\(parameter.name)” is given twice.") }
            isGiven[index] = true
        }
    }

    subscript(_ name: String) -> String? { query[name] }

    /// The names of all parameters in the order sent.
    var names: [String] { query.parameters.map(\.name) }

    /// The names of the first two parameters that have one of some names, in the order sent.
    func first(among names: [String]) -> (first: String?, second: String?) {
        var first: String?
        for parameter in query.parameters where names.contains(where: parameter.isNamed) {
            guard first == nil else { return (first, parameter.name) }
            first = parameter.name
        }
        return (first, nil)
    }

    /// The version of `at`; `nil` where there is none.
    func version() throws(RequestProblem) -> Int64? {
        guard let text = query["at"] else { return nil }
        guard let number = WholeNumber(text[...].utf8)?.clamped, number >= 1 else {
            throw Self.problem("at", "“at” is a version: a whole number from 1.")
        }
        return Int64(number)
    }

    /// A whole number of a range; `nil` where the parameter is absent. One that no `Int` holds is malformed.
    func number(_ name: String, in range: ClosedRange<Int>) throws(RequestProblem) -> Int? {
        guard let text = query[name] else { return nil }
        guard case .number(let number) = WholeNumber(text[...].utf8), range.contains(number) else {
            throw Self.problem(name, "“\(name)” is a whole number from \(range.lowerBound) to \(range.upperBound).")
        }
        return number
    }

    /// The number of a version to begin or end with; `nil` where the parameter is absent. One that no `Int64` holds is above all that
    /// there are.
    func counter(_ name: String, from lowest: Int) throws(RequestProblem) -> Int64? {
        guard let text = query[name] else { return nil }
        guard let number = WholeNumber(text[...].utf8)?.clamped, number >= lowest else {
            throw Self.problem(name, "“\(name)” is a whole number from \(lowest) upwards.")
        }
        return Int64(number)
    }

    /// A moment, in milliseconds since 1970, UTC; `nil` where the parameter is absent.
    func time(_ name: String) throws(RequestProblem) -> Int64? {
        guard let text = query[name] else { return nil }
        guard let time = Timestamp.milliseconds(text) else {
            throw Self.problem(name, "“\(name)” is a time as RFC 3339 has it, such as 2026-03-01T09:30:00.000Z.")
        }
        return time
    }

    /// All parameters but some, as they go into the query of a link.
    func encoded(without names: [String]) -> [String] {
        query.parameters.filter { !names.contains(where: $0.isNamed) }.map {
            PercentEncoding.segment($0.name) + "=" + PercentEncoding.segment($0.value)
        }
    }

    static func problem(_ name: String, _ detail: String) -> RequestProblem {
        RequestProblem(.badParameter, detail, at: .parameter(name))
    }
}

extension PathParameters {
    /// The list that the path names.
    func list() throws(RequestProblem) -> ListID { try PathParser.list(self["list"] ?? "") }

    /// The section that the path names.
    func section() throws(RequestProblem) -> SectionReference { try PathParser.section(self["section"] ?? "") }
}
