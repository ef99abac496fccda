internal import TilePyramid

/// A pool of reused textures for the offscreen passes of groups.
final class TargetPool {
    /// The maximum bytes of idle textures from one frame to the next: 64 MiB.
    static let idleByteLimit = 64 << 20
    /// The multiple to which sides are rounded up, so that a growing group finds a texture that fits.
    static let rounding = 64

    private let renderer: RendererHandle
    private var idle: [TextureHandle] = []

    init(_ renderer: RendererHandle) {
        self.renderer = renderer
    }

    /// The bytes of idle textures.
    var idleBytes: Int { idle.reduce(0) { $0 + $1.byteCount } }

    /// Takes a texture of at least a size out of the pool; its content is undefined.
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
            // Out of memory or too large: try without rounding and without idle textures.
            removeAll()
            return try TextureHandle(renderer, size: size, use: .target)
        }
    }

    /// Returns a texture to the pool.
    func give(_ texture: TextureHandle) {
        idle.append(texture)
    }

    /// Frees the least recently used textures beyond the limit.
    func endFrame() {
        while idleBytes > Self.idleByteLimit {
            idle.removeFirst()
        }
    }

    /// Frees all idle textures.
    func removeAll() {
        idle = []
    }
}
