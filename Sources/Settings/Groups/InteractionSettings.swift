/// `interactions.…`: how long what users did can be read back.
public struct InteractionSettings: Sendable, Equatable {
    public var seconds = 2_592_000
}
