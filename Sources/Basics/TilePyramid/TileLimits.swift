/// The limits of tiles in memory.
package enum TileLimits {
    /// The most pixels of a tile that is decoded: 8192 × 8192.
    package static let pixels = 64 << 20
}
