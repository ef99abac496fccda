import LayerTree
import TestLimits
import Testing
import TilePyramid
import VectorDrawing

@testable import TiledLayers

@MainActor
@Suite(.timeLimited) struct DisplayColorsTests {
    /// The colors of a display, by a function of red, green and blue from 0 to 32.
    private func colors(_ color: (Int, Int, Int) -> (Int, Int, Int)) -> DisplayColors {
        let points = 0..<DisplayColors.gridPoints
        func value(_ point: Int) -> UInt16 { UInt16((point * 65535 + 16) / 32) }
        return DisplayColors(
            points.flatMap { red in
                points.flatMap { green in
                    points.flatMap { blue in
                        let color = color(red, green, blue)
                        return [value(color.0), value(color.1), value(color.2)]
                    }
                }
            })
    }

    private func map(_ pixels: [UInt32], _ colors: DisplayColors) -> [UInt32] {
        [UInt32](unsafeUninitializedCapacity: pixels.count) { target, count in
            pixels.withUnsafeBufferPointer { pixels in
                guard let source = pixels.baseAddress, let room = target.baseAddress else { return }
                colors.map(source, count: pixels.count, to: room)
            }
            count = pixels.count
        }
    }

    @Test func `a display with the colors of sRGB changes no opaque pixel`() {
        let grays = (0...255).map { 0xFF00_0000 | UInt32($0) * 0x01_0101 }
        let others = (0..<4096).map { 0xFF00_0000 | UInt32($0 * 7919 % 0x100_0000) }
        let identity = colors { ($0, $1, $2) }
        #expect(map(grays, identity) == grays && map(others, identity) == others)
    }

    @Test func `channels go where the grid has them, whichever fraction is the largest`() {
        let turned = colors { ($1, $2, $0) }
        for (red, green, blue) in [(16, 32, 48), (19, 37, 203), (250, 3, 77), (5, 4, 3), (3, 5, 4), (4, 3, 5)] {
            let pixel = 0xFF00_0000 | UInt32(red << 16 | green << 8 | blue)
            #expect(map([pixel], turned) == [0xFF00_0000 | UInt32(green << 16 | blue << 8 | red)])
        }
    }

    @Test func `translucent pixels are converted as if they were opaque, and nothing stays nothing`() {
        let inverted = colors { (32 - $0, 32 - $1, 32 - $2) }
        // Half of white becomes half of black, and half of black half of white.
        #expect(map([0x8080_8080, 0x8000_0000, 0, 0], inverted) == [0x8000_0000, 0x8080_8080, 0, 0])
    }

    @Test func `a layer shows its tiles in the colors of the display, after their adjustment`() {
        let pyramid = Pyramid(size: PixelSize(width: 64, height: 64), tileSize: 32)
        let stage = LayerStage(drawnImage(pyramid, isOpaque: true) { _, _, _ in 0xFFFF_4000 })
        stage.look(x: 32, y: 32)
        #expect(stage.settledSnapshot()[32, 32] == 0xFFFF_4000)
        stage.layer.displayColors = colors { ($1, $0, $2) }
        #expect(stage.scene.needsFrame && stage.snapshot()[32, 32] == 0xFF40_FF00)
        stage.layer.colorAdjustment.isInverted = true
        #expect(stage.snapshot()[32, 32] == 0xFFBF_00FF)
        stage.layer.displayColors = nil
        #expect(stage.snapshot()[32, 32] == 0xFF00_BFFF)
        #expect(stage.loader.statistics.duplicates == 0)
    }

    @Test func `a frame in the stored colors leaves the converted tiles as they were`() {
        let pyramid = Pyramid(size: PixelSize(width: 64, height: 64), tileSize: 32)
        let stage = LayerStage(drawnImage(pyramid, isOpaque: true) { _, _, _ in 0xFFFF_4000 })
        stage.look(x: 32, y: 32)
        stage.layer.displayColors = colors { ($1, $0, $2) }
        #expect(stage.settledSnapshot()[32, 32] == 0xFF40_FF00)
        let converted = stage.layer.adjustedTiles
        let buffers = stage.layer.beginStoredColors()
        #expect(stage.snapshot()[32, 32] == 0xFFFF_4000)
        stage.layer.endStoredColors(buffers)
        #expect(stage.snapshot()[32, 32] == 0xFF40_FF00)
        #expect(stage.layer.adjustedTiles === converted)
    }
}
