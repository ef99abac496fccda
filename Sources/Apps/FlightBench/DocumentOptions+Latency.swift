internal import Glibc
package import TileViewing

extension DocumentOptions {
    /// The default options, with a delay before each tile that simulates a slow disk or network.
    ///
    /// The delay blocks the worker that reads the tile.
    ///
    /// - Parameter latency: the delay in seconds, at most an hour; 0 for none.
    package init(latency: Double) {
        self.init()
        guard latency > 0 else { return }
        let microseconds = UInt32(min(latency, 3600) * 1e6)
        beforeRead = { usleep(microseconds) }
    }
}
