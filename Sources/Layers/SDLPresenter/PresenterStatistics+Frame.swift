public import LayerTree

extension FrameStatistics {
    /// Takes over what a presenter has counted since its statistics were reset: its uploads.
    ///
    /// To know those of one frame, call ``WindowPresenter/resetStatistics()`` before it is presented.
    ///
    /// - Parameter presented: what the presenter has counted.
    public mutating func countUploads(_ presented: PresenterStatistics) {
        textureUploads += presented.uploads
        uploadedBytes += presented.uploadedBytes
    }
}
