internal import LayerTree
internal import TilePyramid
public import VectorDrawing

extension TiledLayer {
    /// Returns the borders and labels of the tiles in view.
    func debugPieces(_ mapping: ImageMapping, scale: Double) -> [ContentsQuad] {
        guard let lastFrame, scale > 0 else { return [] }
        let pyramid = image.pyramid
        var pieces: [ContentsQuad] = []
        for drawn in lastFrame.drawnTiles {
            let mark = TileMark(drawn, sharpLevel: lastFrame.plan.sharpLevel)
            annotate(drawn.imageRect, of: drawn.index, mark, mapping, scale, to: &pieces)
        }
        for tile in missingTiles where !feed.isCached(tile.index) {
            annotate(
                pyramid.imageRect(of: tile.index), of: tile.index, TileMark(tile.state), mapping, scale, to: &pieces)
        }
        return pieces
    }

    private func annotate(
        _ imageRect: Rect, of index: TileIndex, _ mark: TileMark, _ mapping: ImageMapping, _ scale: Double,
        to pieces: inout [ContentsQuad]
    ) {
        let pixel = 1 / scale
        if debugOptions.showsBorders {
            let width = imageRect.size.width
            let height = imageRect.size.height
            let sides = [
                Rect(x: imageRect.minX, y: imageRect.minY, width: width, height: pixel),
                Rect(x: imageRect.minX, y: imageRect.maxY - pixel, width: width, height: pixel),
                Rect(x: imageRect.minX, y: imageRect.minY, width: pixel, height: height),
                Rect(x: imageRect.maxX - pixel, y: imageRect.minY, width: pixel, height: height),
            ]
            pieces += sides.map { ContentsQuad(buffer: mark.pixel, source: .unit, frame: mapping.frame(of: $0)) }
        }
        if let text = debugOptions.label?("\(index) \(mark.state)") {
            let source = Rect(text.size)
            let corner = Rect(
                x: imageRect.minX + 4 * pixel, y: imageRect.minY + 4 * pixel, width: source.size.width * pixel,
                height: source.size.height * pixel)
            pieces.append(ContentsQuad(buffer: text, source: source, frame: mapping.frame(of: corner)))
        }
    }
}

/// The border color and label of a tile in view.
@MainActor
private struct TileMark {
    let pixel: PixelBuffer
    let state: String

    private static func fill(_ pixel: UInt32) -> PixelBuffer {
        PixelBuffer(size: PixelSize(width: 1, height: 1), isOpaque: true) { $0[0] = pixel }
    }

    private static let green = fill(0xFF2E_CC40)
    private static let blue = fill(0xFF33_99FF)
    private static let yellow = fill(0xFFFF_DC00)
    private static let orange = fill(0xFFFF_851B)
    private static let gray = fill(0xFF99_9999)
    private static let red = fill(0xFFFF_4136)
    private static let white = fill(0xFFFF_FFFF)

    /// The mark of a drawn tile.
    init(_ drawn: DrawnTile, sharpLevel: Int) {
        if drawn.isOutdated {
            pixel = Self.orange
            state = "outdated"
        } else if drawn.index.level == sharpLevel {
            pixel = Self.green
            state = "loaded"
        } else if drawn.index.level > sharpLevel {
            pixel = Self.blue
            state = "finer"
        } else {
            pixel = Self.yellow
            state = "coarser"
        }
    }

    /// The mark of a missing tile.
    init(_ tile: TileState) {
        switch tile {
        case .failed(let reason, let tries, let retryTime):
            let next = retryTime == nil ? "" : ", will retry"
            pixel = Self.red
            state = "failed (\(tries)\(next)): \(reason)"
        case .absent:
            pixel = Self.white
            state = "absent"
        case .idle:
            pixel = Self.gray
            state = "not requested"
        case .queued, .reading, .read, .decoding, .loaded:
            pixel = Self.gray
            state = "\(tile)"
        }
    }
}

/// The drawings over the tiles of a tiled layer that show their loading state.
public struct TileDebugOptions: Sendable {
    /// Whether each tile has a border in the color of its state.
    ///
    /// The default is `false`. Green means the right level, blue finer, yellow coarser, orange invalidated. A missing tile of
    /// the right level also has a border: gray while it is loading, red if it failed to load, white if the pyramid has no such
    /// tile.
    public var showsBorders = false

    /// Renders the label for the upper left corner of a tile from a text such as "12/7_3 loaded".
    ///
    /// It is called on the main thread in every frame for each tile in view, so it should cache its results. The
    /// default is nil: no labels.
    public var label: (@MainActor @Sendable (String) -> PixelBuffer?)?

    /// Creates options that draw nothing.
    public init() {}

    var isOn: Bool { showsBorders || label != nil }
}
