internal import Concurrency
internal import Glibc

/// The limit of the files and sockets that the process may have open.
enum DescriptorLimit {
    /// The descriptors that are used beside those of connections and of the files that are sent on them: an open image has some
    /// for its decoders, and many images are open.
    private static let otherDescriptors = 4096
    /// Held while the limit is read and written.
    private static let changing = Locked(())

    /// Raises the limit for a number of connections, as far as the system lets it.
    ///
    /// - Parameter connections: the number that is wanted.
    /// - Returns: the number of connections that the limit allows, at most the number that is wanted. What is open besides has
    ///   what it needs, or half of a limit that is low.
    static func raise(forConnections connections: Int) -> Int {
        let wanted = rlim_t(clamping: 2 * max(0, min(connections, 1 << 20)) + otherDescriptors)
        let limit = change { limit in
            limit.rlim_cur = max(limit.rlim_cur, min(wanted, limit.rlim_max))
        }
        guard let limit else { return connections }
        return allowedConnections(wanted: connections, descriptors: Int(clamping: limit.rlim_cur))
    }

    /// Changes the limit on one thread at a time.
    ///
    /// Of two servers that start at once, none undoes the other's change with what it has read before.
    ///
    /// - Parameter body: changes the limit that is in force.
    /// - Returns: the limit in force then, which is the former one where the system refuses the change; nil if it is unknown.
    @discardableResult
    static func change(_ body: (inout rlimit) -> Void) -> rlimit? {
        changing.withLock { _ in
            let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
            var former = rlimit()
            guard getrlimit(resource, &former) == 0 else { return nil }
            var limit = former
            body(&limit)
            if (limit.rlim_cur, limit.rlim_max) == (former.rlim_cur, former.rlim_max) { return former }
            return setrlimit(resource, &limit) == 0 ? limit : former
        }
    }

    /// The connections for which there are descriptors.
    static func allowedConnections(wanted: Int, descriptors: Int) -> Int {
        min(wanted, descriptors - min(otherDescriptors, descriptors / 2))
    }
}
