import HTTPServing
import HTTPTypes
import JSON
import Lists
import Ports
import Wire

/// What a request says of an interaction.
struct InteractionRequest: Sendable {
    let type: EventType
    let target: ItemTarget
    /// `nil` for a selection.
    let action: ActionName?
    let preconditions: Preconditions
    /// The context, or what is wrong with its meaning: that is told after the item was found and preconditions were checked.
    let context: Result<JSONValue, RequestProblem>

    /// The version that the user was looking at; `nil` for the head.
    var version: Int64? { target.version }

    init(_ request: Request, _ path: PathParameters, _ type: EventType, limits: ContentLimits) throws {
        self.type = type
        target = try ItemTarget(path, try Parameters(request, allowing: ["at"]))
        action = try path["name"].map { try ActionName($0) }
        try BodyType.check(request, among: [MediaType.json])
        preconditions = try Preconditions(request)
        context = try BodyMeaning.deferring { () throws(RequestProblem) in
            try InteractionBodyReader.context(request.body, limits: limits)
        }
    }
}
