import Concurrency
import Glibc
import LayerTree
import TestLimits
import Testing
import TilePyramid
import VectorDrawing

@testable import TiledLayers

@Suite(.timeLimited) struct MemoryPressureWatcherTests {
    /// A pipe that stands for the kernel's file: a write to it means pressure.
    private struct Kernel {
        let reading: Int32
        let writing: Int32

        init() {
            var ends: [Int32] = [-1, -1]
            pipe(&ends)
            reading = ends[0]
            writing = ends[1]
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

    @Test func `under pressure everything that has registered for memory warnings gives back what is not seen`() throws
    {
        let kernel = Kernel()
        defer { close(kernel.writing) }
        let warnings = MemoryWarnings()
        let scene = LoadingScene()
        _ = scene.load(Viewport(x: 0, y: 0, width: 512, height: 512))
        scene.show(Viewport(x: 1024, y: 1024, width: 256, height: 256))
        let icons = ImageCache()
        icons["a"] = PixelBuffer(size: PixelSize(width: 16, height: 16)) { $0[0] = 1 }
        let last = ReadingObserver(descriptor: kernel.reading)
        warnings.register(scene.loader)
        warnings.register(icons)
        warnings.register(last)
        let watcher = try #require(
            MemoryPressureWatcher(descriptor: kernel.reading, events: Int16(POLLIN), posting: warnings))
        // The base and the four tiles that were seen; the base remains.
        #expect(scene.loader.cache.statistics.tiles == 5)
        kernel.report()
        last.warnings.wait { $0 == 1 ? () : nil }
        #expect(scene.loader.cache.statistics.tiles == 1)
        #expect(icons.statistics.images == 0 && icons.statistics.evictions == 1)
        withExtendedLifetime(watcher) {}
    }

    /// Takes the report out of the pipe, so that it is one.
    private final class ReadingObserver: MemoryWarningObserver {
        let warnings = Locked(0)
        private let descriptor: Int32

        init(descriptor: Int32) { self.descriptor = descriptor }

        func handleMemoryWarning() {
            var byte: UInt8 = 0
            read(descriptor, &byte, 1)
            warnings.withLockAndNotify { $0 += 1 }
        }
    }
}
