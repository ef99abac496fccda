import LayerTree
import PixelKernels
import TestLimits
import Testing
import TilePyramid
import VectorDrawing

@testable import TiledLayers

private let pyramid = Pyramid(size: PixelSize(width: 256, height: 256), tileSize: 64)

/// The colors in which a layer shows an image.
@MainActor
@Suite(.timeLimited) struct ColorAdjustmentTests {
    private func tone(_ value: Double, _ change: (inout ColorAdjustment) -> Void) -> Double {
        var adjustment = ColorAdjustment()
        change(&adjustment)
        return adjustment.tone(value)
    }

    @Test func `the default changes nothing`() {
        #expect(ColorAdjustment().isNeutral && ColorAdjustment().table == nil)
        for value in [0, 0.25, 0.5, 1] { #expect(tone(value) { _ in } == value) }
    }

    @Test func `black and white points are stretched to both ends`() {
        let change = { (adjustment: inout ColorAdjustment) in
            adjustment.blackPoint = 0.25
            adjustment.whitePoint = 0.75
        }
        #expect([0.1, 0.25, 0.5, 0.75, 0.9].map { tone($0, change) } == [0, 0, 0.5, 1, 1])
        // Without a range between them there are two values.
        #expect(
            tone(0.6) {
                $0.blackPoint = 0.5
                $0.whitePoint = 0.5
            } == 1)
        #expect(
            tone(0.5) {
                $0.blackPoint = 0.5
                $0.whitePoint = 0.5
            } == 0)
    }

    @Test func `gamma, contrast, brightness and inversion follow in this order`() {
        #expect(tone(0.25) { $0.gamma = 2 } == 0.5)
        #expect(tone(0.75) { $0.contrast = 2 } == 1)
        #expect(tone(0.625) { $0.contrast = 2 } == 0.75)
        #expect(tone(0.5) { $0.brightness = 0.25 } == 0.75)
        #expect(tone(0.25) { $0.isInverted = true } == 0.75)
        #expect(
            tone(0.25) {
                $0.gamma = 2
                $0.contrast = 2
                $0.brightness = 0.25
                $0.isInverted = true
            } == 0.25)
    }

    @Test func `values out of their range are limited`() {
        for value in [-1e300, 0, 1e300] {
            #expect((0...1).contains(tone(0.3) { $0.gamma = value }))
            #expect((0...1).contains(tone(0.3) { $0.contrast = value }))
            #expect((0...1).contains(tone(0.3) { $0.brightness = value }))
        }
    }

    @Test func `the tiles are shown in the adjusted colors, and as they are stored again after that`() {
        let stage = LayerStage(drawnImage(pyramid, isOpaque: true) { _, _, _ in 0xFF20_4060 })
        stage.layer.fadeDuration = 0
        stage.look(x: 128, y: 128)
        #expect(stage.settledSnapshot().colors == [0xFF20_4060])
        stage.layer.colorAdjustment.isInverted = true
        #expect(stage.snapshot().colors == [0xFFDF_BF9F])
        stage.layer.colorAdjustment.isInverted = false
        stage.layer.colorAdjustment.channel = .green
        #expect(stage.snapshot().colors == [0xFF40_4040])
        stage.layer.colorAdjustment = ColorAdjustment()
        #expect(stage.snapshot().colors == [0xFF20_4060])
    }

    @Test func `a tile is mapped once, and forgotten when it is out of view`() throws {
        var adjustment = ColorAdjustment()
        adjustment.isInverted = true
        let tiles = try #require(AdjustedTiles(adjustment.table, nil))
        let buffers = (0..<3).map { value in
            PixelBuffer(size: PixelSize(width: 2, height: 2), isOpaque: true) {
                $0.update(repeating: 0xFF00_0000 | value)
            }
        }
        tiles.prepare(buffers)
        let first = tiles.buffer(for: buffers[0])
        #expect(first.colors == [0xFFFF_FFFF] && tiles.buffer(for: buffers[0]) === first)
        tiles.endFrame()
        #expect(tiles.count == 3)
        #expect(tiles.buffer(for: buffers[0]) === first)
        tiles.endFrame()
        #expect(tiles.count == 1)
    }

    @Test func `palettes begin dark or blue and end bright or red`() throws {
        for (palette, first, last) in [
            (ColorAdjustment.Palette.heat, 0xFF00_0000, 0xFFFF_FFFF), (.cubehelix, 0xFF00_0000, 0xFFFF_FFFF),
            (.spectrum, 0xFF00_00FF, 0xFFFF_0000),
        ] as [(ColorAdjustment.Palette, UInt32, UInt32)] {
            var adjustment = ColorAdjustment()
            adjustment.palette = palette
            let table = try #require(adjustment.table)
            let source: [UInt32] = [0xFF00_0000, 0xFFFF_FFFF]
            var result: [UInt32] = [0, 0]
            source.withUnsafeBufferPointer { source in
                result.withUnsafeMutableBufferPointer { target in
                    guard let from = source.baseAddress, let to = target.baseAddress else { return }
                    table.map(from, count: 2, to: to)
                }
            }
            #expect(result == [first, last], "\(palette)")
        }
    }

    @Test func `the histogram counts a sixteenth of the pixels in view, and says where values end`() {
        let stage = LayerStage(drawnImage(pyramid, isOpaque: true) { _, _, _ in 0xFF20_4060 })
        stage.look(x: 128, y: 128)
        _ = stage.settledSnapshot()
        let histogram = stage.layer.visibleHistogram()
        #expect(histogram.pixelCount > 0)
        #expect(histogram.red[0x20] == histogram.pixelCount && histogram.blue[0x60] == histogram.pixelCount)
        #expect(histogram.value(below: 0.1) == Double(0x20) / 255)
        #expect(histogram.value(below: 0.5) == Double(0x40) / 255)
        #expect(histogram.value(below: 1) == Double(0x60) / 255)
        #expect(ColorHistogram().value(below: 0.5) == nil)
    }
}
