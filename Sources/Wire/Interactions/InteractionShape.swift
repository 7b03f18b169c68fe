public import JSON
public import Lists
public import Ports

/// An interaction as the contract shows it: what answers it, is read back, and is sent to webhooks.
///
/// All but what the store gives it is laid out before it is recorded, so that the store's writer copies bytes and no more.
public struct InteractionShape: Sendable {
    /// `,"type":…,"context":…` with all that stands between.
    private let middle: [UInt8]

    /// - Parameters:
    ///   - action: Its name; `nil` for a selection.
    ///   - item: The Item object as it is in that version.
    public init(
        _ type: EventType, action: ActionName?, of list: ListID, at version: Int64, item: [UInt8], context: JSONValue
    ) {
        var middle: [UInt8] = []
        middle.reserveCapacity(item.count + context.byteCount + 128)
        JSONText.append(verbatim: ",\"type\":", to: &middle)
        JSONText.append(type.rawValue, to: &middle)
        JSONText.append(verbatim: ",\"action\":", to: &middle)
        JSONText.append(action?.text, to: &middle)
        JSONText.append(verbatim: ",\"list\":", to: &middle)
        JSONText.append(list.text, to: &middle)
        JSONText.append(verbatim: ",\"version\":", to: &middle)
        JSONText.append(version, to: &middle)
        JSONText.append(verbatim: ",\"item\":", to: &middle)
        middle += item
        JSONText.append(verbatim: ",\"context\":", to: &middle)
        JSONText.append(context, to: &middle)
        self.middle = middle
    }

    /// The object with what the store has given it.
    public func bytes(_ interaction: Interaction) -> [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(middle.count + 128)
        JSONText.append(verbatim: "{\"id\":", to: &output)
        JSONText.append(interaction.id.text, to: &output)
        JSONText.append(verbatim: ",\"sequence\":", to: &output)
        JSONText.append(interaction.sequence, to: &output)
        output += middle
        JSONText.append(verbatim: ",\"timestamp\":", to: &output)
        JSONText.append(Timestamp.text(interaction.time), to: &output)
        if let author = interaction.author {
            JSONText.append(verbatim: ",\"by\":", to: &output)
            JSONText.append(author, to: &output)
        }
        output.append(UInt8(ascii: "}"))
        return output
    }
}
