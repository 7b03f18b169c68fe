/// `interactions.…`: how long what users did can be read back.
struct InteractionSettings: Sendable, Equatable {
    var seconds = 2_592_000
}
