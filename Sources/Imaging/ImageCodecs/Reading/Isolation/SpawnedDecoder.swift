internal import Glibc

/// A decoder process that was started from this process's executable.
final class SpawnedDecoder: DecoderHost {
    private let process: pid_t
    private var exit: DecoderExit?

    let stallSeconds = Int32(DecodeLimits.stallSeconds)

    /// The milliseconds that a process which has closed its socket gets to end.
    private static let patience = 2000

    private init(_ process: pid_t) { self.process = process }

    /// Starts a decoder process.
    ///
    /// - Throws: ``DecoderEnd`` when that fails.
    static func start() throws(DecoderEnd) -> DecoderWorker {
        var sockets: [Int32] = [-1, -1]
        let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, kind, 0, &sockets) == 0 else { throw DecoderEnd(exit: .notStarted(errno)) }
        let channel = DecoderChannel(owning: sockets[0])
        defer { close(sockets[1]) }
        var process: pid_t = 0
        let code = spawn(socket: sockets[1], &process)
        guard code == 0 else { throw DecoderEnd(exit: .notStarted(code)) }
        return DecoderWorker(channel, process: SpawnedDecoder(process))
    }

    /// Starts the executable with a socket; ``DecoderServer/serve(_:)`` closes what else it inherits.
    ///
    /// - Returns: 0, or an `errno`.
    private static func spawn(socket: Int32, _ process: inout pid_t) -> Int32 {
        var files = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&files)
        defer { posix_spawn_file_actions_destroy(&files) }
        posix_spawn_file_actions_adddup2(&files, socket, DecoderProcess.descriptor)
        posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        // Libraries report faults there that are reported in other ways too.
        posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
        posix_spawn_file_actions_addopen(&files, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
        // A thread of Dispatch blocks all signals, the one for the limit of processor time included. Those that end the
        // program stay blocked until the decoder ignores them.
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var mask = sigset_t()
        sigemptyset(&mask)
        for number in DecoderServer.ignoredSignals {
            sigaddset(&mask, number)
        }
        posix_spawnattr_setsigmask(&attributes, &mask)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        let name = CommandLine.arguments.first ?? "decoder"
        var arguments: [UnsafeMutablePointer<CChar>?] = [strdup(name), strdup(DecoderProcess.argument), nil]
        defer { for argument in arguments { free(argument) } }
        return DecoderEnvironment.withVariables { environment in
            posix_spawn(&process, "/proc/self/exe", &files, &attributes, &arguments, environment)
        }
    }

    var processorTime: Double {
        var clock = clockid_t()
        var time = timespec()
        guard clock_getcpuclockid(process, &clock) == 0, clock_gettime(clock, &time) == 0 else { return 0 }
        return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
    }

    func end(isExpected: Bool) -> DecoderExit {
        if let exit { return exit }
        var status: Int32 = 0
        if !isExpected {
            for _ in 0..<Self.patience {
                let ended = waitpid(process, &status, WNOHANG)
                guard ended == 0 || ended < 0 && errno == EINTR else { return finish(ended, status) }
                usleep(1000)
            }
        }
        kill(process, SIGKILL)
        while true {
            let ended = waitpid(process, &status, 0)
            if ended < 0, errno == EINTR { continue }
            return finish(ended, status)
        }
    }

    private func finish(_ ended: pid_t, _ status: Int32) -> DecoderExit {
        // Another part of the program may wait for all children.
        let result = ended == process ? DecoderExit(waitStatus: status) : .exited(0)
        exit = result
        return result
    }
}
