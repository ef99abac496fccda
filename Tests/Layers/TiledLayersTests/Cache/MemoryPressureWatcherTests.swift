import Concurrency
import Glibc
import TestLimits
import Testing

@testable import TiledLayers

@Suite(.timeLimited) struct MemoryPressureWatcherTests {
    /// A pipe that stands for the kernel's file: what is written to it is pressure.
    private struct Kernel {
        let reading: Int32
        let writing: Int32

        init() {
            var ends: [Int32] = [-1, -1]
            pipe(&ends)
            (reading, writing) = (ends[0], ends[1])
        }

        func report() {
            var byte: UInt8 = 1
            write(writing, &byte, 1)
        }
    }

    @Test func `each report of the kernel calls the closure once, on another thread`() throws {
        let kernel = Kernel()
        defer { close(kernel.writing) }
        let calls = Locked<[Bool]>([])
        let caller = pthread_self()
        let watcher = try #require(
            MemoryPressureWatcher(descriptor: kernel.reading, events: Int16(POLLIN)) {
                var byte: UInt8 = 0
                read(kernel.reading, &byte, 1)
                calls.withLockAndNotify { $0.append(pthread_self() == caller) }
            })
        for count in 1...3 {
            kernel.report()
            calls.wait { $0.count == count ? () : nil }
        }
        #expect(calls.withLock { $0 } == [false, false, false])
        withExtendedLifetime(watcher) {}
    }

    @Test func `a watcher that is released closes what it watches`() {
        let kernel = Kernel()
        defer { close(kernel.writing) }
        var watcher = MemoryPressureWatcher(descriptor: kernel.reading, events: Int16(POLLIN)) {}
        #expect(watcher != nil)
        watcher = nil
        // A pipe without a reader is an error for its writer, which poll waits for.
        var end = pollfd(fd: kernel.writing, events: 0, revents: 0)
        #expect(poll(&end, 1, -1) == 1 && end.revents & Int16(POLLERR) != 0)
    }

    @Test func `under pressure a loader's cache gives back what is not seen`() throws {
        let kernel = Kernel()
        defer { close(kernel.writing) }
        let loader = TileLoader()
        let called = Locked(false)
        let watcher = try #require(
            MemoryPressureWatcher(descriptor: kernel.reading, events: Int16(POLLIN)) {
                var byte: UInt8 = 0
                read(kernel.reading, &byte, 1)
                loader.cache.handleMemoryWarning()
                called.withLockAndNotify { $0 = true }
            })
        kernel.report()
        called.wait { $0 ? () : nil }
        #expect(loader.cache.statistics.bytes == 0)
        withExtendedLifetime(watcher) {}
    }
}
