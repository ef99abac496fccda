import ImageCodecs
import ImageSources
import PixelKernels
import SyntheticImages
import TestLimits
import Testing
import TilePyramid

@Suite(.timeLimited)
struct TerrainImageWriteTests {
    /// A writer that keeps its rows, or fails at a row.
    private final class Collector: RowWriter {
        struct Refusal: Error {}

        let size: PixelSize
        let layout: PixelLayout
        var bytes: [UInt8] = []
        var nextRow = 0
        var isFinished = false
        let lastRow: Int

        init(_ image: TerrainImage, failingAt lastRow: Int = .max) {
            size = image.size
            layout = image.layout
            self.lastRow = lastRow
        }

        func write(_ band: PixelBand) throws {
            #expect(band.rows.lowerBound == nextRow)
            guard band.rows.upperBound <= lastRow else { throw Refusal() }
            nextRow = band.rows.upperBound
            for row in band.rows {
                let count = size.width * layout.bytesPerPixel
                bytes.append(contentsOf: UnsafeRawBufferPointer(start: band.row(row), count: count))
            }
        }

        func finish() { isFinished = true }
    }

    @Test(arguments: [1, 2, 3, 8])
    func `Any number of workers writes every row once, in order, with the same bytes`(workers: Int) throws {
        let image = TerrainImage(size: PixelSize(width: 70, height: 900), seed: 4)
        let writer = Collector(image)
        var progress: [Int] = []
        let summary = try image.write(to: writer, workers: workers) { progress.append($0) }
        #expect(writer.bytes == image.bytes())
        #expect(writer.isFinished)
        #expect(progress == [128, 256, 384, 512, 640, 768, 896, 900])
        #expect(summary.bands == 8)
    }

    @Test(arguments: [600, 6000])
    func `Memory does not depend on the height`(height: Int) throws {
        let image = TerrainImage(size: PixelSize(width: 20, height: height), seed: 4)
        let summary = try image.write(to: Collector(image), workers: 2)
        #expect(TerrainImage.bandsPerWorker == 2)
        #expect(TerrainImage.bandHeight == 128)
        #expect(summary.peakBandBytes <= 2 * 2 * 128 * 20 * 3)
    }

    @Test(arguments: [0, 128, 500])
    func `An error of the writer ends the work and is rethrown`(row: Int) {
        let image = TerrainImage(size: PixelSize(width: 30, height: 2000), seed: 4)
        let writer = Collector(image, failingAt: row)
        #expect(throws: Collector.Refusal.self) { try image.write(to: writer, workers: 2) }
        #expect(writer.nextRow == row / 128 * 128)
        #expect(!writer.isFinished)
    }
}
