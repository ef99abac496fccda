internal import Glibc

/// A program that runs as a child process and whose standard output is read.
struct ChildProcess: ~Copyable {
    /// The number of the process.
    let identifier: pid_t
    private let output: Int32

    /// The most bytes that are read of the output.
    private static let outputLimit = 1 << 20

    /// Starts a program, which is searched on the PATH; nil if it cannot be started, as where it is not installed.
    ///
    /// Its standard input is empty, its messages are discarded, and signals have their default effect.
    init?(_ words: [String]) {
        var pipes: [Int32] = [-1, -1]
        guard pipe(&pipes) == 0 else { return nil }
        defer { close(pipes[1]) }
        for end in pipes { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, pipes[1], STDOUT_FILENO)
        posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
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
        guard let name = words.first,
            posix_spawnp(&process, name, &actions, &attributes, &arguments, environ) == 0
        else {
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

    /// Waits until the process has ended; its number stays its own.
    func waitUntilExited() {
        var information = siginfo_t()
        while waitid(P_PID, id_t(identifier), &information, WEXITED | WNOWAIT) != 0, errno == EINTR {}
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
