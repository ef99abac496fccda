internal import TilePyramid

/// Textures that groups are drawn into, used again and again.
final class TargetPool {
    /// The bytes that may lie idle from one frame to the next: 64 MiB.
    static let idleByteLimit = 64 << 20
    /// Sides are rounded up to a multiple of so many pixels, so that a group that grows finds one that fits.
    static let rounding = 64

    private let renderer: RendererHandle
    private var idle: [TextureHandle] = []

    init(_ renderer: RendererHandle) {
        self.renderer = renderer
    }

    /// The bytes that lie idle.
    var idleBytes: Int { idle.reduce(0) { $0 + $1.byteCount } }

    /// A texture of at least a size, which nobody else uses until it is given back; what is in it is left over.
    func take(_ size: PixelSize) throws(PresenterError) -> TextureHandle {
        let fitting = idle.indices.filter {
            idle[$0].size.width >= size.width && idle[$0].size.height >= size.height
        }
        if let best = fitting.min(by: { idle[$0].byteCount < idle[$1].byteCount }) {
            return idle.remove(at: best)
        }
        func rounded(_ side: Int) -> Int {
            (side + Self.rounding - 1) / Self.rounding * Self.rounding
        }
        let room = PixelSize(width: rounded(size.width), height: rounded(size.height))
        do {
            return try TextureHandle(renderer, size: room, use: .target)
        } catch {
            // Too large, or there is no memory: the rounding and what lies idle can be done without.
            removeAll()
            return try TextureHandle(renderer, size: size, use: .target)
        }
    }

    /// Gives a texture back; the one used last is the last to be freed.
    func give(_ texture: TextureHandle) {
        idle.append(texture)
    }

    /// Frees those that have not been used for longest, if there are too many.
    func endFrame() {
        while idleBytes > Self.idleByteLimit {
            idle.removeFirst()
        }
    }

    /// Frees all that lie idle.
    func removeAll() {
        idle = []
    }
}
