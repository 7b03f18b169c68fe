import Commands
import HTTPServing
import HTTPTypes
import JSON
import Lists
import Webhooks

/// Receives deliveries: verifies each and prints it before it is answered.
final class WebhookListener: Responder {
    private let check: SignatureCheck
    /// Whether an event is printed as its body, else as a line for people.
    private let printsJSON: Bool

    init(check: SignatureCheck, printsJSON: Bool) {
        self.check = check
        self.printsJSON = printsJSON
    }

    func respond(to request: inout Request) -> PendingResponse {
        guard request.method == .post else {
            return .response(Response(status: .methodNotAllowed, headers: [Response.Header(.allow, "POST")]))
        }
        do {
            let headers = { [request] (name: String) in HTTPField.Name(name).flatMap { request.headers[$0] } }
            let id = try check.id(of: request.body, headers: headers, now: SystemSources.now() / 1_000)
            let event = try ReceivedEvent(request.body)
            StandardStream.output.writeLine(printsJSON ? event.body : event.line(id: id))
            return .response(Response(status: .noContent))
        } catch let failure as SignatureFailure {
            return refuse("\(failure)", .unauthorized)
        } catch {
            return refuse("the body is no event", .badRequest)
        }
    }

    /// The answer to a malformed request.
    static let refusal = Response(status: .badRequest)

    private func refuse(_ reason: String, _ status: HTTPResponse.Status) -> PendingResponse {
        let text = printsJSON ? "{\"refused\":\(JSONText(string: reason).text)}" : "refused: \(reason)"
        StandardStream.error.writeLine(escaping: text)
        return .response(Response(status: status))
    }
}
