package sectional

/** An input of a [ListSession]. */
internal sealed class SessionEvent {
    object Start : SessionEvent()
    object Stop : SessionEvent()
    /** There is a network again, or the app came to the front. */
    object Reachable : SessionEvent()
    /** The time that [SessionAction.Wait] named. */
    object Timer : SessionEvent()
    /** The version that an earlier run kept; null for none. */
    class Restored(val version: Long?, val at: Long) : SessionEvent()
    /** All sections of a version are there. */
    class Loaded(val version: Long, val load: Int) : SessionEvent()
    class LoadFailed(val failure: SessionFailure, val load: Int) : SessionEvent()
    class StreamOpened(val stream: Int) : SessionEvent()
    /** Null where the server ended the stream. */
    class StreamEnded(val failure: SessionFailure?, val stream: Int) : SessionEvent()
    class Changed(val from: Long, val to: Long, val reload: Boolean, val stream: Int) : SessionEvent()
    class Reset(val version: Long, val stream: Int) : SessionEvent()
    class Deleted(val stream: Int) : SessionEvent()
    /** The list that was missing has been made. */
    class Made(val stream: Int) : SessionEvent()
    class CaughtUp(val from: Long, val to: Long, val reload: Boolean, val load: Int) : SessionEvent()
    /** How many seconds the server wants to pass before the next connection. */
    class Retry(val seconds: Double, val stream: Int) : SessionEvent()
    /** A change does not fit the screen's version, or the list is another. */
    object Misfit : SessionEvent()
}

/** An action that a [ListSession] wants done; actions are in order. */
internal sealed class SessionAction {
    data class Tell(val state: ConnectionState) : SessionAction()
    /** Read what an earlier run kept; ends in `Restored`. */
    object Restore : SessionAction()
    /** Load all sections, of the head or of one version; ends in `Loaded` or `LoadFailed`. */
    data class Load(val version: Long?, val load: Int) : SessionAction()
    /** Ends in `CaughtUp` or `LoadFailed`. */
    data class CatchUp(val since: Long, val to: Long, val load: Int) : SessionAction()
    data class OpenStream(val since: Long, val stream: Int) : SessionAction()
    /** Open the stream that says when a list is made. */
    data class AwaitList(val stream: Int) : SessionAction()
    object CloseStream : SessionAction()
    /** Ends in `Timer`, unless another of these, `OpenStream` or `AwaitList` comes first. */
    data class Wait(val until: Long) : SessionAction()
    /** The change, or the content, that the event was about goes to the screen. */
    object Show : SessionAction()
    /** The change that the event was about is kept until `ReplayHeld`. */
    object Hold : SessionAction()
    /** Give the changes that were kept to the session again, oldest first. */
    object ReplayHeld : SessionAction()
    object DropHeld : SessionAction()
    object RemoveCache : SessionAction()
}

/** Why something that the session asked for did not come. */
internal sealed class SessionFailure {
    /** No answer, or one that says to come again. */
    data class Network(val retryAfter: Double = 0.0) : SessionFailure()
    /** The version is out of the history, or one of another list of this id. */
    object VersionGone : SessionFailure()
    /** A failure that waiting does not mend. */
    data class Final(val failure: ListFailure) : SessionFailure()

    companion object {
        fun of(error: Exception): SessionFailure = when {
            error is ListFailure.Unknown && error.isTemporary -> Network(error.problem.retryAfter)
            error is ListFailure && error.isTemporary -> Network()
            error === ListFailure.VersionGone || error === ListFailure.OtherHistory -> VersionGone
            error is ListFailure -> Final(error)
            else -> Network()
        }
    }
}
