import StoreSuite
import TestSupport

/// Makes requests up: those that clients send, and those with a few things changed. The same seed makes the same requests.
struct RequestFuzzer {
    private var random: SeededGenerator

    init(seed: UInt64) {
        random = SeededGenerator(seed: seed)
    }

    mutating func next() -> FuzzedRequest {
        var request = pick(FuzzCorpus.requests)
        for index in request.segments.indices where request.segments[index] == "L" { request.segments[index] = pick(FuzzCorpus.lists) }
        for _ in 0..<Int(random.next() % 4) { change(&request) }
        return request
    }

    private mutating func change(_ request: inout FuzzedRequest) {
        switch random.next() % 12 {
        case 0: request.method = pick(FuzzCorpus.methods)
        case 1, 2: request.segments[place(request.segments)] = pick(FuzzCorpus.segments)
        case 3: request.segments.insert(pick(FuzzCorpus.segments), at: place(request.segments))
        case 4, 5: request.parameters.append((pick(FuzzCorpus.parameters), pick(FuzzCorpus.values)))
        case 6: if !request.parameters.isEmpty { request.parameters[place(request.parameters)].value = pick(FuzzCorpus.values) }
        case 7: request.headers.append((pick(FuzzCorpus.headers), pick(FuzzCorpus.headerValues)))
        case 8: request.body = pick(FuzzCorpus.requests).body
        case 9, 10: request.body = damaged(request.body ?? [])
        default: for _ in 0..<3 { request.damage.append((Int(random.next() % 400), UInt8(truncatingIfNeeded: random.next()))) }
        }
    }

    /// A body with bytes changed, left out or put in.
    private mutating func damaged(_ body: [UInt8]) -> [UInt8] {
        var body = body
        for _ in 0...Int(random.next() % 3) {
            let place = body.isEmpty ? 0 : Int(random.next() % UInt64(body.count))
            switch random.next() % 6 {
            case 0 where !body.isEmpty: body[place] = UInt8(truncatingIfNeeded: random.next())
            case 1 where !body.isEmpty: body.removeSubrange(place..<min(body.count, place + Int(random.next() % 9)))
            case 2: body = Array(body.prefix(place))
            case 3: body += body.suffix(from: place)
            default: body.insert(contentsOf: pick(FuzzCorpus.pieces).utf8, at: place)
            }
        }
        return body
    }

    private mutating func place(_ things: [some Any]) -> Int {
        things.isEmpty ? 0 : Int(random.next() % UInt64(things.count))
    }

    private mutating func pick<Element>(_ elements: [Element]) -> Element {
        elements[Int(random.next() % UInt64(elements.count))]
    }
}
