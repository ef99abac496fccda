internal import Glibc

/// Measurements of this process: its memory and its processor time.
package enum ProcessMetrics {
    /// The peak resident memory of this process plus that of its largest ended child process, a decoder, in bytes.
    ///
    /// Read from `/proc` on Linux. The fallback, `getrusage`, also counts the memory before `exec`, when the process
    /// was a copy of its parent.
    package static var peakMemoryBytes: Int { (statusPeak ?? usagePeak(RUSAGE_SELF)) + usagePeak(RUSAGE_CHILDREN) }

    /// The processor time of all threads of this process, in seconds.
    package static var processorTime: Double {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
    }

    /// The `VmHWM` line ("high water mark") of proc_pid_status(5): `VmHWM:    43136 kB`.
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

    private static func usagePeak(_ processes: __rusage_who) -> Int {
        var usage = rusage()
        getrusage(__rusage_who_t(processes.rawValue), &usage)
        return usage.ru_maxrss * kibibyte
    }

    private static let kibibyte = 1024
}
