internal import Glibc
internal import JSONDocuments
internal import TileContainers
internal import TileCutting

/// The resource usage of a finished process.
struct MeasuredRun {
    /// Wall time in seconds.
    var wall: Double
    /// CPU time of all threads in seconds.
    var cpu: Double
    /// The peak resident memory in bytes.
    var peakMemory: Int
    /// The exit status; 128 + the number of the signal if one ended the process.
    var status: Int32
    /// The distribution of its time as tilecut reports it; nil for other programs.
    var times: CutTimes?

    /// Runs a command to its end, discards its output and returns its resource usage.
    ///
    /// - Parameter command: the program, by path or name, and its arguments.
    /// - Returns: the usage; nil if the command cannot be started.
    static func of(_ command: [String]) -> MeasuredRun? { of(command, output: "/dev/null") }

    /// Runs tilecut with `--json`, and reads the times of the cut from what it prints.
    ///
    /// - Parameters:
    ///   - command: the program and its arguments.
    ///   - file: a file that receives the output.
    /// - Returns: the usage; nil if the command cannot be started.
    static func ofTilecut(_ command: [String], output file: String) -> MeasuredRun? {
        guard var run = of(command, output: file) else { return nil }
        run.times = (try? FileSystem.readWhole(file)).flatMap { try? JSONValue(parsing: $0) }.flatMap(CutTimes.init)
        return run
    }

    private static func of(_ command: [String], output: String) -> MeasuredRun? {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, output, O_WRONLY | O_CREAT | O_TRUNC, 0o644)

        var arguments: [UnsafeMutablePointer<CChar>?] = command.map { strdup($0) }
        defer { arguments.forEach { free($0) } }
        arguments.append(nil)
        var process: pid_t = 0
        let start = ContinuousClock.now
        guard posix_spawnp(&process, command[0], &actions, nil, arguments, environ) == 0 else { return nil }
        var status: Int32 = 0
        var usage = rusage()
        while wait4(process, &status, 0, &usage) < 0 {
            guard errno == EINTR else { return nil }
        }
        let wall = (ContinuousClock.now - start) / .seconds(1)
        let signal = status & 0x7F
        let kibibyte = 1024
        return MeasuredRun(
            wall: wall, cpu: seconds(usage.ru_utime) + seconds(usage.ru_stime),
            peakMemory: usage.ru_maxrss * kibibyte, status: signal == 0 ? (status >> 8) & 0xFF : 128 + signal)
    }

    private static func seconds(_ time: timeval) -> Double {
        Double(time.tv_sec) + Double(time.tv_usec) / 1e6
    }
}

/// Returns the median; for an even number of values the mean of the two in the middle.
func median(_ values: [Double]) -> Double {
    let sorted = values.sorted()
    guard !sorted.isEmpty else { return .nan }
    return (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
}

extension CutTimes {
    /// Reads the times from the output of `tilecut --json`; nil where there are none.
    fileprivate init?(_ report: JSONValue) {
        guard let times = try? JSONObject(report).object("times") else { return nil }
        func time(_ name: String) -> Double { (try? times.number(name)) ?? 0 }
        self.init(
            processor: time("processor"), decoding: time("decoding"), waitingForMemory: time("waitingForMemory"),
            waitingForTiles: time("waitingForTiles"), finishing: time("finishing"))
    }
}
