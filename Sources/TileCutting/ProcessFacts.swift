internal import CLinux
internal import Glibc

/// What the system says about this process and machine.
package enum ProcessFacts {
    /// Processors this process may run on.
    package static var processorCount: Int {
        let allowed = Int(tk_allowed_processor_count())
        return max(1, allowed > 0 ? allowed : sysconf(Int32(_SC_NPROCESSORS_ONLN)))
    }

    /// The most memory this process has had resident, in bytes.
    package static var peakMemoryBytes: Int {
        var usage = rusage()
        getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        let kibibyte = 1024
        return usage.ru_maxrss * kibibyte
    }
}
