public import JSON
import Lists
public import Ports

/// A delivery as the contract shows it, with what came of each attempt.
public enum DeliveryRepresentation {
    /// Writes a Delivery object.
    ///
    /// - Parameter payload: The JSON text that the delivery sends, shown with the list that it is about; `nil` leaves both out.
    public static func write(_ delivery: Delivery, payload: [UInt8]? = nil, to json: inout JSONWriter) {
        json.beginObject()
        json.member("id", delivery.id.text)
        json.member("event", delivery.type.rawValue)
        json.member("eventId", delivery.eventID.text)
        json.member("status", delivery.status.rawValue)
        json.key("attempts")
        json.beginArray()
        for attempt in delivery.attempts { write(attempt, to: &json) }
        json.endArray()
        json.member("nextAttemptAt", delivery.nextAttemptAt.map { Timestamp.text($0) })
        json.member("createdAt", Timestamp.text(delivery.createdAt))
        if let payload {
            json.member("list", delivery.list?.text)
            json.key("payload")
            json.value(verbatim: payload)
        }
        json.endObject()
    }

    private static func write(_ attempt: DeliveryAttempt, to json: inout JSONWriter) {
        json.beginObject()
        json.member("at", Timestamp.text(attempt.at))
        json.member("statusCode", attempt.statusCode)
        json.member("error", attempt.error)
        json.member("durationMs", attempt.durationMilliseconds)
        json.member("responseBody", attempt.responseBody)
        json.endObject()
    }
}
