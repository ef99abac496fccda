internal import CLinux
internal import Glibc

/// The processors of the machine, as far as this process may use them.
package enum Processors {
    /// The number of processors that this process may run on, at least 1.
    ///
    /// A container or `taskset` may allow fewer than the machine has. If the system does not state the allowed processors, the
    /// number of online processors is used.
    package static var count: Int {
        let allowed = Int(tk_allowed_processor_count())
        return max(1, allowed > 0 ? allowed : sysconf(Int32(_SC_NPROCESSORS_ONLN)))
    }
}
