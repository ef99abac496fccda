extension EntropyDecoder {
    /// Passes the restart marker that is due, resets the DC predictors, and returns the position after the marker.
    func skipRestartMarker(at position: Int) throws(JPEGDamage) -> Int {
        guard let restart = bitstream.restartMarkers.first else {
            throw bitstream.isAtEnd && !bitstream.hasEndMarker ? .truncated : .corrupt
        }
        let end = (position + 7) >> 3
        guard restart.offset >= end, restart.number == nextRestart else { throw .corrupt }
        // libjpeg skips them with a warning. More than the window holds are damage here.
        hasSkippedBytes = hasSkippedBytes || restart.offset > end
        bitstream.skipRestartMarker()
        nextRestart = (nextRestart + 1) % 8
        mcusUntilRestart = scan.restartInterval ?? .max
        dcPredictors.update(repeating: 0, count: scan.components.count)
        return restart.offset << 3
    }
}
