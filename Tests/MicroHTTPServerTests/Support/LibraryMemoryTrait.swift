import Testing

extension Trait where Self == ConditionTrait {
    /// For tests of what is known of the library's memory: in a portable build each connection ends with its response, and lines that are no
    /// headers are the library's to refuse.
    static var readsLibraryMemory: Self {
        #if PORTABLE_MICROHTTPD
            .disabled("this build leaves the library's memory alone")
        #else
            .enabled(if: true)
        #endif
    }
}
