internal import LayerTree
internal import TilePyramid
internal import VectorDrawing

/// The textures of contents, one for each piece of each pixel buffer, shared by all layers that show it.
///
/// A buffer is identified by reference and not retained; the textures of a deallocated buffer are freed at the end of the
/// frame. Beyond ``byteLimit`` the least recently drawn textures are evicted, except those that the current frame draws. The
/// textures that a frame needs are known only at its end, so the textures of the last frame stay until then; until then, the
/// uploads of one frame may exceed the limit.
final class TextureCache {
    /// A piece of a buffer.
    private struct Key: Hashable {
        var buffer: ObjectIdentifier
        var column: Int
        var row: Int
    }

    private struct Item {
        // A later buffer may have the address, and so the identity, of one that is gone.
        weak var buffer: PixelBuffer?
        var texture: TextureHandle
        var lastFrame: Int
    }

    /// The maximum bytes of textures, exceeded only if one frame needs more.
    let byteLimit: Int
    /// The bytes of all textures.
    private(set) var byteCount = 0
    /// The number of textures evicted to hold the limit.
    var evictions = 0
    /// The number of textures.
    var count: Int { items.count }

    private let renderer: RendererHandle
    private var items: [Key: Item] = [:]
    private var frame = 0
    /// Keys in the order of use.
    ///
    /// Only the last entry of a key, with the frame of its last use, is valid.
    private var uses: [(key: Key, frame: Int)] = []
    private var firstUse = 0

    init(_ renderer: RendererHandle, byteLimit: Int) {
        self.renderer = renderer
        self.byteLimit = byteLimit
    }

    /// Returns the texture of a piece that was uploaded before; nil if there is none.
    func texture(of buffer: PixelBuffer, column: Int, row: Int) -> TextureHandle? {
        let key = Key(buffer: ObjectIdentifier(buffer), column: column, row: row)
        guard let item = items[key], item.buffer === buffer else {
            remove(key)
            return nil
        }
        touch(key)
        return item.texture
    }

    /// Uploads a piece, which is the rectangle `pixels` of the buffer, as a texture.
    ///
    /// - Throws: `texture` if it does not fit in memory, even after freeing all textures that this frame does not draw.
    func upload(_ buffer: PixelBuffer, column: Int, row: Int, pixels: PixelRect) throws(PresenterError) -> TextureHandle
    {
        free(downTo: byteLimit - pixels.size.area * 4, drawnBefore: frame - 1)
        let texture = try makeTexture(pixels.size)
        try buffer.withPixels { (memory) throws(PresenterError) in
            guard let base = memory.baseAddress else { return }
            try texture.update(
                PixelRect(pixels.size), from: base + pixels.y * buffer.size.width + pixels.x,
                stride: buffer.size.width)
        }
        let key = Key(buffer: ObjectIdentifier(buffer), column: column, row: row)
        remove(key)
        items[key] = Item(buffer: buffer, texture: texture, lastFrame: -1)
        byteCount += texture.byteCount
        touch(key)
        return texture
    }

    /// Ends a frame: evicts textures beyond the limit, and frees textures of deallocated buffers.
    ///
    /// - Complexity: O(n) for n textures.
    func endFrame() {
        for key in items.filter({ $0.value.buffer == nil }).keys {
            remove(key)
        }
        free(downTo: byteLimit, drawnBefore: frame)
        frame += 1
    }

    /// Frees all textures; they are uploaded again when they are drawn.
    func removeAll() {
        items = [:]
        uses = []
        firstUse = 0
        byteCount = 0
    }

    private func makeTexture(_ size: PixelSize) throws(PresenterError) -> TextureHandle {
        do {
            return try TextureHandle(renderer, size: size, use: .contents)
        } catch {
            // The graphics memory may be full before the limit is reached.
            free(downTo: 0, drawnBefore: frame)
            return try TextureHandle(renderer, size: size, use: .contents)
        }
    }

    private func touch(_ key: Key) {
        guard let item = items[key], item.lastFrame != frame else { return }
        items[key]?.lastFrame = frame
        uses.append((key, frame))
        // Invalid entries are removed when they are more than half, so the amortized cost is constant.
        if uses.count > 2 * items.count + 64 {
            uses = uses[firstUse...].filter { items[$0.key]?.lastFrame == $0.frame }
            firstUse = 0
        }
    }

    /// Evicts the least recently drawn textures until `limit` holds or all others were drawn in frame `end` or later.
    private func free(downTo limit: Int, drawnBefore end: Int) {
        while byteCount > limit, firstUse < uses.count, uses[firstUse].frame < end {
            let (key, frame) = uses[firstUse]
            firstUse += 1
            guard items[key]?.lastFrame == frame else { continue }
            remove(key)
            evictions += 1
        }
    }

    private func remove(_ key: Key) {
        guard let item = items.removeValue(forKey: key) else { return }
        byteCount -= item.texture.byteCount
    }
}

/// The division of a pixel buffer into textures: one, or several if the buffer is larger than a texture may be.
///
/// Each piece extends one pixel into its neighbors, so that interpolation never needs two textures and no seam appears.
struct TexturePieces {
    /// The size of the buffer in pixels.
    let size: PixelSize
    /// The distance between the origins of pieces, without borders; nil for a single piece.
    let step: Int?
    /// The columns and rows of pieces.
    let grid: TileGrid

    /// Creates the pieces of a buffer, at most `limit` pixels per side; nil for no limit.
    init(of size: PixelSize, limit: Int?) {
        self.size = size
        if let limit, max(size.width, size.height) > limit {
            step = limit - 2
            grid = TileGrid(covering: size, tileSize: limit - 2)
        } else {
            step = nil
            grid = TileGrid(columns: 1, rows: 1)
        }
    }

    /// The rectangle of a piece in the buffer, borders included.
    func pixels(column: Int, row: Int) -> PixelRect {
        let columns = range(column, of: size.width)
        let rows = range(row, of: size.height)
        return PixelRect(x: columns.lowerBound, y: rows.lowerBound, width: columns.count, height: rows.count)
    }

    /// The boundaries between pieces along one axis that lie within a range of pixels.
    func lines(within range: ClosedRange<Double>, length: Int) -> [Double] {
        guard let step else { return [] }
        return stride(from: step, to: length, by: step).map(Double.init).filter {
            $0 > range.lowerBound && $0 < range.upperBound
        }
    }

    /// The column or row of the piece that contains a position.
    func index(at position: Double, count: Int) -> Int {
        guard let step else { return 0 }
        return min(max(Int(position) / step, 0), count - 1)
    }

    private func range(_ index: Int, of length: Int) -> Range<Int> {
        guard let step else { return 0..<length }
        return max(0, index * step - 1)..<min(length, (index + 1) * step + 1)
    }
}
