public import LayerTree

extension FrameStatistics {
    /// Adds the uploads that a presenter has counted since its statistics were reset.
    ///
    /// To count those of one frame, call ``WindowPresenter/resetStatistics()`` before presenting it.
    ///
    /// - Parameter presented: the presenter's statistics.
    public mutating func countUploads(_ presented: PresenterStatistics) {
        textureUploads += presented.uploads
        uploadedBytes += presented.uploadedBytes
    }
}
