import JSON
import Lists
public import Ports
import Wire

/// The body of a message about an event, as Standard Webhooks 1.0 recommends: `{"type","timestamp","data"}`.
public enum EventBody {
    /// The body's bytes, the same whenever they are made.
    ///
    /// - Parameter data: The JSON text of the event's data; it goes out as it is.
    public static func bytes(of event: Event, data: [UInt8]) -> [UInt8] {
        var body: [UInt8] = []
        body.reserveCapacity(data.count + 96)
        JSONText.append(verbatim: "{\"type\":", to: &body)
        JSONText.append(event.type.rawValue, to: &body)
        JSONText.append(verbatim: ",\"timestamp\":", to: &body)
        JSONText.append(Timestamp.text(event.time), to: &body)
        JSONText.append(verbatim: ",\"data\":", to: &body)
        body += data
        body.append(UInt8(ascii: "}"))
        return body
    }
}
