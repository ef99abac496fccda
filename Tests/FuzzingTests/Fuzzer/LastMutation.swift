import Glibc

/// The mutation whose header is being parsed, in the file that the environment variable `TILEKIT_FUZZ_MUTATION` names.
///
/// libFuzzer keeps the input that ends the process, and limits its time, but does not know of a mutation before it is
/// returned.
enum LastMutation {
    /// The most time for a header, in seconds.
    private static let timeLimit = 10

    private static let file: CInt =
        getenv("TILEKIT_FUZZ_MUTATION").map { open($0, O_RDWR | O_CREAT | O_TRUNC, 0o600) } ?? -1

    // Written once, and used by the one thread that runs the cases.
    /// Ends the process with `SIGABRT`, which libFuzzer reports.
    private nonisolated(unsafe) static let timer: timer_t? = {
        var event = sigevent()
        var timer = timer_t?.none
        event.sigev_notify = CInt(SIGEV_SIGNAL)
        event.sigev_signo = SIGABRT
        let status = timer_create(CLOCK_MONOTONIC, &event, &timer)
        precondition(status == 0, "a process has a timer")
        return timer
    }()

    /// Parses something of a mutation, which stays in the file if the process ends.
    static func whileParsing(_ mutation: [UInt8], _ parse: ([UInt8]) -> Bool) -> Bool {
        guard file >= 0 else { return parse(mutation) }
        _ = mutation.withUnsafeBytes { pwrite(file, $0.baseAddress, $0.count, 0) }
        _ = ftruncate(file, mutation.count)
        expire(after: timeLimit)
        defer {
            expire(after: 0)
            _ = ftruncate(file, 0)
        }
        return parse(mutation)
    }

    /// Starts the timer, or stops it with a time of 0.
    private static func expire(after seconds: Int) {
        var time = itimerspec()
        time.it_value.tv_sec = seconds
        // The handle of the first timer is a null pointer.
        timer_settime(timer, 0, &time, nil)
    }
}
