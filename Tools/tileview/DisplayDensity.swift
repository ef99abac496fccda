import Concurrency

/// Whether the display has small pixels, so that maps are asked for tiles of twice the resolution; may be used from any
/// thread.
final class DisplayDensity: Sendable {
    /// The pixels per point from which on tiles of twice the resolution are asked for.
    private static let least = 1.5

    private let state = Locked(false)

    /// Whether tiles of twice the resolution are needed; `false` before the window is there.
    var isDense: Bool { state.withLock(\.self) }

    /// Notes the density of the window's display.
    func set(pixelsPerPoint: Double) { state.withLock { $0 = pixelsPerPoint >= Self.least } }
}
