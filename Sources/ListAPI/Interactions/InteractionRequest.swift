import HTTPServing
import HTTPTypes
import Lists
import Wire

/// What a request says of an interaction.
struct InteractionRequest: Sendable {
    let type: EventType
    let target: ItemTarget
    /// `nil` for a selection.
    let action: ActionName?
    /// The version that the user was looking at; `nil` for the head.
    let version: Int64?
    let preconditions: Preconditions
    /// The context, or what is wrong with its meaning: that is told after the item was found and preconditions were checked.
    let context: Result<JSONValue, RequestProblem>

    init(_ request: Request, _ path: PathParameters, _ type: EventType, limits: ContentLimits) throws {
        self.type = type
        target = try ItemTarget(path)
        action = try path["name"].map { try ActionName($0) }
        version = try Parameters(request, allowing: ["at"]).version()
        try BodyType.check(request, among: [MediaType.json])
        preconditions = try Preconditions(request)
        context = try BodyMeaning.deferring { () throws(RequestProblem) in
            try InteractionBodyReader.context(request.body, limits: limits)
        }
    }
}
