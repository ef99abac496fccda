internal import ImageSources

/// Receives the rows of every level while they pass by.
///
/// Confined to the decoding thread.
protocol LevelRowObserver: AnyObject {
    /// Receives rows of one plane of a level, which are valid during the call.
    func add(_ band: PixelBand, level: Int, plane: PlaneFormat) throws
}
