internal import CSDL2
internal import LayerTree
internal import TilePyramid
internal import VectorDrawing

/// The memory of a window's pixels, which the window system shows (SDL_GetWindowSurface).
///
/// On X11 the memory is shared with the server (MIT-SHM) where both run on one machine. The frame is drawn straight into it,
/// and the server copies only the parts that have changed.
final class WindowSurface: FrameTarget {
    /// The pixels of the window.
    struct Memory {
        /// All rows; 0xAARRGGBB, of which the alpha is ignored.
        var pixels: UnsafeMutableBufferPointer<UInt32>
        /// The number of pixels from one row to the next.
        var stride: Int
        /// The size in pixels.
        var size: PixelSize
        /// Whether the memory has been allocated since the last call, so that its pixels are undefined.
        var isNew: Bool
    }

    let name = "software"
    private let window: WindowHandle
    /// The parts of the window that show older pixels than the memory.
    private(set) var changed = PixelRegion()
    /// Whether ``present()`` waits so that there is one frame for each refresh of the screen.
    var waitsForRefresh: Bool
    /// The refresh of the screen, counted from the start of SDL, in which the last frame was presented.
    private var lastRefresh: UInt64?

    /// Creates the memory of a window; nil where the window system has none, or pixels of another format.
    ///
    /// The window must have no renderer.
    init?(_ window: WindowHandle, waitsForRefresh: Bool) {
        // Elsewhere SDL has no such memory, or imitates it by a renderer.
        guard ["x11", "dummy"].contains(VideoSubsystem.driver) else { return nil }
        self.window = window
        self.waitsForRefresh = waitsForRefresh
        guard let surface = SDL_GetWindowSurface(window.pointer), Self.isUsable(surface) else { return nil }
    }

    private static func isUsable(_ surface: UnsafeMutablePointer<SDL_Surface>) -> Bool {
        let formats = [SDL_PIXELFORMAT_RGB888.rawValue, SDL_PIXELFORMAT_ARGB8888.rawValue]
        guard let format = surface.pointee.format, surface.pointee.pixels != nil else { return false }
        return formats.contains(format.pointee.format) && surface.pointee.pitch % 4 == 0
    }

    var outputSize: PixelSize {
        var (width, height): (Int32, Int32) = (0, 0)
        SDL_GetWindowSize(window.pointer, &width, &height)
        return PixelSize(width: Int(width), height: Int(height))
    }

    /// Returns the memory, which is valid until events are taken.
    ///
    /// - Throws: `texture`.
    func memory() throws(PresenterError) -> Memory {
        guard let surface = SDL_GetWindowSurface(window.pointer), Self.isUsable(surface),
            let pixels = surface.pointee.pixels
        else { throw .sdl(.texture, "The memory of the window's pixels cannot be allocated") }
        let size = PixelSize(width: Int(surface.pointee.w), height: Int(surface.pointee.h))
        let stride = Int(surface.pointee.pitch) / 4
        let count = stride * size.height
        // After a change of size the window has another surface, perhaps at the same address. It carries no mark yet.
        let isNew = surface.pointee.userdata == nil
        surface.pointee.userdata = pixels
        if isNew { changed = PixelRegion(PixelRect(size)) }
        return Memory(
            pixels: UnsafeMutableBufferPointer(
                start: pixels.bindMemory(to: UInt32.self, capacity: count), count: count),
            stride: stride, size: size, isNew: isNew)
    }

    /// Records that pixels of the memory have changed.
    func insert(_ rect: PixelRect) {
        changed.insert(rect)
    }

    func contentLost() {
        changed = PixelRegion(PixelRect(outputSize))
    }

    func flush() {}

    /// Hands the changed parts over (SDL_UpdateWindowSurfaceRects).
    func present() -> Bool {
        let whole = PixelRect(outputSize)
        let rects = changed.rects.map { SDL_Rect($0.intersection(whole)) }.filter { $0.w > 0 && $0.h > 0 }
        changed = PixelRegion()
        if waitsForRefresh { waitForRefresh() }
        guard !rects.isEmpty else { return true }
        return SDL_UpdateWindowSurfaceRects(window.pointer, rects, Int32(rects.count)) == 0
    }

    /// Waits for the next refresh of the screen if a frame was presented in this one.
    private func waitForRefresh() {
        let interval = UInt64((1000 / (window.refreshRate ?? 60)).rounded(.down))
        guard interval > 0 else { return }
        let now = SDL_GetTicks64()
        if now / interval == lastRefresh { SDL_Delay(UInt32(interval - now % interval)) }
        lastRefresh = SDL_GetTicks64() / interval
    }

    func readPixels(_ size: PixelSize) throws(PresenterError) -> PixelBuffer {
        let memory = try memory()
        return PixelBuffer(size: size, isOpaque: true) { pixels in
            for y in 0..<min(size.height, memory.size.height) {
                for x in 0..<min(size.width, memory.size.width) {
                    pixels[y * size.width + x] = memory.pixels[y * memory.stride + x] | 0xFF00_0000
                }
            }
        }
    }
}
