internal import ChannelImages
internal import Compositing
internal import Concurrency
internal import Glibc
internal import LayerTree
internal import PixelKernels
internal import TilePyramid
internal import TiledLayers
internal import VectorDrawing

/// A view of an image of many channels whose rendering changes in each frame.
@MainActor
final class ChannelBench {
    /// The kinds of changes from one frame to the next.
    enum Slider: String, CaseIterable {
        case none = "no change"
        case range, gamma, color
        case visibility = "on and off"
    }

    let workers = Processors.count
    private let size: PixelSize
    private let image: StripedChannels
    private let layer: TiledLayer
    private let scene: LayerScene
    private let compositor = Compositor()
    private var pixels: [UInt32]
    private var decodesBefore = 0

    /// Loads the tiles of a view that lies across tiles.
    init(size: PixelSize, channels: Int) {
        self.size = size
        image = StripedChannels(channels: channels)
        pixels = Array(repeating: 0, count: size.area)
        layer = TiledLayer(image: TiledImage(channels: image, name: "channels"))
        layer.fadeDuration = 0
        layer.anchorPoint = .zero
        layer.position = Point(x: -100, y: -60)
        layer.channels = image.rendering
        let root = Layer()
        root.anchorPoint = .zero
        root.bounds = Rect(x: 0, y: 0, width: Double(size.width), height: Double(size.height))
        root.addSublayer(layer)
        scene = LayerScene(root: root, size: size, background: .black)
        repeat {
            draw(scene.frame())
            usleep(2000)
        } while scene.needsFrame || !layer.isSettled
        decodesBefore = layer.loader.statistics.decodes
    }

    /// The number of tiles that a frame draws.
    var tilesInView: Int { layer.drawnTiles.count }

    /// The tiles that were read after the view was complete.
    var readsMeanwhile: Int { layer.loader.statistics.decodes - decodesBefore }

    /// Milliseconds in which the pixels of the view are mixed, without a layer.
    func mixing(runs: Int) -> [Double] {
        let size = size
        let samples = (0..<image.description.channels.count).map { channel in
            (0..<size.area).map { StripedChannels.sample(channel, $0 % size.width, $0 / size.width) }
        }
        guard let mixer = image.rendering.mixer(for: image.description) else { return [] }
        let rows = 16
        let bands = (size.height + rows - 1) / rows
        return (0...runs).map { _ in
            let start = ContinuousClock.now
            pixels.withUnsafeMutableBufferPointer { pixels in
                // Each thread writes the rows of its own bands.
                nonisolated(unsafe) let target = pixels
                parallelFor(bands, workers: workers, makeContext: {}) { band, _ in
                    let first = band * rows * size.width
                    let count = min(size.area - first, rows * size.width)
                    guard let base = target.baseAddress else { return }
                    Self.withPointers(to: samples) { pointers in
                        mixer.mix(
                            pointers.map { UnsafeRawPointer($0 + first) }, count: count,
                            to: UnsafeMutableRawPointer(base + first), as: .argb)
                    }
                }
            }
            return (ContinuousClock.now - start) / .milliseconds(1)
        }.dropFirst().map { $0 }
    }

    private nonisolated static func withPointers(
        to arrays: [[UInt16]], _ found: [UnsafePointer<UInt16>] = [], _ body: ([UnsafePointer<UInt16>]) -> Void
    ) {
        guard found.count < arrays.count else { return body(found) }
        arrays[found.count].withUnsafeBufferPointer { buffer in
            if let base = buffer.baseAddress { withPointers(to: arrays, found + [base], body) }
        }
    }

    /// Milliseconds of frames in each of which a slider has moved: for the render tree, and with drawing.
    func frames(moving slider: Slider, runs: Int) -> (tree: [Double], frame: [Double]) {
        var tree: [Double] = []
        var frame: [Double] = []
        for turn in 0...runs {
            let start = ContinuousClock.now
            layer.channels = image.rendering(moving: slider, to: turn)
            let drawn = scene.frame()
            let built = ContinuousClock.now
            draw(drawn)
            guard turn > 0 else { continue }
            tree.append((built - start) / .milliseconds(1))
            frame.append((ContinuousClock.now - start) / .milliseconds(1))
        }
        return (tree, frame)
    }

    private func draw(_ frame: RenderTree) {
        pixels.withUnsafeMutableBufferPointer { compositor.draw(frame, into: $0, stride: frame.size.width) }
    }
}

/// Channels of 16 bits with stripes of different directions.
private final class StripedChannels: ChannelImage {
    let description: ChannelImageDescription

    init(channels: Int) {
        let sides = [8192, 4096, 2048, 1024, 512, 256]
        description = ChannelImageDescription(
            levels: sides.map { PixelSize(width: $0, height: $0) }, sampleType: .uint16,
            channels: (0..<channels).map { _ in ChannelDescription() })
    }

    func blockSize(ofLevel level: Int) -> PixelSize { PixelSize(width: 256, height: 256) }

    static func sample(_ channel: Int, _ x: Int, _ y: Int) -> UInt16 {
        UInt16(truncatingIfNeeded: x &* (3 &+ channel) &+ y &* (7 &- channel)) & 4095
    }

    func read(_ rect: PixelRect, of plane: ChannelPlane, into target: UnsafeMutableRawBufferPointer) throws {
        let samples = target.bindMemory(to: UInt16.self)
        for y in 0..<rect.size.height {
            for x in 0..<rect.size.width {
                samples[y * rect.size.width + x] = Self.sample(plane.channel, rect.x + x, rect.y + y)
            }
        }
    }

    /// All channels in the usual colors.
    var rendering: ChannelRendering { rendering(moving: .none, to: 0) }

    /// The rendering of a turn of a slider of one channel, which is another one in each turn.
    func rendering(moving slider: ChannelBench.Slider, to turn: Int) -> ChannelRendering {
        let colors = ChannelColor.usual(description.channels.count)
        var layers = description.channels.indices.map { channel in
            ChannelRendering.Layer(channel: channel, range: 100...4000, color: colors[channel % colors.count])
        }
        let moved = turn % layers.count
        switch slider {
        case .none: break
        case .range: layers[moved].range = 100...Double(2000 + turn)
        case .gamma: layers[moved].gamma = 0.5 + Double(turn) / 100
        case .color: layers[moved].color.blue = UInt8(truncatingIfNeeded: turn)
        case .visibility: if layers.count > 1, turn % 2 == 1 { layers.remove(at: moved) }
        }
        return ChannelRendering(.composite(layers))
    }
}
