internal import CLinux
internal import Glibc

/// A program that runs as a child process and whose standard output is read.
struct ChildProcess: ~Copyable {
    /// The number of the process.
    let identifier: pid_t
    private let output: Int32

    /// The most bytes that are read of the output.
    private static let outputLimit = 1 << 20
    /// The interval at which it is checked whether a process with a limit of time has ended, in microseconds.
    private static let checkInterval: UInt32 = 10_000

    /// Starts a program, which is searched on the PATH; nil if it cannot be started, as where it is not installed.
    ///
    /// Its messages are discarded, signals have their default effect, and it inherits no descriptors beside its standard streams: a
    /// program of the clipboard goes on in the background, where it would keep the pipes of this process's parent open.
    ///
    /// - Parameters:
    ///   - words: the name and the arguments.
    ///   - input: the path of the file that is its standard input; nothing by default.
    ///   - discardsOutput: whether its output is discarded, which it may keep open after it has ended; `false` by default.
    init?(_ words: [String], input: String = "/dev/null", discardsOutput: Bool = false) {
        var pipes: [Int32] = [-1, -1]
        guard let name = words.first, pipe(&pipes) == 0 else { return nil }
        for end in pipes { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        defer { close(pipes[1]) }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, input, O_RDONLY, 0)
        if discardsOutput {
            posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
        } else {
            posix_spawn_file_actions_adddup2(&actions, pipes[1], STDOUT_FILENO)
        }
        posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
        tk_spawn_closing_descriptors_from(&actions, STDERR_FILENO + 1)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        sigfillset(&signals)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
        var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
        defer { arguments.forEach { free($0) } }
        var process = pid_t()
        guard posix_spawnp(&process, name, &actions, &attributes, &arguments, environ) == 0 else {
            close(pipes[0])
            return nil
        }
        identifier = process
        output = pipes[0]
    }

    deinit {
        close(output)
    }

    /// Reads the output to its end, or to the limit.
    func readOutput() -> String {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while bytes.count < Self.outputLimit {
            let count = read(output, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { break }
            bytes += buffer.prefix(count)
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Passes the output on in pieces, to its end.
    ///
    /// - Parameters:
    ///   - limit: the most bytes.
    ///   - deadline: the time on the monotonic clock until which it is read, in seconds.
    ///   - receive: takes a piece; returns `false` to stop.
    /// - Returns: whether the output has ended within the limits.
    func readOutput(upTo limit: Int, until deadline: Double, _ receive: (ArraySlice<UInt8>) -> Bool) -> Bool {
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        var total = 0
        while true {
            let milliseconds = Int32(min(max(0, deadline - Self.now), 1000) * 1000)
            var descriptor = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
            let ready = poll(&descriptor, 1, milliseconds)
            if ready < 0, errno == EINTR { continue }
            if ready == 0, Self.now < deadline { continue }
            guard ready > 0 else { return false }
            let count = read(output, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return count == 0 }
            total += count
            guard total <= limit, receive(buffer.prefix(count)) else { return false }
        }
    }

    /// The time on the monotonic clock, in seconds.
    static var now: Double {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    /// Waits until the process has ended, and kills it at a time on the monotonic clock; its number stays its own.
    func waitUntilExited(by deadline: Double) {
        while !hasExited(WNOHANG) {
            guard Self.now < deadline else {
                kill(identifier, SIGKILL)
                break
            }
            usleep(Self.checkInterval)
        }
        waitUntilExited()
    }

    /// Waits until the process has ended; its number stays its own.
    func waitUntilExited() {
        while !hasExited(0) {}
    }

    /// Whether the process has ended, or cannot be waited for; without WNOHANG in `options` it blocks until then.
    private func hasExited(_ options: Int32) -> Bool {
        var information = siginfo_t()
        let result = waitid(P_PID, id_t(identifier), &information, WEXITED | WNOWAIT | options)
        // With WNOHANG, the code stays 0 while the process runs.
        return result == 0 ? information.si_code != 0 : errno != EINTR
    }

    /// Gives up the number of the process; waits until it has ended.
    ///
    /// - Returns: the exit status; nil if a signal ended the process.
    func reap() -> Int32? {
        var status: Int32 = 0
        while waitpid(identifier, &status, 0) < 0 {
            guard errno == EINTR else { return nil }
        }
        return status & 0x7F == 0 ? status >> 8 & 0xFF : nil
    }
}
