import HTTPClient
public import Lists

/// A running server, which gets the list as one request of NDJSON.
public struct ServerTarget: ImportTarget {
    let server: ServerAddress

    public init(server: ServerAddress) {
        self.server = server
    }

    /// The server has limits, and says so itself.
    public var limits: ContentLimits { ContentLimits(body: .max, value: 1 << 40, sections: .max, items: .max) }

    public func has(_ list: ListID) throws(CommandFailure) -> Bool {
        let answer = try server.answer(to: server.request("GET", list))
        switch answer.status {
        case 200: return true
        case 404: return false
        default: throw server.refusal(answer)
        }
    }

    public func put(_ content: ImportContent, into list: ListID, onlyNew: Bool, progress: any ImportProgress) throws -> ImportOutcome? {
        let body: any UploadBody =
            switch content {
            case .draft(let content): PieceBody(DraftPieces(content), progress: progress)
            case .pieces(let pieces): PieceBody(pieces, progress: progress)
            case .export(let input): FileBody(input, progress: progress)
            }
        let answer = try send(body, to: list, onlyNew: onlyNew)
        switch answer.status {
        case 200, 201:
            guard let version = answer.integer(at: "/version"), let sections = answer.integer(at: "/sectionCount"),
                let items = answer.integer(at: "/itemCount")
            else { throw CommandFailure(message: "\(server.url): the answer is no list") }
            return ImportOutcome(version: Int64(version), sectionCount: sections, itemCount: items, isKnownUnchanged: false)
        case 412 where onlyNew: return nil
        default:
            let problem = answer.problem
            guard let sent = problem.line, let line = body.fileLine(ofSent: sent) else { throw server.refusal(answer) }
            throw ImportError(detail: problem.detail, line: sent, in: line)
        }
    }

    private func send(_ body: any UploadBody, to list: ListID, onlyNew: Bool) throws -> ServerAnswer {
        let headers = ["Content-Type: application/x-ndjson"] + (onlyNew ? ["If-None-Match: *"] : [])
        var answer = ServerAnswer()
        do {
            answer.status = try server.request("PUT", list, headers: headers).perform {
                try body.fill($0)
            } receiving: { status, bytes in
                answer.status = status
                answer.append(bytes)
            }
        } catch let error as ImportError {
            throw error
        } catch {
            // A server that refuses before it has read all may close the connection on what is still coming.
            guard answer.status >= 400, answer.value(at: "/detail") != nil else { throw server.failure(error) }
        }
        return answer
    }
}
