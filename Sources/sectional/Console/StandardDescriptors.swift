import Glibc

/// The descriptors 0, 1 and 2, which whoever starts the program may have closed.
enum StandardDescriptors {
    /// Occupies those that are closed, so that no file or socket that is opened later is taken for a standard stream. They stay as good as
    /// closed: what is opened there can't be read as input, nor written to as output.
    static func occupyClosed() {
        // The lowest free descriptor is the one that is given out.
        for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
            _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
        }
    }
}
