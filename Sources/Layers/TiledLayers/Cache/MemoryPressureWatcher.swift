internal import Concurrency
internal import Glibc

/// Posts memory warnings while processes wait for memory, so that an app releases memory before the system reclaims it.
///
/// ```swift
/// let watcher = MemoryPressureWatcher()
/// ```
///
/// The warnings reach every ``TileLoader``, ``ImageCache`` and ``LazyImage``, and all other registered observers. An app with
/// another response passes a closure instead.
///
/// It registers a trigger with the kernel's pressure stall information (https://docs.kernel.org/accounting/psi.html): for the
/// process's control group if permitted, otherwise for the whole system. One thread sleeps in `poll` until the kernel reports a
/// stall. Watching ends when the object is released.
public final class MemoryPressureWatcher: Sendable {
    /// The milliseconds of waiting for memory in each ``windowMilliseconds`` that trigger a warning: 150.
    public static let stallMilliseconds = 150
    /// The milliseconds over which stalls are summed: 2000, the minimum for unprivileged processes.
    ///
    /// Pressure is reported at most once in this time.
    public static let windowMilliseconds = 2000

    /// The writing end of a pipe; closing it ends the thread.
    private let stop: Int32

    /// Starts to watch, and posts warnings on the watcher's own thread; nil if ``init(onPressure:)`` is nil.
    ///
    /// - Parameter warnings: the warnings to post. The default is ``MemoryWarnings/shared``.
    public convenience init?(posting warnings: MemoryWarnings = .shared) {
        self.init { warnings.post() }
    }

    /// Starts to watch; nil if the kernel has no pressure stall information or does not allow triggers.
    ///
    /// Linux before 6.5 allows no triggers without privileges, and some containers allow none.
    ///
    /// - Parameter onPressure: called on the watcher's own thread.
    public convenience init?(onPressure: @escaping @Sendable () -> Void) {
        guard let trigger = Self.openTrigger() else { return nil }
        self.init(descriptor: trigger, events: Int16(POLLPRI), onPressure: onPressure)
    }

    /// Watches a descriptor and posts warnings.
    convenience init?(descriptor: Int32, events: Int16, posting warnings: MemoryWarnings) {
        self.init(descriptor: descriptor, events: events) { warnings.post() }
    }

    /// Watches a descriptor and closes it at the end; nil if no pipe or no thread can be created.
    init?(descriptor: Int32, events: Int16, onPressure: @escaping @Sendable () -> Void) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else {
            close(descriptor)
            return nil
        }
        for end in ends {
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
        }
        stop = ends[1]
        let loop = Loop(descriptor: descriptor, events: events, stop: ends[0], onPressure: onPressure)
        var thread = pthread_t()
        let context = Unmanaged.passRetained(loop).toOpaque()
        let status = pthread_create(
            &thread, nil,
            { context in
                if let context { Unmanaged<Loop>.fromOpaque(context).takeRetainedValue().run() }
                return nil
            }, context)
        guard status == 0 else {
            Unmanaged<Loop>.fromOpaque(context).release()
            close(descriptor)
            close(ends[0])
            return nil
        }
        pthread_detach(thread)
    }

    deinit {
        close(stop)
    }

    /// The work of the thread.
    private final class Loop: Sendable {
        let descriptor: Int32
        let events: Int16
        let stop: Int32
        let onPressure: @Sendable () -> Void

        init(descriptor: Int32, events: Int16, stop: Int32, onPressure: @escaping @Sendable () -> Void) {
            self.descriptor = descriptor
            self.events = events
            self.stop = stop
            self.onPressure = onPressure
        }

        func run() {
            defer {
                close(descriptor)
                close(stop)
            }
            while true {
                var watched = [
                    pollfd(fd: descriptor, events: events, revents: 0),
                    pollfd(fd: stop, events: Int16(POLLIN), revents: 0),
                ]
                if poll(&watched, 2, -1) < 0 {
                    guard errno == EINTR else { return }
                    continue
                }
                // The kernel reports an error when the control group has been removed.
                guard watched[1].revents == 0, watched[0].revents & Int16(POLLERR | POLLNVAL) == 0 else { return }
                if watched[0].revents & events != 0 {
                    onPressure()
                }
            }
        }
    }

    // MARK: Triggers

    private static func openTrigger() -> Int32? {
        let request = "some \(stallMilliseconds * 1000) \(windowMilliseconds * 1000)"
        for path in [groupPath, "/proc/pressure/memory"].compactMap(\.self) {
            let file = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC)
            guard file >= 0 else { continue }
            // The kernel expects the final zero, too.
            if request.withCString({ write(file, $0, strlen($0) + 1) }) > 0 { return file }
            close(file)
        }
        return nil
    }

    /// The file of the process's control group, in version 2 of control groups; nil in the root group.
    private static var groupPath: String? {
        guard let file = fopen("/proc/self/cgroup", "re") else { return nil }
        defer { fclose(file) }
        var line = [CChar](repeating: 0, count: 4096)
        while fgets(&line, Int32(line.count), file) != nil {
            let text = line.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "" }
            guard text.hasPrefix("0::/") else { continue }
            let group = text.dropFirst(3).prefix { $0 != "\n" }
            return group == "/" ? nil : "/sys/fs/cgroup\(group)/memory.pressure"
        }
        return nil
    }
}
