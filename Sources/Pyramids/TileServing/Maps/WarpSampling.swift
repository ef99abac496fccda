internal import Georeferencing
internal import MapProjections
internal import PixelKernels
internal import TilePyramid

/// The sampling of an image in another system than the map's, in the blocks in which a cut warps it.
struct WarpSampling: MapSampling {
    private let blocks: [(mapping: BlockMapping, part: PixelRect)]
    private let part: PixelRect
    private let origin: PixelOffset
    private let source: PixelSize
    private let filter: WarpFilter
    private let holdsNumbers: Bool
    let needed: PixelRect?
    let isCovering: Bool

    /// Maps the pixels of a part of the map.
    ///
    /// - Parameters:
    ///   - part: the part, in pixels of the zoom.
    ///   - image: where the image lies among them; blocks are counted from its corner.
    ///   - source: the size of the level that is sampled.
    ///   - filter: the weights of the level's pixels.
    ///   - holdsNumbers: whether pixels are `NumberPixels`.
    ///   - mapping: leads from pixels of the zoom to those of the level.
    init(
        _ part: PixelRect, of image: PixelRect, source: PixelSize, filter: WarpFilter, holdsNumbers: Bool,
        mapping: PixelMapping
    ) {
        let kernel = WarpKernel(layout: PixelLayout(.rgba), source: source, filter: filter)
        var blocks: [(mapping: BlockMapping, part: PixelRect)] = []
        var needed: PixelRect?
        var covered = 0
        for rect in Self.blocks(showing: part, of: image) {
            guard let shown = rect.intersection(part),
                let block = BlockMapping(rect, source: source, mapping: mapping)
            else { continue }
            guard let pixels = block.sourceRect(of: shown, radius: kernel.radius(of: block), source: source) else {
                continue
            }
            blocks.append((block, shown))
            needed = needed.map { $0.union(pixels) } ?? pixels
            if kernel.isCovered(shown, of: block) { covered += shown.size.area }
        }
        self.part = part
        self.source = source
        self.filter = filter
        self.holdsNumbers = holdsNumbers
        self.blocks = blocks
        self.needed = needed
        origin = PixelOffset(x: image.x, y: image.y)
        isCovering = covered == part.size.area
    }

    /// The blocks of an image that have pixels of a part.
    private static func blocks(showing part: PixelRect, of image: PixelRect) -> [PixelRect] {
        guard let shown = part.intersection(image) else { return [] }
        let side = BlockMapping.side
        func starts(_ range: Range<Int>, _ first: Int) -> StrideTo<Int> {
            stride(from: first + (range.lowerBound - first) / side * side, to: range.upperBound, by: side)
        }
        return starts(shown.rows, image.y).flatMap { y in
            starts(shown.columns, image.x).map { x in
                PixelRect(
                    x: x, y: y, width: min(side, image.columns.upperBound - x),
                    height: min(side, image.rows.upperBound - y))
            }
        }
    }

    func render(from window: PixelWindow, _ layout: PixelLayout, into output: PixelMemory) {
        let kernel = WarpKernel(layout: layout, source: source, filter: filter, holdsNumbers: holdsNumbers)
        for (mapping, shown) in blocks {
            let target = output.row(shown.y - part.y) + (shown.x - part.x) * layout.bytesPerPixel
            kernel.render(mapping, part: shown, from: window, into: target, stride: output.stride, origin: origin)
        }
    }
}
