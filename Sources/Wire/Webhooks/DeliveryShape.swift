import JSON
import Lists
public import Ports

/// A delivery as the contract shows it, with what came of each attempt.
public enum DeliveryShape {
    /// Appends a Delivery object.
    public static func append(_ delivery: Delivery, to output: inout [UInt8]) {
        JSONText.append(verbatim: "{\"id\":", to: &output)
        JSONText.append(delivery.id.text, to: &output)
        JSONText.append(verbatim: ",\"event\":", to: &output)
        JSONText.append(delivery.type.rawValue, to: &output)
        JSONText.append(verbatim: ",\"eventId\":", to: &output)
        JSONText.append(delivery.eventID.text, to: &output)
        JSONText.append(verbatim: ",\"status\":", to: &output)
        JSONText.append(delivery.status.rawValue, to: &output)
        JSONText.append(verbatim: ",\"attempts\":[", to: &output)
        for (index, attempt) in delivery.attempts.enumerated() {
            if index > 0 { output.append(UInt8(ascii: ",")) }
            append(attempt, to: &output)
        }
        JSONText.append(verbatim: "],\"nextAttemptAt\":", to: &output)
        JSONText.append(delivery.nextAttemptAt.map { Timestamp.text($0) }, to: &output)
        JSONText.append(verbatim: ",\"createdAt\":", to: &output)
        JSONText.append(Timestamp.text(delivery.createdAt), to: &output)
        output.append(UInt8(ascii: "}"))
    }

    private static func append(_ attempt: DeliveryAttempt, to output: inout [UInt8]) {
        JSONText.append(verbatim: "{\"at\":", to: &output)
        JSONText.append(Timestamp.text(attempt.at), to: &output)
        JSONText.append(verbatim: ",\"statusCode\":", to: &output)
        if let status = attempt.statusCode {
            JSONText.append(status, to: &output)
        } else {
            JSONText.append(verbatim: "null", to: &output)
        }
        JSONText.append(verbatim: ",\"error\":", to: &output)
        JSONText.append(attempt.error, to: &output)
        JSONText.append(verbatim: ",\"durationMs\":", to: &output)
        JSONText.append(attempt.durationMilliseconds, to: &output)
        JSONText.append(verbatim: ",\"responseBody\":", to: &output)
        JSONText.append(attempt.responseBody, to: &output)
        output.append(UInt8(ascii: "}"))
    }
}
