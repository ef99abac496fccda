internal import Glibc

/// The limit of the files and sockets that the process may have open.
enum DescriptorLimit {
    /// The descriptors that are used beside those of connections and of the files that are sent on them: an open image has some
    /// for its decoders, and many images are open.
    private static let otherDescriptors = 4096

    /// Raises the limit for a number of connections, as far as the system lets it.
    ///
    /// - Parameter connections: the number that is wanted.
    /// - Returns: the number of connections that the limit allows, at most the number that is wanted. What is open besides has
    ///   what it needs, or half of a limit that is low.
    static func raise(forConnections connections: Int) -> Int {
        var limit = rlimit()
        let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        guard getrlimit(resource, &limit) == 0 else { return connections }
        let wanted = rlim_t(clamping: 2 * max(0, min(connections, 1 << 20)) + otherDescriptors)
        if limit.rlim_cur < wanted {
            let former = limit.rlim_cur
            limit.rlim_cur = min(wanted, limit.rlim_max)
            if setrlimit(resource, &limit) != 0 { limit.rlim_cur = former }
        }
        return allowedConnections(wanted: connections, descriptors: Int(clamping: limit.rlim_cur))
    }

    /// The connections for which there are descriptors.
    static func allowedConnections(wanted: Int, descriptors: Int) -> Int {
        min(wanted, descriptors - min(otherDescriptors, descriptors / 2))
    }
}
