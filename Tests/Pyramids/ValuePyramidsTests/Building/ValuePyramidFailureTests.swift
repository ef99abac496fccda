import ChannelImages
import Concurrency
import ImageMetadata
import TestLimits
import Testing
import TilePyramid

@testable import ValuePyramids

/// Runs that end early.
@Suite(.timeLimited) struct ValuePyramidFailureTests {
    private let chunk = PixelSize(width: 8, height: 8)

    private struct Full: Error {}

    /// Writes to a sink that must not be finished, but discarded; returns the error.
    private func failure(
        _ image: GeneratedChannelImage, _ sink: MemorySink, threads: Int, _ cancellation: Cancellation = Cancellation()
    ) -> (any Error)? {
        var failure: (any Error)?
        do {
            try ValuePyramidBuilder(image, threads: threads).write(to: sink, cancellation: cancellation)
        } catch {
            failure = error
        }
        #expect(!sink.result.isFinished)
        #expect(sink.result.isDiscarded)
        return failure
    }

    @Test(arguments: [1, 3]) func `a damaged row ends the run, and nothing is finished`(threads: Int) {
        for row in [0, 70, 99] {
            let image = GeneratedChannelImage(40, 100, .uint8, damagedRow: row)
            let error = failure(image, MemorySink(image, chunk: chunk), threads: threads)
            #expect((error as? CodecError)?.message == "row \(row) is damaged.")
        }
    }

    @Test(arguments: [1, 3]) func `a full disk ends the run, and nothing is finished`(threads: Int) {
        let image = GeneratedChannelImage(40, 100, .uint8)
        for storesInOrder in [true, false] {
            let sink = MemorySink(
                image, chunk: chunk, storesInOrder: storesInOrder,
                beforeStoring: { index in
                    if index.plane.level == 1 { throw Full() }
                })
            #expect(failure(image, sink, threads: threads) is Full)
        }
    }

    @Test(arguments: [1, 3]) func `an encoder that fails ends the run`(threads: Int) {
        let image = GeneratedChannelImage(40, 100, .uint8)
        let sink = MemorySink(
            image, chunk: chunk,
            beforeEncoding: { index in
                if index.row == 3 { throw Full() }
            })
        #expect(failure(image, sink, threads: threads) is Full)
    }

    @Test(arguments: [1, 3]) func `a run that is cancelled in the middle is discarded`(threads: Int) {
        let image = GeneratedChannelImage(40, 400, .uint8, channels: 3)
        let cancellation = Cancellation()
        let sink = MemorySink(
            image, chunk: chunk,
            beforeEncoding: { index in
                if index.plane.level == 2 { cancellation.cancel() }
            })
        #expect(failure(image, sink, threads: threads, cancellation) is CancellationError)
    }

    @Test func `a run that is cancelled before it begins, or with its last chunk, is discarded`() {
        let image = GeneratedChannelImage(20, 20, .uint8)
        let early = Cancellation()
        early.cancel()
        #expect(failure(image, MemorySink(image, chunk: chunk), threads: 1, early) is CancellationError)
        let late = Cancellation()
        let sink = MemorySink(
            image, chunk: chunk,
            beforeStoring: { index in
                if index.plane.level == 2 { late.cancel() }
            })
        #expect(failure(image, sink, threads: 1, late) is CancellationError)
    }

    @Test func `progress grows to the number of all chunks`() throws {
        let image = GeneratedChannelImage(40, 30, .uint16, channels: 2)
        let sink = MemorySink(image, chunk: chunk)
        let seen = Locked<[ValuePyramidProgress]>([])
        let counts = try ValuePyramidBuilder(image, threads: 2).write(to: sink) { progress in
            seen.withLock { $0.append(progress) }
        }
        // 5×4, 3×2, 2×1 and 1 chunks of each channel.
        #expect(counts.totalChunks == 2 * (20 + 6 + 2 + 1))
        #expect(counts.encodedBytes == counts.totalChunks * 8 * 8 * 2)
        let finished = seen.withLock { $0.map(\.finishedChunks) }
        #expect(finished.sorted() == Array(0...counts.totalChunks))
        #expect(counts.fraction == 1)
    }
}
