import LayerTree
import TestLimits
import Testing
import TilePyramid
import VectorDrawing

@testable import FlightBench
@testable import TileViewing

/// A view of 200×100 pixels has samples every 32 pixels at scale 1: 6 × 3 around its center.
@Suite(.timeLimited) struct FlickerDetectorTests {
    private func flickers(_ frames: [ViewedFrame]) -> Int {
        var detector = FlickerDetector()
        frames.forEach { detector.add($0) }
        return detector.flickers
    }

    /// Frames that show the whole image at these downsamples, one after the other.
    private func frames(
        _ downsamples: [Double], scales: [Double]? = nil, panning: [Double]? = nil
    ) -> [ViewedFrame] {
        downsamples.enumerated().map { index, downsample in
            ViewedFrame(
                Double(index), scale: scales?[index] ?? 1, center: Point(x: panning?[index] ?? 200, y: 100),
                downsample.isFinite ? [.all(downsample)] : [])
        }
    }

    @Test(arguments: [
        [1.0, 1, 1], [.infinity, 8, 4, 2, 1], [1, 4, 4, 8], [1, 2], [4, 4, 2, 1, 1],
    ])
    func `What becomes only finer, or only coarser, does not flicker`(downsamples: [Double]) {
        #expect(flickers(frames(downsamples)) == 0)
    }

    @Test(arguments: [[1.0, 4, 1], [1, 4, 4, 2], [1, .infinity, 1], [4, .infinity, .infinity, 8], [2, 4, 8, 4]])
    func `Coarser and then finer again is a flicker of each sample`(downsamples: [Double]) {
        #expect(flickers(frames(downsamples)) == 6 * 3)
    }

    @Test func `Every flicker counts`() {
        #expect(flickers(frames([1, 2, 1, 2, 1])) == 2 * 6 * 3)
    }

    @Test func `Only samples that drop count`() {
        let pieces = { (downsample: Double) in
            [ViewedPiece(0, 0, 160, 200, 1), ViewedPiece(160, 0, 240, 200, downsample)]
        }
        let frames = [1.0, 2, 1].enumerated().map { index, downsample in
            ViewedFrame(Double(index), center: Point(x: 160, y: 100), pieces(downsample))
        }
        // Columns at 64, 96, 128 | 160, 192, 224, 256.
        #expect(flickers(frames) == 4 * 3)
    }

    @Test func `What loses its opacity and regains it flickers`() {
        let frames = [1.0, 0.9, 1].enumerated().map { index, opacity in
            ViewedFrame(Double(index), center: Point(x: 200, y: 100), [.all(1, opacity: opacity)])
        }
        #expect(flickers(frames) == 6 * 3)
    }

    @Test func `Zooming out to levels as they become right is not a flicker, zooming out to too coarse ones is`() {
        let scales = [1.0, 0.7, 0.5, 0.4, 0.25]
        #expect(flickers(frames([1, 1, 2, 2, 4], scales: scales)) == 0)
        #expect(flickers(frames([1, 4, 2, 2, 4], scales: scales)) > 0)
        // At scale 0.5 a downsample of 4 is coarser than needed.
        #expect(flickers(frames([1, 1, 4, 2, 4], scales: scales)) > 0)
    }

    @Test func `A drop counts while the camera moves on, even if it rests in between`() {
        #expect(flickers(frames([1, 2, 2, 1], panning: [120, 130, 140, 140])) > 0)
        #expect(flickers(frames([1, 2, 2, 2, 1], panning: [120, 130, 130, 130, 135])) > 0)
    }

    @Test func `A drop is forgotten when the camera turns back`() {
        #expect(flickers(frames([1, 2, 2, 1], panning: [120, 130, 120, 120])) == 0)
        #expect(flickers(frames([1, 4, 4, 1], scales: [1, 0.9, 1, 1])) == 0)
    }

    @Test func `A sample that has left the view has no history`() {
        #expect(flickers(frames([1, 1, 4, 1], panning: [100, 300, 300, 300])) == 6 * 3)
        #expect(flickers(frames([1, .infinity, 1], panning: [-500, 100, 100])) == 0)
    }

    @Test func `A reset forgets all samples`() {
        var detector = FlickerDetector()
        let frames = frames([1, 4, 1])
        detector.add(frames[0])
        detector.add(frames[1])
        detector.reset()
        detector.add(frames[2])
        #expect(detector.flickers == 0)
    }

    @Test(arguments: [0.3, 1.2, 2.5])
    func `Rotated views are measured too, as far as they show the image`(angle: Double) {
        let frames = [1.0, 2, 1].enumerated().map { index, downsample in
            ViewedFrame(Double(index), angle: angle, center: Point(x: 200, y: 100), [.all(downsample)])
        }
        #expect((15...25).contains(flickers(frames)))
    }
}
