internal import Glibc

/// What the system says about this process and machine.
package enum ProcessMetrics {
    /// The most memory this process has had resident since it runs this program, in bytes.
    ///
    /// Read from Linux' `/proc`. `getrusage`, for places without it, also counts what the process had before it ran
    /// this program: as a copy of the one that started it, however large that is.
    package static var peakMemoryBytes: Int { statusPeak ?? usagePeak }

    /// Seconds that all threads of this process have calculated.
    package static var processorTime: Double { seconds(CLOCK_PROCESS_CPUTIME_ID) }

    /// Seconds that the calling thread has calculated: unlike time on the wall, no other work on the machine adds to it.
    package static var threadTime: Double { seconds(CLOCK_THREAD_CPUTIME_ID) }

    private static func seconds(_ clock: clockid_t) -> Double {
        var time = timespec()
        clock_gettime(clock, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
    }

    /// The `VmHWM` line of proc_pid_status(5), "high water mark": `VmHWM:    43136 kB`.
    private static var statusPeak: Int? {
        let file = open("/proc/self/status", O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = max(0, read(file, &bytes, bytes.count))
        let lines = String(decoding: bytes[..<count], as: UTF8.self).split(separator: "\n")
        guard let line = lines.first(where: { $0.hasPrefix("VmHWM:") }) else { return nil }
        return Int(line.filter(\.isWholeNumber)).map { $0 * kibibyte }
    }

    private static var usagePeak: Int {
        var usage = rusage()
        getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        return usage.ru_maxrss * kibibyte
    }

    private static let kibibyte = 1024
}
