/// The results of a simulated flight.
package struct FlightSimulationReport: Hashable, Sendable {
    /// The conditions of the simulation.
    package var conditions: SimulatedConditions
    /// The duration of the flight, in seconds.
    package var duration = 0.0
    /// The number of frames in which something had changed.
    package var frames = 0

    /// The measured quality: blank and blurred areas, flickers and delays.
    package var viewing = ViewingSummary()
    /// Whether a part of the last frame is blank, or coarser than it could be.
    package var hasHoleAtEnd = false

    /// Tiles that were requested and not cached; a tile that is requested again after it was dropped counts again.
    package var requested = 0
    /// Reads that have ended, reads that failed, and attempts after a failure.
    package var reads = 0, failedReads = 0, retries = 0
    /// Tiles that were decoded, and decoded tiles that were drawn in at least one frame.
    package var decoded = 0, drawn = 0
    /// Requests that were dropped before they were read, and after they were read.
    package var cancelledBeforeRead = 0, cancelledBeforeDecode = 0
    /// Tiles that were loaded although they were cached.
    package var duplicates = 0
    /// The median time to decode a tile, in seconds.
    package var medianDecodeTime = 0.0
    /// The most bytes that the cache has held.
    package var cacheHighWaterMark = 0

    /// The processor time of each frame on this machine, in seconds: planning, requesting, and building the render
    /// tree.
    package var frameTimes: [Double] = []
    /// The duration of the simulation on this machine, in seconds.
    package var wallTime = 0.0

    /// The number of decoded tiles that were never drawn.
    package var wasted: Int { decoded - drawn }

    /// The fraction of decoded tiles that were never drawn; 0 if none was decoded.
    package var wastedShare: Double { decoded == 0 ? 0 : Double(wasted) / Double(decoded) }

    /// The delays after marks of a kind until nothing was blank, in seconds; nil if the camera moved on before.
    package func coverDelays(after kind: FlightMark.Kind) -> [Double?] {
        viewing.delays.filter { $0.mark.kind == kind }.map(\.covered)
    }
}
