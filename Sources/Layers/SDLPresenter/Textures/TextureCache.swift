internal import LayerTree
internal import TilePyramid

/// The textures of contents: one for each piece of each pixel buffer, shared by all that show it.
///
/// A buffer is known by its identity and not kept alive; its textures go with the next frame. Beyond ``byteLimit`` those
/// that have not been drawn for longest are freed, but none that the current frame draws. While it is being drawn nobody
/// knows yet what it will need, so what the last frame drew stays until its end: until then there can be as much more
/// as is uploaded in one frame.
final class TextureCache {
    /// A piece of a buffer.
    private struct Key: Hashable {
        var buffer: ObjectIdentifier
        var column: Int
        var row: Int
    }

    private struct Item {
        // Another buffer may get the place in memory, and so the identity, of one that is gone.
        weak var buffer: PixelBuffer?
        var texture: TextureHandle
        var lastFrame: Int
    }

    /// The bytes that may be held, more only if one frame needs more.
    let byteLimit: Int
    /// The bytes that are held.
    private(set) var byteCount = 0
    /// How many have been freed because there were too many bytes.
    var evictions = 0
    /// How many textures are held.
    var count: Int { items.count }

    private let renderer: RendererHandle
    private var items: [Key: Item] = [:]
    private var frame = 0
    /// Keys in the order of their use; only the last mention of each counts, the one with the frame of its last use.
    private var uses: [(key: Key, frame: Int)] = []
    private var firstUse = 0

    init(_ renderer: RendererHandle, byteLimit: Int) {
        self.renderer = renderer
        self.byteLimit = byteLimit
    }

    /// The texture of a piece that has been uploaded before; nil if there is none.
    func texture(of buffer: PixelBuffer, column: Int, row: Int) -> TextureHandle? {
        let key = Key(buffer: ObjectIdentifier(buffer), column: column, row: row)
        guard let item = items[key] else { return nil }
        guard item.buffer === buffer else {
            remove(key)
            return nil
        }
        touch(key)
        return item.texture
    }

    /// Makes the texture of a piece.
    ///
    /// - Parameters:
    ///   - buffer: the buffer.
    ///   - column: which piece of it, from the left.
    ///   - row: which piece of it, from above.
    ///   - pixels: the pixels of the buffer that the piece has.
    /// - Returns: the texture.
    /// - Throws: `texture` if there is no memory for it even without all that this frame does not draw.
    func upload(_ buffer: PixelBuffer, column: Int, row: Int, pixels: PixelRect) throws(PresenterError) -> TextureHandle
    {
        free(downTo: byteLimit - pixels.size.area * 4, drawnBefore: frame - 1)
        let texture = try makeTexture(pixels.size)
        try buffer.withPixels { (memory) throws(PresenterError) in
            guard let base = memory.baseAddress else { return }
            try texture.update(
                PixelRect(x: 0, y: 0, width: pixels.size.width, height: pixels.size.height),
                from: base + pixels.y * buffer.size.width + pixels.x, stride: buffer.size.width)
        }
        let key = Key(buffer: ObjectIdentifier(buffer), column: column, row: row)
        remove(key)
        items[key] = Item(buffer: buffer, texture: texture, lastFrame: -1)
        byteCount += texture.byteCount
        touch(key)
        return texture
    }

    /// Ends a frame: frees what it has not drawn if there is too much, and the textures of buffers that are gone.
    ///
    /// - Complexity: O(n) for n textures.
    func endFrame() {
        for key in items.filter({ $0.value.buffer == nil }).keys {
            remove(key)
        }
        free(downTo: byteLimit, drawnBefore: frame)
        frame += 1
    }

    /// Frees everything; it is uploaded again when it is drawn.
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
        // Old mentions go when they are more than half of all, so the cost of each is constant on average.
        if uses.count > 2 * items.count + 64 {
            uses = uses[firstUse...].filter { items[$0.key]?.lastFrame == $0.frame }
            firstUse = 0
        }
    }

    /// Frees textures, those not drawn for longest first, until at most so many bytes are left or all the others have
    /// been drawn in a frame or later.
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
